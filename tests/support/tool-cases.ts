/** Commands of the memory tool below `/memories`, and sequences of them that every door is asked. */

export type Command = Record<string, unknown>

export const at = (name: string) => `/memories${name}`
export const view = (name: string, view_range?: [number, number]) => ({
  command: 'view',
  path: at(name),
  ...(view_range ? { view_range } : {}),
})
export const create = (name: string, file_text: string) => ({
  command: 'create',
  path: at(name),
  file_text,
})
export const replace = (name: string, old_str: string, new_str?: string) => ({
  command: 'str_replace',
  path: at(name),
  old_str,
  ...(new_str === undefined ? {} : { new_str }),
})
export const insert = (name: string, insert_line: number, insert_text: string) => ({
  command: 'insert',
  path: at(name),
  insert_line,
  insert_text,
})
const remove = (name: string) => ({ command: 'delete', path: at(name) })
const rename = (from: string, to: string) => ({
  command: 'rename',
  old_path: at(from),
  new_path: at(to),
})

/** Sequences of commands, each from an empty memory, to which the SDK's own tool answers the same. */
export const SAME: Record<string, Command[]> = {
  'a file that is made, viewed and edited': [
    create('/a.md', 'one\ntwo\nthree\nfour\nfive\nsix'),
    view('/a.md'),
    view('/a.md', [2, 4]),
    view('/a.md', [5, -1]),
    view('/a.md', [4, 99]),
    view('/a.md', [6, 6]),
    insert('/a.md', 0, 'zero'),
    insert('/a.md', 3, 'two and a half\n'),
    insert('/a.md', 8, 'end'),
    view('/a.md'),
  ],
  'empty files and empty lines': [
    create('/empty.md', ''),
    view('/empty.md'),
    create('/lines.md', '\n\nx'),
    view('/lines.md'),
    insert('/lines.md', 1, ''),
    insert('/lines.md', 3, '\n'),
    view('/lines.md'),
  ],
  'other scripts, carriage returns and tabs': [
    create('/메모/ф🎉.md', 'а\r\nб\t세\r\n🎉'),
    view('/메모/ф🎉.md'),
    insert('/메모/ф🎉.md', 1, '위\r\n'),
    view('/메모/ф🎉.md'),
  ],
  'text that is replaced': [
    create('/a.md', 'one\ntwo $1\nthree\nfour\nfive\nsix\nseven'),
    replace('/a.md', '$1', '$& $$ `x`'),
    replace('/a.md', 'three', ''),
    replace('/a.md', 'one', '🎉'),
    replace('/a.md', 'seven', '.'),
    view('/a.md'),
  ],
  'text that cannot be replaced': [
    create('/a.md', 'one\none\ntwo'),
    replace('/a.md', 'three', 'x'),
    replace('/a.md', 'one', 'x'),
    replace('/a.md', 'TWO', 'x'),
    replace('/none.md', 'one', 'x'),
    replace('/none/a.md', 'one', 'x'),
  ],
  'a line to insert after that is not there': [
    create('/a.md', 'one\ntwo'),
    insert('/a.md', 3, 'x'),
    insert('/a.md', -1, 'x'),
    insert('/none.md', 0, 'x'),
  ],
  'a view of what is not there': [view('/none.md'), view('/none/deep/er.md')],
  'a file that is there already': [
    create('/d/a.md', 'one'),
    create('/d/a.md', 'two'),
    create('/d', 'two'),
  ],
  'files and directories that are deleted': [
    create('/a.md', 'a'),
    create('/d/b.md', 'b'),
    create('/d/e/c.md', 'c'),
    create('/dd.md', 'd'),
    remove('/a.md'),
    remove('/a.md'),
    remove('/d'),
    view('/d'),
    remove('/none/x'),
  ],
  'the root that cannot be deleted or renamed': [
    create('/a.md', 'a'),
    remove(''),
    remove('/'),
    rename('', '/x'),
    rename('/', '/x'),
  ],
  'files and directories that are renamed': [
    create('/a.md', 'a'),
    create('/d/b.md', 'b'),
    create('/d/e/c.md', 'c'),
    rename('/a.md', '/new/deep/a.md'),
    rename('/d', '/x/y'),
    rename('/none', '/z'),
    rename('/x/y/b.md', '/new'),
    rename('/x', '/new/deep/a.md'),
    rename('/new/deep/a.md', '/new/deep/a.md'),
    view('/new/deep/a.md'),
  ],
  'paths that lie elsewhere': [
    { command: 'view', path: '/etc/passwd' },
    { command: 'create', path: 'memories/a.md', file_text: 'x' },
    { command: 'delete', path: '' },
    { command: 'rename', old_path: '/tmp/a', new_path: '/memories/a' },
  ],
}

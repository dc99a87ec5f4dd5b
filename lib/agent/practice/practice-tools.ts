import type { AnswerPart } from '../message-frames'

/** A call that was made in this turn, and what came back. */
export interface DoneCall {
  name: string
  input: Record<string, unknown>
  result: string
  isError: boolean
}

/** A file that was listed: its path as the tools call it, and the store where that is said apart. */
export interface ListedFile {
  path: string
  store: string | null
}

/**
 * How the practice agent reaches its memory: the same deeds in the words of either tool set, and
 * their answers read back.
 */
export interface PracticeTools {
  /** the calls that list the whole memory */
  look(): AnswerPart[]
  /** the files that the look showed; null: it has not looked in this turn */
  listed(done: readonly DoneCall[]): ListedFile[] | null
  read(file: ListedFile): AnswerPart
  /** the lines of a file that was read in this turn; null: it was not */
  linesOf(done: readonly DoneCall[], file: ListedFile): string[] | null
  /** where something new is written: a file that takes notes */
  notesFile(files: readonly ListedFile[]): ListedFile
  create(file: ListedFile, text: string): AnswerPart
  replace(file: ListedFile, from: string, to: string): AnswerPart
  /** adds a line at the end of a file of so many lines */
  addLine(file: ListedFile, lines: readonly string[], line: string): AnswerPart
  remove(file: ListedFile): AnswerPart
}

const ROOT = '/memories'
const NOTES = 'notes.md'

const call = (name: string, input: Record<string, unknown>): AnswerPart => ({
  type: 'tool_use',
  name,
  input,
})

/** The lines of an answer that numbers them: six columns, a tab, the line. */
function numberedLines(result: string): string[] {
  return [...result.matchAll(/^ *\d+\t(.*)$/gm)].map(([, line]) => line ?? '')
}

/** The native memory tool, or the same as a custom one. `mounts`: the stores' directories where there are several. */
export function memoryCommands(
  mounts: readonly string[],
  readOnly: ReadonlySet<string>,
): PracticeTools {
  const roots = mounts.length > 1 ? mounts.map((mount) => `${ROOT}/${mount}`) : [ROOT]
  const isView = ({ name, input }: DoneCall, path: string) =>
    name === 'memory' && input.command === 'view' && input.path === path
  return {
    look: () => roots.map((path) => call('memory', { command: 'view', path })),
    listed: (done) => {
      const views = roots.map((root) => done.find((each) => isView(each, root)))
      if (views.some((view) => view === undefined)) return null
      return views.flatMap((view) => filesIn(view?.result ?? ''))
    },
    read: ({ path }) => call('memory', { command: 'view', path }),
    linesOf: (done, { path }) => {
      const view = done.findLast((each) => isView(each, path) && !each.isError)
      return view ? numberedLines(view.result) : null
    },
    notesFile: (files) => {
      const writable = mounts.length > 1 ? mounts.find((mount) => !readOnly.has(mount)) : undefined
      const path = `${writable ? `${ROOT}/${writable}` : (roots[0] ?? ROOT)}/${NOTES}`
      return files.find((file) => file.path === path) ?? { path, store: null }
    },
    create: ({ path }, text) => call('memory', { command: 'create', path, file_text: text }),
    replace: ({ path }, from, to) =>
      call('memory', { command: 'str_replace', path, old_str: from, new_str: to }),
    addLine: ({ path }, lines, line) =>
      call('memory', {
        command: 'insert',
        path,
        insert_line: lines.length,
        insert_text: `${line}\n`,
      }),
    remove: ({ path }) => call('memory', { command: 'delete', path }),
  }
}

function filesIn(listing: string): ListedFile[] {
  return [...listing.matchAll(/^[\d.]+[BKM]\t(\/.*[^/])$/gm)]
    .map(([, path]) => ({ path: path ?? '', store: null }))
    .slice(1)
}

/** The research preview's six tools. */
export function documentCommands(
  stores: readonly string[],
  readOnly: ReadonlySet<string>,
): PracticeTools {
  const isAlone = stores.length <= 1
  const of = (store: string | null) => (isAlone || store === null ? {} : { store })
  const isSame = (input: DoneCall['input'], file: ListedFile) =>
    input.path === file.path && (isAlone || input.store === file.store)
  return {
    look: () =>
      isAlone ? [call('memory_list', {})] : stores.map((store) => call('memory_list', { store })),
    listed: (done) => {
      const lists = done.filter(({ name }) => name === 'memory_list')
      if (lists.length < Math.max(1, stores.length)) return null
      return lists.flatMap(({ input, result }) =>
        [...result.matchAll(/^[\d.]+[BKM]\t(\/.*)$/gm)].map(([, path]) => ({
          path: path ?? '',
          store: typeof input.store === 'string' ? input.store : null,
        })),
      )
    },
    read: ({ path, store }) => call('memory_read', { ...of(store), path }),
    linesOf: (done, file) => {
      const read = done.findLast(
        ({ name, input, isError }) => name === 'memory_read' && isSame(input, file) && !isError,
      )
      return read ? numberedLines(read.result) : null
    },
    notesFile: (files) => {
      const store = isAlone
        ? null
        : (stores.find((name) => !readOnly.has(name)) ?? stores[0] ?? null)
      const path = `/${NOTES}`
      return files.find((file) => file.path === path && file.store === store) ?? { path, store }
    },
    create: ({ path, store }, text) => call('memory_write', { ...of(store), path, content: text }),
    replace: ({ path, store }, from, to) =>
      call('memory_edit', { ...of(store), path, old_str: from, new_str: to }),
    addLine: ({ path, store }, lines, line) =>
      call('memory_write', { ...of(store), path, content: [...lines, line, ''].join('\n') }),
    remove: ({ path, store }) => call('memory_delete', { ...of(store), path }),
  }
}

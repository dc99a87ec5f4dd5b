import type { MemoryCommand } from '@/lib/memory-tool/commands'

/** A command as a model may send it: fields with a default may be absent. */
export type ToolInput =
  | Exclude<MemoryCommand, { command: 'str_replace' }>
  | { command: 'str_replace'; path: string; old_str: string; new_str?: string | undefined }

export interface ModelMount {
  name: string
  isReadOnly: boolean
  /** of one memory */
  maxBytes: number
  /** by their paths in the store */
  files: Map<string, string>
}

/** The answer that the memory tool page prescribes. */
export type ModelAnswer =
  | { content: string; versions: number }
  | { error: string }
  /** some `Error: …` that names this path */
  | { rejected: string }

class Refused extends Error {
  constructor(readonly answer: Exclude<ModelAnswer, { content: string }>) {
    super()
  }
}

const fail = (error: string): never => {
  throw new Refused({ error })
}

interface ModelPath {
  shown: string
  /** null: `/memories` of several stores, or a directory there that is no store's */
  mount: ModelMount | null
  /** in the store; '' for its root */
  path: string
}

type Of<Name extends ToolInput['command']> = Extract<ToolInput, { command: Name }>

/** The memory tool page, implemented again: files in maps, one command at a time. */
export class ToolModel {
  /** `hostile`: the paths that must be rejected, as known to whoever generated them. */
  constructor(
    readonly mounts: readonly ModelMount[],
    private readonly hostile: (path: string) => boolean,
  ) {}

  run(input: ToolInput): ModelAnswer {
    try {
      return this.answer(input)
    } catch (error) {
      if (error instanceof Refused) return error.answer
      throw error
    }
  }

  private answer(input: ToolInput): ModelAnswer {
    switch (input.command) {
      case 'view':
        return { content: this.view(input), versions: 0 }
      case 'create':
        return this.create(input)
      case 'str_replace':
        return this.strReplace(input)
      case 'insert':
        return this.insert(input)
      case 'delete':
        return this.delete(input)
      case 'rename':
        return this.rename(input)
    }
  }

  private modelPath(raw: string): ModelPath {
    if (this.hostile(raw)) throw new Refused({ rejected: raw })
    const shown = raw.replace(/\/$/, '')
    const below = shown.slice('/memories'.length)
    const [only] = this.mounts
    if (only && this.mounts.length === 1) return { shown, mount: only, path: below }
    const mount = this.mounts.find(({ name }) => `${below}/`.startsWith(`/${name}/`)) ?? null
    return { shown, mount, path: mount ? below.slice(mount.name.length + 1) : below }
  }

  private view(input: Of<'view'>): string {
    const { shown, mount, path } = this.modelPath(input.path)
    const text = mount?.files.get(path)
    if (text !== undefined) return viewOfFile(shown, text, input.view_range)
    const isRoot = path === ''
    const entries = mount ? [...mount.files] : isRoot ? this.allFiles() : []
    const within = entries.filter(([file]) => file.startsWith(`${path}/`))
    if (within.length === 0 && !isRoot) {
      return fail(`The path ${shown} does not exist. Please provide a valid path.`)
    }
    if (input.view_range)
      fail('Error: Invalid input: view_range is for files, and this is a directory')
    const files = within.map(([file, held]): [string, string] => [file.slice(path.length), held])
    const mounts = mount ? [] : this.mounts.map(({ name }) => `/${name}/`)
    return viewOfDirectory(shown, files, mounts)
  }

  private allFiles(): [string, string][] {
    return this.mounts.flatMap(({ name, files }) =>
      [...files].map(([path, text]): [string, string] => [`/${name}${path}`, text]),
    )
  }

  private create({ path, file_text: text }: Of<'create'>): ModelAnswer {
    const { shown, mount, path: file } = this.modelPath(path)
    if (!mount && file !== '') {
      const names = this.mounts.map(({ name }) => `/memories/${name}`).join(', ')
      return fail(`Error: ${shown} is in no memory store; the stores are ${names}`)
    }
    if (!mount || file === '') return fail(`Error: File ${shown} already exists`)
    writable(mount, shown)
    checkText(text)
    if (isThere(mount, file)) fail(`Error: File ${shown} already exists`)
    refuseBelowFile(mount, shown, file)
    refuseOversize(mount, shown, text)
    mount.files.set(file, text)
    return { content: `File created successfully at: ${shown}`, versions: 1 }
  }

  private file(path: string, missing: (shown: string) => string) {
    const { shown, mount, path: file } = this.modelPath(path)
    if (!mount || file === '') return fail(missing(shown))
    writable(mount, shown)
    const text = mount.files.get(file)
    if (text === undefined) return fail(missing(shown))
    const write = (content: string) => {
      if (content === text) return 0
      checkText(content)
      refuseOversize(mount, shown, content)
      mount.files.set(file, content)
      return 1
    }
    return { shown, text, write }
  }

  private strReplace(input: Of<'str_replace'>): ModelAnswer {
    const { old_str: old, new_str: replacement = '' } = input
    if (old === '') fail('Error: Invalid input: old_str must not be empty')
    const { shown, text, write } = this.file(
      input.path,
      (path) => `Error: The path ${path} does not exist. Please provide a valid path.`,
    )
    const parts = old.isWellFormed() ? text.split(old) : [text]
    const [before = '', after] = parts
    if (after === undefined) {
      return fail(
        `No replacement was performed, old_str \`${old}\` did not appear verbatim in ${shown}.${otherEnds(text, old)}`,
      )
    }
    if (parts.length > 2) {
      const lines = parts.slice(0, -1).map((_, at) => lineAfter(parts.slice(0, at + 1).join(old)))
      fail(
        `No replacement was performed. Multiple occurrences of old_str \`${old}\` in lines: ${lines.join(', ')}. Please ensure it is unique`,
      )
    }
    const content = before + replacement + after
    const versions = write(content)
    const first = Math.max(1, lineAfter(before) - 2)
    const shownLines = linesOf(content).slice(first - 1, lineAfter(before + replacement) + 2)
    return { content: `The memory file has been edited.\n${numbered(shownLines, first)}`, versions }
  }

  private insert(input: Of<'insert'>): ModelAnswer {
    const { insert_line: at, insert_text: inserted } = input
    const { shown, text, write } = this.file(
      input.path,
      (path) => `Error: The path ${path} does not exist`,
    )
    const lines = text === '' ? [] : linesOf(text)
    if (at < 0 || at > lines.length) {
      fail(
        `Error: Invalid \`insert_line\` parameter: ${at}. It should be within the range of lines of the file: [0, ${lines.length}]`,
      )
    }
    lines.splice(at, 0, inserted.replace(/\n$/, ''))
    const end = text === '' || text.endsWith('\n') ? '\n' : ''
    const versions = write(lines.join('\n') + end)
    return { content: `The file ${shown} has been edited.`, versions }
  }

  private delete(input: Of<'delete'>): ModelAnswer {
    const { shown, mount, path } = this.modelPath(input.path)
    if (path === '') fail('Error: Cannot delete the /memories directory itself')
    if (!mount) return fail(`Error: The path ${shown} does not exist`)
    writable(mount, shown)
    const gone = filesAt(mount, path)
    if (gone.length === 0) fail(`Error: The path ${shown} does not exist`)
    for (const file of gone) mount.files.delete(file)
    return { content: `Successfully deleted ${shown}`, versions: gone.length }
  }

  private rename(input: Of<'rename'>): ModelAnswer {
    const from = this.modelPath(input.old_path)
    if (from.path === '') fail('Error: Cannot rename the /memories directory itself')
    if (!from.mount) return fail(`Error: The path ${from.shown} does not exist`)
    writable(from.mount, from.shown)
    const moved = filesAt(from.mount, from.path)
    if (moved.length === 0) fail(`Error: The path ${from.shown} does not exist`)
    const to = this.modelPath(input.new_path)
    if (!to.mount && to.path !== '') fail(`Error: ${to.shown} is in no memory store`)
    if (!to.mount || to.path === '') {
      return fail(`Error: The destination ${to.shown} already exists`)
    }
    if (to.mount !== from.mount) {
      fail(`Error: Cannot rename ${from.shown} to ${to.shown}: another memory store`)
    }
    if (to.shown.startsWith(`${from.shown}/`)) {
      fail(`Error: Cannot rename ${from.shown} into itself`)
    }
    if (isThere(to.mount, to.path)) fail(`Error: The destination ${to.shown} already exists`)
    refuseBelowFile(to.mount, to.shown, to.path)
    for (const file of moved) {
      to.mount.files.set(to.path + file.slice(from.path.length), to.mount.files.get(file) ?? '')
      to.mount.files.delete(file)
    }
    const content = `Successfully renamed ${from.shown} to ${to.shown}`
    return { content, versions: moved.length }
  }
}

function writable(mount: ModelMount, shown: string): void {
  if (mount.isReadOnly) fail(`Error: ${shown} is read-only`)
}

function checkText(text: string): void {
  if (text.includes('\0')) fail('Error: Invalid input: the text must not contain NUL characters')
  if (!text.isWellFormed()) fail('Error: Invalid input: the text must not contain lone surrogates')
}

function refuseOversize(mount: ModelMount, shown: string, text: string): void {
  const { maxBytes: limit } = mount
  if (sizeOf(text) > limit) {
    fail(`Error: File ${shown} would exceed the maximum size of ${limit} bytes`)
  }
}

function refuseBelowFile(mount: ModelMount, shown: string, path: string): void {
  for (const file of mount.files.keys()) {
    if (!path.startsWith(`${file}/`)) continue
    const above = shown.slice(0, shown.length - path.length) + file
    fail(`Error: Cannot write ${shown}: ${above} is a file, not a directory`)
  }
}

/** The files at a path: one, or all below a directory, sorted. */
function filesAt(mount: ModelMount, path: string): string[] {
  return [...mount.files.keys()]
    .filter((file) => file === path || file.startsWith(`${path}/`))
    .sort(byBytes)
}

const isThere = (mount: ModelMount, path: string) => filesAt(mount, path).length > 0

function otherEnds(text: string, old: string): string {
  const lf = old.split('\r\n').join('\n')
  const crlf = lf.split('\n').join('\r\n')
  const hint = (ends: string) =>
    ` It would appear with the line ends of this file: its lines end in ${ends}.`
  const has = (part: string) => part !== old && old.isWellFormed() && text.includes(part)
  return has(crlf) ? hint('CRLF') : has(lf) ? hint('LF') : ''
}

const sizeOf = (text: string) => Buffer.byteLength(text)

const byBytes = (one: string, other: string) => Buffer.compare(Buffer.from(one), Buffer.from(other))

function linesOf(text: string): string[] {
  const lines = text.split('\n')
  return lines.length > 1 && lines.at(-1) === '' ? lines.slice(0, -1) : lines
}

/** The line on which the text after this one begins. */
const lineAfter = (text: string) => text.split('\n').length

const numbered = (lines: readonly string[], first: number) =>
  lines.map((line, at) => `${`     ${first + at}`.slice(-6)}\t${line}`).join('\n')

function viewOfFile(shown: string, text: string, range: [number, number] | undefined): string {
  const lines = linesOf(text)
  const [first, last] = range ?? [1, -1]
  const end = last === -1 ? lines.length : last
  if (first < 1 || first > lines.length || end < first) {
    fail(
      `Error: Invalid \`view_range\` parameter: [${first}, ${last}]. It should be within the range of lines of the file: [1, ${lines.length}]`,
    )
  }
  const seen = lines.filter((_, at) => at + 1 >= first && at + 1 <= end)
  return `Here's the content of ${shown} with line numbers:\n${numbered(seen, first)}`
}

/**
 * `files`: by their paths below the directory; `empty`: directories that exist even without files.
 */
function viewOfDirectory(
  shown: string,
  files: readonly [string, string][],
  empty: readonly string[],
): string {
  const sizes = new Map(empty.map((path) => [path, 0]))
  for (const [path, text] of files) {
    const segments = path.slice(1).split('/')
    for (const depth of [1, 2]) {
      const above = segments.slice(0, depth)
      if (above.length < depth) continue
      if (above.some((name) => name.startsWith('.') || name === 'node_modules')) continue
      const entry = `/${above.join('/')}${segments.length > depth ? '/' : ''}`
      sizes.set(entry, (sizes.get(entry) ?? 0) + sizeOf(text))
    }
  }
  const total = files.reduce((sum, [, text]) => sum + sizeOf(text), 0)
  const entries = [...sizes]
    .sort(([one], [other]) => byBytes(one, other))
    .map(([path, size]) => `${humanSize(size)}\t${shown}${path}`)
  const header = `Here're the files and directories up to 2 levels deep in ${shown}, excluding hidden items and node_modules:`
  return [header, `${humanSize(total)}\t${shown}`, ...entries].join('\n')
}

const humanSize = (bytes: number) => (bytes < 1024 ? `${bytes}B` : `${(bytes / 1024).toFixed(1)}K`)

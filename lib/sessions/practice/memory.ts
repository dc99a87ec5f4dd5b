import type { AnswerPart } from '../frames'
import { addedLine, type Edit, mentioned, type PracticeFile } from './lines'

/** A call of this turn, and its result. */
export interface DoneCall {
  name: string
  input: Record<string, unknown>
  result: string
  isError: boolean
}

/** A store as the system prompt names it. */
export interface PracticeStore {
  name: string
  isReadOnly: boolean
}

/** The practice agent's memory as far as it has looked at it, and the calls that it can make. */
export interface PracticeMemory {
  /** the calls to look with first; none: it was looked at */
  look: AnswerPart[]
  files: PracticeFile[]
  /** whether there are more than those */
  hasMore: boolean
  /** where it writes what it is told */
  notes: PracticeFile
  /** whether that file is there, as far as its listing says */
  mayHaveNotes: boolean
  /** whether what a search does not find is not there */
  searchesAll: boolean
  /** the calls that may find more about these words */
  seek(words: readonly string[]): AnswerPart[]
  /** the files that are worth reading for them, the best first */
  candidates(words: readonly string[]): PracticeFile[]
  wasRead(file: PracticeFile): boolean
  /** null: it was not read, or is not there */
  linesOf(file: PracticeFile): string[] | null
  read(file: PracticeFile): AnswerPart
  create(file: PracticeFile, text: string): AnswerPart
  replace(file: PracticeFile, edit: Edit): AnswerPart
  addLine(file: PracticeFile, lines: readonly string[], line: string): AnswerPart
  remove(file: PracticeFile): AnswerPart
}

export const isSameFile = (one: PracticeFile, other: PracticeFile): boolean =>
  one.path === other.path && one.store === other.store

/** Whether a call changes the memory. */
export const writes = ({ name, input }: Pick<DoneCall, 'name' | 'input'>): boolean =>
  name === 'memory' ? input.command !== 'view' : /^memory_(?:write|edit|delete)$/.test(name)

const call = (name: string, input: Record<string, unknown>): AnswerPart => ({
  type: 'tool_use',
  name,
  input,
})

/** The lines of an answer that shows a file: each has its number and a tab before it. */
function numberedLines(read: DoneCall | undefined): string[] | null {
  if (!read || read.isError) return null
  return read.result.split('\n').flatMap((shown) => /^ *\d+\t([^]*)$/.exec(shown)?.[1] ?? [])
}

/** The paths of a listing: each has its size and a tab before it. */
const listedPaths = ({ result }: DoneCall): string[] =>
  [...result.matchAll(/^[\d.]+[BKMG]\t(\/.*)$/gm)].map(([, path = '']) => path)

/** Those whose paths hold the most words come first, then those with the later date. */
function byPath(files: readonly PracticeFile[], words: readonly string[]): PracticeFile[] {
  const dateIn = (path: string) => /\d{4}-\d\d(?:-\d\d)?/.exec(path)?.[0] ?? ''
  return files
    .map((file) => ({ file, fits: mentioned(file.path, words).length, date: dateIn(file.path) }))
    .sort((one, other) => other.fits - one.fits || other.date.localeCompare(one.date))
    .map(({ file }) => file)
}

const MOST_READ = 60

/** What it was told comes first: a listing that was cut may not name that file. */
function notesFirst(
  notes: PracticeFile,
  files: readonly PracticeFile[],
  mayBeThere: boolean,
): PracticeFile[] {
  const others = files.filter((file) => !isSameFile(file, notes))
  return [...(mayBeThere ? [notes] : []), ...others].slice(0, MOST_READ)
}

const ROOT = '/memories'
const NOTES = 'notes.md'
const LISTING = /^(?:<memory-data-[\w-]+>\n)?Here're the files and directories/
const OPENED_AT_ONCE = 8
const MOST_OPENED = 40

/** By the memory tool, native or with a schema. Several stores are directories. */
export function byMemoryTool(
  stores: readonly PracticeStore[],
  done: readonly DoneCall[],
): PracticeMemory {
  const roots = stores.length > 1 ? stores.map(({ name }) => `${ROOT}/${name}`) : [ROOT]
  const own = Math.max(
    0,
    stores.findIndex(({ isReadOnly }) => !isReadOnly),
  )
  const notes = { path: `${roots[own] ?? ROOT}/${NOTES}`, store: null }
  const views = done.filter((each) => each.name === 'memory' && !writes(each))
  const viewOf = (path: string) => views.findLast(({ input }) => input.path === path)
  const view = (path: string) => call('memory', { command: 'view', path })

  const listings = views.filter(({ result, isError }) => !isError && LISTING.test(result))
  const opened = new Set(listings.map(({ input }) => input.path))
  const listed = [...new Set(listings.flatMap(listedPaths))].filter((path) => !opened.has(path))
  const asFile = (path: string) => ({ path, store: null })
  const files = listed.filter((path) => !path.endsWith('/')).map(asFile)
  // A listing is two levels deep: what the lower directories hold, it does not say.
  const above = new Set(listed.map((path) => path.replace(/\/[^/]+\/?$/, '')))
  const unopened = listed
    .flatMap((path) => (path.endsWith('/') ? [path.slice(0, -1)] : []))
    .filter((path) => !opened.has(path) && !above.has(path))
    .map(asFile)
  const cut = listings.filter(({ result }) => /^\[\d+ more entries; /m.test(result))
  const hasMore = cut.length > 0 || unopened.length > 0
  // Folders that were not opened hold no such file: it stands at the top, which was listed.
  const mayHaveNotes =
    files.some((file) => isSameFile(file, notes)) ||
    cut.some(({ input }) => input.path === roots[own])

  return {
    look: roots.every((root) => viewOf(root)) ? [] : roots.map(view),
    files,
    hasMore,
    notes,
    mayHaveNotes,
    searchesAll: false,
    seek: (words) => {
      const room = Math.max(0, MOST_OPENED + roots.length - listings.length)
      const next = byPath(unopened, words).slice(0, Math.min(room, OPENED_AT_ONCE))
      return next.map(({ path }) => view(path))
    },
    candidates: (words) => notesFirst(notes, byPath(files, words), mayHaveNotes),
    wasRead: ({ path }) => viewOf(path) !== undefined,
    linesOf: ({ path }) => numberedLines(viewOf(path)),
    read: ({ path }) => view(path),
    create: ({ path }, file_text) => call('memory', { command: 'create', path, file_text }),
    replace: ({ path }, { from, to }) =>
      call('memory', { command: 'str_replace', path, old_str: from, new_str: to }),
    addLine: ({ path }, { length }, line) =>
      call('memory', { command: 'insert', path, insert_line: length, insert_text: `${line}\n` }),
    remove: ({ path }) => call('memory', { command: 'delete', path }),
  }
}

/** The search takes nothing shorter. */
const SHORTEST_QUERY = 3
const MOST_QUERIES = 4

/** The longest words say the most. */
const queriesOf = (words: readonly string[]): string[] =>
  words
    .filter(({ length }) => length >= SHORTEST_QUERY)
    .sort((one, other) => other.length - one.length)
    .slice(0, MOST_QUERIES)

/** By the six tools for documents, which can search. */
export function byDocumentTools(
  stores: readonly PracticeStore[],
  done: readonly DoneCall[],
): PracticeMemory {
  const places: { store?: string }[] =
    stores.length > 1 ? stores.map(({ name }) => ({ store: name })) : [{}]
  const own = stores.find(({ isReadOnly }) => !isReadOnly) ?? stores[0]
  const notes = { path: `/${NOTES}`, store: stores.length > 1 ? (own?.name ?? null) : null }
  const at = ({ path, store }: PracticeFile) => (store === null ? { path } : { store, path })
  const fileOf = (path: unknown, { input: { store } }: DoneCall): PracticeFile => ({
    path: String(path),
    store: typeof store === 'string' ? store : null,
  })
  const doneBy = (name: string) => done.filter((each) => each.name === name)
  const lists = doneBy('memory_list')
  const searches = doneBy('memory_search')
  const readOf = (file: PracticeFile) =>
    doneBy('memory_read').findLast((each) => isSameFile(fileOf(each.input.path, each), file))
  const files = lists.flatMap((list) => listedPaths(list).map((path) => fileOf(path, list)))
  const hasMore = lists.some(({ result }) => /^\[There are more;/m.test(result))
  const mayHaveNotes = hasMore || files.some((file) => isSameFile(file, notes))

  return {
    look: lists.length < places.length ? places.map((place) => call('memory_list', place)) : [],
    files,
    hasMore,
    notes,
    mayHaveNotes,
    searchesAll: searches.length > 0,
    seek: (words) =>
      searches.length > 0 ? [] : queriesOf(words).map((query) => call('memory_search', { query })),
    candidates: (words) => {
      const best = queriesOf(words).length > 0 ? foundBy(searches) : files
      return notesFirst(notes, byPath(best, words), mayHaveNotes)
    },
    wasRead: (file) => readOf(file) !== undefined,
    linesOf: (file) => numberedLines(readOf(file)),
    read: (file) => call('memory_read', at(file)),
    create: (file, content) => call('memory_write', { ...at(file), content }),
    replace: (file, { from, to }) =>
      call('memory_edit', { ...at(file), old_str: from, new_str: to }),
    addLine: (file, lines, line) => {
      const edit = addedLine(lines, line)
      if (!edit) return call('memory_write', { ...at(file), content: `${line}\n` })
      return call('memory_edit', { ...at(file), old_str: edit.from, new_str: edit.to })
    },
    remove: (file) => call('memory_delete', at(file)),
  }
}

/** The files that searches found, what most of them found first. One of several stores names each. */
function foundBy(searches: readonly DoneCall[]): PracticeFile[] {
  const found = new Map<string, { file: PracticeFile; times: number }>()
  for (const { result } of searches.filter(({ isError }) => !isError)) {
    let store: string | null = null
    for (const line of result.split('\n')) {
      store = /^In the store ([a-z0-9-]+):$/.exec(line)?.[1] ?? store
      if (!line.startsWith('/')) continue
      const key = `${store}:${line}`
      found.set(key, { file: { path: line, store }, times: (found.get(key)?.times ?? 0) + 1 })
    }
  }
  return [...found.values()].sort((one, other) => other.times - one.times).map(({ file }) => file)
}

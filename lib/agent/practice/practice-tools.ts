import type { AnswerPart } from '../message-frames'
import { addedLine, type Edit } from './edit-lines'
import { mentioned } from './words'

/** A call of this turn and its result. */
export interface DoneCall {
  name: string
  input: Record<string, unknown>
  result: string
  isError: boolean
}

/** A listed file: its path as the tools write it, and its store if that is given separately. */
export interface ListedFile {
  path: string
  store: string | null
}

/** The known files. */
export interface Listed {
  files: ListedFile[]
  /** whether the listing was truncated */
  hasMore: boolean
}

export interface MemoryQuery {
  /** the person's wording */
  text: string
  words: readonly string[]
}

/**
 * The practice agent's access to its memory: the same actions in either tool set, and the parsing
 * of their results.
 */
export interface PracticeTools {
  /** the calls that list the memory, as far as one listing goes */
  look(): AnswerPart[]
  /** the files known so far; null: nothing was listed in this turn */
  listed(done: readonly DoneCall[]): Listed | null
  /** calls that find the relevant files before any is read; none: all were made */
  seek(done: readonly DoneCall[], wanted: MemoryQuery): AnswerPart[]
  /** the files to read for it, most promising first, and the maximum number */
  candidates(done: readonly DoneCall[], wanted: MemoryQuery): { files: ListedFile[]; most: number }
  /** whether what the search did not find does not exist */
  searchesAll(wanted: MemoryQuery): boolean
  read(file: ListedFile): AnswerPart
  /** whether this turn tried to read a file */
  wasRead(done: readonly DoneCall[], file: ListedFile): boolean
  /** the lines of a file read in this turn; null: it was not */
  linesOf(done: readonly DoneCall[], file: ListedFile): string[] | null
  /** the notes file, into which new things are written */
  notesFile(): ListedFile
  create(file: ListedFile, text: string): AnswerPart
  replace(file: ListedFile, edit: Edit): AnswerPart
  /** appends a line to a file with these lines */
  addLine(file: ListedFile, lines: readonly string[], line: string): AnswerPart
  remove(file: ListedFile): AnswerPart
}

export const isSameFile = (one: ListedFile, other: ListedFile) =>
  one.path === other.path && one.store === other.store

const ROOT = '/memories'
const NOTES = 'notes.md'

const call = (name: string, input: Record<string, unknown>): AnswerPart => ({
  type: 'tool_use',
  name,
  input,
})

/** The lines of a result with numbers: six columns, a tab, the line. */
function numberedLines(result: string): string[] {
  return result.split('\n').flatMap((line) => {
    const [, text] = /^ *\d+\t([^]*)$/.exec(line) ?? []
    return text === undefined ? [] : [text]
  })
}

/** The paths of a listing: a size, a tab, the path. */
function listedPaths(result: string): string[] {
  return [...result.matchAll(/^[\d.]+[BKM]\t(\/.*)$/gm)].map(([, path]) => path ?? '')
}

/** Most promising first: most words in the path, then the later date. */
function byPath(files: readonly ListedFile[], words: readonly string[]): ListedFile[] {
  const ranked = files.map((file) => ({
    file,
    fits: mentioned(file.path, words).length,
    date: /\d{4}-\d\d(?:-\d\d)?/.exec(file.path)?.[0] ?? '',
  }))
  ranked.sort(
    (one, other) =>
      other.fits - one.fits || (one.date < other.date ? 1 : one.date > other.date ? -1 : 0),
  )
  return ranked.map(({ file }) => file)
}

/** Notes first: they hold what a person told the agent. A truncated listing may omit them. */
function withNotesFirst(
  files: readonly ListedFile[],
  notes: ListedFile,
  known: Listed | null,
): ListedFile[] {
  const mayBeThere = known?.hasMore || known?.files.some((file) => isSameFile(file, notes))
  return [...(mayBeThere ? [notes] : []), ...files.filter((file) => !isSameFile(file, notes))]
}

/** Directories opened per answer, and in total. */
const OPENED_AT_ONCE = 8
const MAX_OPENED = 40

/** Files to read when only their paths suggest which. */
const MAX_READ_BY_PATH = 60

/**
 * The native memory tool, or its custom version. `mounts`: the stores' directories if there are
 * several.
 */
export function memoryCommands(
  mounts: readonly string[],
  readOnly: ReadonlySet<string>,
): PracticeTools {
  const roots = mounts.length > 1 ? mounts.map((mount) => `${ROOT}/${mount}`) : [ROOT]
  const views = (done: readonly DoneCall[]) =>
    done.filter(({ name, input }) => name === 'memory' && input.command === 'view')
  const viewOf = (done: readonly DoneCall[], path: string) =>
    views(done).findLast(({ input }) => input.path === path)
  const view = (path: string) => call('memory', { command: 'view', path })
  const isListing = ({ result, isError }: DoneCall) => !isError && result.startsWith(LISTING)
  const writable = mounts.length > 1 ? mounts.find((mount) => !readOnly.has(mount)) : undefined
  const notes = {
    path: `${writable ? `${ROOT}/${writable}` : (roots[0] ?? ROOT)}/${NOTES}`,
    store: null,
  }

  const listed = (done: readonly DoneCall[]): Listed | null => {
    if (roots.some((root) => viewOf(done, root) === undefined)) return null
    const listings = views(done).filter(isListing)
    const paths = new Set(listings.flatMap(({ result }) => listedPaths(result)))
    const opened = new Set(listings.map(({ input }) => input.path))
    const files = [...paths].filter((path) => !path.endsWith('/') && !opened.has(path))
    return {
      files: files.map((path) => ({ path, store: null })),
      hasMore: listings.some(({ result }) => result.includes(CUT)) || unopened(listings).length > 0,
    }
  }

  return {
    look: () => roots.map(view),
    listed,
    seek: (done, { words }) => {
      const listings = views(done).filter(isListing)
      const room = MAX_OPENED - (listings.length - roots.length)
      return byPath(
        unopened(listings).map((path) => ({ path, store: null })),
        words,
      )
        .slice(0, Math.max(0, Math.min(room, OPENED_AT_ONCE)))
        .map(({ path }) => view(path))
    },
    candidates: (done, { words }) => {
      const known = listed(done)
      const files = withNotesFirst(byPath(known?.files ?? [], words), notes, known)
      return { files, most: MAX_READ_BY_PATH }
    },
    searchesAll: () => false,
    read: ({ path }) => view(path),
    wasRead: (done, { path }) => viewOf(done, path) !== undefined,
    linesOf: (done, { path }) => {
      const read = viewOf(done, path)
      return read && !read.isError ? numberedLines(read.result) : null
    },
    notesFile: () => notes,
    create: ({ path }, text) => call('memory', { command: 'create', path, file_text: text }),
    replace: ({ path }, { from, to }) =>
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

const LISTING = "Here're the files and directories"
/** The end of a truncated answer. */
const CUT = '\n[Cut: '

/** Directories whose contents no listing shows. A listing is two levels deep. */
function unopened(listings: readonly DoneCall[]): string[] {
  const paths = new Set(listings.flatMap(({ result }) => listedPaths(result)))
  const parents = new Set([...paths].map((path) => parentOf(path)))
  const opened = new Set(listings.map(({ input }) => input.path))
  return [...paths]
    .filter((path) => path.endsWith('/'))
    .map((path) => path.slice(0, -1))
    .filter((path) => !parents.has(path) && !opened.has(path))
}

function parentOf(path: string): string {
  const own = path.endsWith('/') ? path.slice(0, -1) : path
  return own.slice(0, own.lastIndexOf('/'))
}

/** Searches per question and store: the whole text, and its longest words. */
const MAX_QUERIES = 4
/** The search accepts nothing shorter. */
const MIN_QUERY = 3
const PHRASE_WEIGHT = 3
/** Search hits to read. */
const MAX_READ_OF_HITS = 20

/** The queries, each with the weight of a hit. */
function queriesOf({ text, words }: MemoryQuery): { query: string; weight: number }[] {
  const long = words.filter((word) => word.length >= MIN_QUERY)
  const longest = [...long].sort((one, other) => other.length - one.length)
  const phrase =
    words.length > 1 && text.length >= MIN_QUERY ? [{ query: text, weight: PHRASE_WEIGHT }] : []
  const single = longest.map((query) => ({ query, weight: 1 }))
  return [...phrase, ...single].slice(0, MAX_QUERIES)
}

/** The research preview's six tools. */
export function documentCommands(
  stores: readonly string[],
  readOnly: ReadonlySet<string>,
): PracticeTools {
  const isAlone = stores.length <= 1
  const of = (store: string | null) => (isAlone || store === null ? {} : { store })
  const storeOf = ({ input }: DoneCall) => (typeof input.store === 'string' ? input.store : null)
  const all: readonly (string | null)[] = isAlone ? [null] : stores
  const isSame = (done: DoneCall, file: ListedFile) =>
    done.input.path === file.path && (isAlone || done.input.store === file.store)
  const readOf = (done: readonly DoneCall[], file: ListedFile) =>
    done.findLast((each) => each.name === 'memory_read' && isSame(each, file))
  const searches = (done: readonly DoneCall[]) =>
    done.filter(({ name }) => name === 'memory_search')
  const notes = {
    path: `/${NOTES}`,
    store: isAlone ? null : (stores.find((name) => !readOnly.has(name)) ?? stores[0] ?? null),
  }

  const listed = (done: readonly DoneCall[]): Listed | null => {
    const lists = done.filter(({ name }) => name === 'memory_list')
    if (lists.length < all.length) return null
    return {
      files: lists.flatMap((list) =>
        listedPaths(list.result).map((path) => ({ path, store: storeOf(list) })),
      ),
      hasMore: lists.some(({ result }) => /\n\[(?:More than|Cut:) /.test(result)),
    }
  }

  /** The documents found, by the weight of their hits. */
  const hits = (done: readonly DoneCall[], wanted: MemoryQuery): ListedFile[] => {
    const weights = new Map(queriesOf(wanted).map(({ query, weight }) => [query, weight]))
    const found = new Map<string, { file: ListedFile; score: number }>()
    for (const search of searches(done)) {
      const weight = weights.get(String(search.input.query)) ?? 0
      if (search.isError || weight === 0) continue
      for (const [path] of search.result.matchAll(/^\/.*$/gm)) {
        const file = { path, store: storeOf(search) }
        const key = JSON.stringify(file)
        const before = found.get(key)?.score ?? mentioned(path, wanted.words).length / 2
        found.set(key, { file, score: before + weight })
      }
    }
    return [...found.values()].sort((one, other) => other.score - one.score).map(({ file }) => file)
  }

  return {
    look: () => all.map((store) => call('memory_list', of(store))),
    listed,
    seek: (done, wanted) => {
      if (searches(done).length > 0) return []
      return queriesOf(wanted).flatMap(({ query }) =>
        all.map((store) => call('memory_search', { ...of(store), query })),
      )
    },
    candidates: (done, wanted) => {
      const known = listed(done)
      const isSearched = queriesOf(wanted).length > 0
      const files = isSearched ? hits(done, wanted) : byPath(known?.files ?? [], wanted.words)
      return {
        files: withNotesFirst(files, notes, known),
        most: isSearched ? MAX_READ_OF_HITS : MAX_READ_BY_PATH,
      }
    },
    searchesAll: (wanted) => queriesOf(wanted).length > 0,
    read: ({ path, store }) => call('memory_read', { ...of(store), path }),
    wasRead: (done, file) => readOf(done, file) !== undefined,
    linesOf: (done, file) => {
      const read = readOf(done, file)
      return read && !read.isError ? numberedLines(read.result) : null
    },
    notesFile: () => notes,
    create: ({ path, store }, text) => call('memory_write', { ...of(store), path, content: text }),
    replace: ({ path, store }, { from, to }) =>
      call('memory_edit', { ...of(store), path, old_str: from, new_str: to }),
    addLine: ({ path, store }, lines, line) => {
      const edit = addedLine(lines, line)
      return edit
        ? call('memory_edit', { ...of(store), path, old_str: edit.from, new_str: edit.to })
        : call('memory_write', { ...of(store), path, content: `${line}\n` })
    },
    remove: ({ path, store }) => call('memory_delete', { ...of(store), path }),
  }
}

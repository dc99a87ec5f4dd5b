import { db, type Reader } from '@/lib/db'
import { pagesOf } from '@/lib/db/many'
import { soundText } from '@/lib/store/model/sound'
import { search } from '@/lib/store/search'
import type { Change } from '@/lib/store/write/change'
import { below, overlapOf } from '@/lib/store/write/paths'

/** A file or a directory of a store; '' is the store's root. */
export interface FileAddress {
  storeId: string
  /** without a trailing slash */
  path: string
}

/** A memory's text; `id` is its version's. */
export interface FileText {
  id: string
  memoryId: string
  storeId: string
  content: string
  sha256: string
}

export interface FileEntry {
  path: string
  /** bytes */
  size: number
  sha256: string
}

export interface FoundFiles {
  hits: { memory: { path: string }; matches: { line: number; snippet: string }[] }[]
  hasMore: boolean
}

/** What planning a write has to know of the memories. */
export interface PlannedOn {
  /** null: no memory is there */
  read(at: FileAddress): Promise<FileText | null>
  /** the memories below a directory, by path */
  entries(at: FileAddress): Promise<FileEntry[]>
  /** the path of a memory in the way: there, above it, or below it; null: none */
  exists(at: FileAddress): Promise<string | null>
}

/**
 * The memories that an agent's tools work on: those of its stores, now or inside of a change, or a
 * scratch copy of them. Nothing here counts as a read.
 */
export interface MemoryFiles extends PlannedOn {
  /** memories whose path begins like this, which may end within a name, after a path */
  documents(at: FileAddress, limit: number, after?: string): Promise<FileEntry[]>
  search(storeId: string, query: string, limit: number): Promise<FoundFiles>
}

type Client = Pick<Reader, 'memory'>

/** The stored memories as they stand inside of a change. */
export function filesIn(c: Pick<Change, 'tx'>): PlannedOn {
  return filesOf(c.tx)
}

/** The stored memories as they stand now. */
export function storedFiles(): MemoryFiles {
  return {
    ...filesOf(db),
    async documents({ storeId, path }, limit, after) {
      const start = path.startsWith('/') ? path : `/${path}`
      const range = { gte: start, lt: start + LAST_CHARACTER, ...(after && { gt: after }) }
      return listed(db, storeId, range, limit)
    },
    search: (storeId, query, limit) => search({ storeId, query, limit }),
  }
}

const LAST_CHARACTER = '\u{10ffff}'

/** What has a path is there, and so is what it holds. */
const listed = (
  client: Client,
  storeId: string,
  path: { gte: string; lt: string; gt?: string },
  take: number,
): Promise<FileEntry[]> =>
  client.memory.findMany({
    where: { storeId, path },
    select: { path: true, size: true, sha256: true },
    orderBy: { path: 'asc' },
    take,
  }) as Promise<FileEntry[]>

const ENTRIES_A_STATEMENT = 500

function filesOf(client: Client): PlannedOn {
  const { memory } = client
  return {
    async read({ storeId, path }) {
      const found = await memory.findUnique({
        where: { storeId_path: { storeId, path } },
        omit: { content: false },
      })
      const content = found && soundText(found, found.versionId)
      if (content === null || found?.sha256 == null) return null
      const { id: memoryId, versionId: id, sha256 } = found
      return { id, memoryId, storeId, content, sha256 }
    },
    async entries({ storeId, path }) {
      const all: FileEntry[] = []
      const read = (last: FileEntry | undefined, take: number) =>
        listed(client, storeId, { ...below(path), ...(last && { gt: last.path }) }, take)
      for await (const rows of pagesOf(ENTRIES_A_STATEMENT, read)) all.push(...rows)
      return all
    },
    async exists({ storeId, path }) {
      return (await overlapOf({ tx: client, storeId }, path))?.path ?? null
    },
  }
}

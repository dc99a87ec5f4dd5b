import { db, padded, type Reader, type Tx } from '@/lib/db'
import { soundText } from '@/lib/store/model/sound'
import { search } from '@/lib/store/search'
import type { Change } from '@/lib/store/write/change'
import { below } from '@/lib/store/write/paths'
import { ancestorPaths } from '@/lib/text/memory-path'

/** A file or a directory of a store; '' is the store's root. */
export interface FileAddress {
  storeId: string
  /** without a trailing slash */
  path: string
}

/** A version that a caller is shown. */
export interface SeenVersion {
  id: string
  memoryId: string
  storeId: string
}

export interface FileText extends SeenVersion {
  content: string
  sha256: string
}

export interface FileEntry {
  path: string
  /** bytes */
  size: number
  sha256: string
}

export interface FoundFile {
  path: string
  matches: { line: number; snippet: string }[]
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
  /** memories whose path begins with a prefix, which may end within a name, after a path */
  documents(
    storeId: string,
    prefix: string,
    limit: number,
    after?: string,
  ): Promise<{ documents: FileEntry[]; hasMore: boolean }>
  search(
    storeId: string,
    query: string,
    limit: number,
  ): Promise<{ hits: FoundFile[]; hasMore: boolean }>
}

type Client = Pick<Reader, 'memory'> | Pick<Tx, 'memory'>

/** The stored memories as they stand inside of a change. */
export function filesIn(c: Pick<Change, 'tx'>): PlannedOn {
  return filesOf(c.tx)
}

/** The stored memories as they stand now. */
export function storedFiles(): MemoryFiles {
  return {
    ...filesOf(db),
    async documents(storeId, prefix, limit, after) {
      const start = prefix.startsWith('/') ? prefix : `/${prefix}`
      const found = await db.memory.findMany({
        where: {
          storeId,
          path: { gte: start, lt: start + LAST_CHARACTER, ...(after && { gt: after }) },
        },
        select: entry,
        orderBy: { path: 'asc' },
        take: limit + 1,
      })
      return { documents: found.slice(0, limit).map(asEntry), hasMore: found.length > limit }
    },
    async search(storeId, query, limit) {
      const { hits, hasMore } = await search({ storeId, query, limit })
      return {
        hits: hits.map(({ memory, matches }) => ({ path: memory.path, matches })),
        hasMore,
      }
    },
  }
}

const LAST_CHARACTER = '\u{10ffff}'
const entry = { path: true, size: true, sha256: true } as const

/** `path` and what it holds are there: a deleted memory has no path. */
const asEntry = (row: { path: string | null; size: number | null; sha256: string | null }) => ({
  path: row.path ?? '',
  size: row.size ?? 0,
  sha256: row.sha256 ?? '',
})

function filesOf(client: Client): PlannedOn {
  const { memory } = client as Pick<Reader, 'memory'>
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
      const found = await memory.findMany({
        where: { storeId, path: below(path) },
        select: entry,
        orderBy: { path: 'asc' },
      })
      return found.map(asEntry)
    },
    async exists({ storeId, path }) {
      const above = ancestorPaths(path)
      const found = await memory.findFirst({
        where: {
          storeId,
          OR: [{ path: { in: padded([path, ...above]) } }, { path: below(path) }],
        },
        select: { path: true },
      })
      return found?.path ?? null
    },
  }
}

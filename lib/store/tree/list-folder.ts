import type { Database } from '@/lib/db/database'
import type { Sql } from '@/lib/db/sql'
import { chunked } from '@/lib/text/chunked'
import { compareInTree } from '@/lib/text/natural-order'
import { findStore } from '../write/store-transaction'
import { memoryOf } from '../write/memory-of'
import { listMemories } from '../memories/read-memories'
import type { TreeEntry } from '../model/memory'
import type { Moment } from '../model/moment'
import { chainsFrom, entriesNamed, entriesOf, type EntryRow } from './sql/directories'
import { nodeAt } from './sql/tree'

export interface ListFolderInput {
  storeId: string
  /** without a trailing slash; '' for the root */
  directory: string
  /** 1 and up */
  limit: number
  /** `next` of the page before */
  after?: string | undefined
  /** at this moment instead of now: then chains of folders are not folded */
  at?: Moment | undefined
}

export interface FolderPage {
  /** a directory that holds nothing but another one is that other one, and so on down */
  entries: TreeEntry[]
  /** what to pass as `after` for the next page; null at the end */
  next: string | null
  /** as a tree shows them (`compareInTree`), or by bytes where they are too many for that */
  order: 'natural' | 'bytes'
}

/**
 * A folder of more entries is listed by bytes: the natural order has no index, so that each page
 * reads and sorts all names (docs/decisions/0036).
 */
export const MAX_IN_NATURAL_ORDER = 3_000

/** A page of a folder, as people see it. Refuses `store_not_found`. */
export async function listFolder(db: Database, input: ListFolderInput): Promise<FolderPage> {
  if (input.at !== undefined) return listFolderThen(db, input)
  const { key: storeKey } = await findStore(db.read, input.storeId)
  const node = await nodeAt(db.read, storeKey, input.directory)
  if (!node) return { entries: [], next: null, order: 'natural' }
  const names = await entriesOf(db.read, node.key, MAX_IN_NATURAL_ORDER + 1)
  if (names.length > MAX_IN_NATURAL_ORDER) {
    const page = await listMemories(db, { ...input, depth: 'children' })
    const entries = await folded(db.read, storeKey, page.entries)
    return { entries, next: page.next, order: 'bytes' }
  }
  const all = names.map(({ entry }) => `${input.directory}/${entry}`)
  const { page: paths, next } = pageOf(all, (path) => path, input)
  const found = await entriesAt(db.read, { storeId: input.storeId, parentKey: node.key, paths })
  return { entries: await folded(db.read, storeKey, found), next, order: 'natural' }
}

/** Of the past each page reads the whole folder anyway. */
async function listFolderThen(db: Database, input: ListFolderInput): Promise<FolderPage> {
  const limit = MAX_IN_NATURAL_ORDER
  const whole = await listMemories(db, { ...input, depth: 'children', after: undefined, limit })
  if (whole.next !== null) {
    return { ...(await listMemories(db, { ...input, depth: 'children' })), order: 'bytes' }
  }
  const { page, next } = pageOf(whole.entries, pathOf, input)
  return { entries: page, next, order: 'natural' }
}

function pathOf(entry: TreeEntry): string {
  return entry.type === 'memory' ? entry.memory.path : entry.directory.path
}

/** A page of all entries of a folder, in natural order. */
function pageOf<Item>(
  all: readonly Item[],
  pathOf: (item: Item) => string,
  { limit, after }: Pick<ListFolderInput, 'limit' | 'after'>,
): { page: Item[]; next: string | null } {
  const rest = all
    .filter((item) => after === undefined || compareInTree(pathOf(item), after) > 0)
    .sort((one, other) => compareInTree(pathOf(one), pathOf(other)))
  const page = rest.slice(0, limit)
  const last = page.at(-1)
  return { page, next: rest.length > page.length && last !== undefined ? pathOf(last) : null }
}

const ENTRIES_PER_STATEMENT = 200

/** The entries of a directory at these paths, in their order. */
async function entriesAt(
  sql: Sql,
  { storeId, parentKey, paths }: { storeId: string; parentKey: number; paths: readonly string[] },
): Promise<TreeEntry[]> {
  const rows = new Map<string, EntryRow>()
  for (const part of chunked(paths.map(entryOf), ENTRIES_PER_STATEMENT)) {
    const found = await entriesNamed(sql, parentKey, part)
    for (const row of found) rows.set(row.entry, row)
  }
  return paths.flatMap((path): TreeEntry[] => {
    const row = rows.get(entryOf(path))
    if (!row) return []
    if (row.isMemory === 1) return [{ type: 'memory', memory: memoryOf(row, storeId, null) }]
    const { memoryCount, byteSize } = row
    return [{ type: 'directory', directory: { path, memoryCount, byteSize } }]
  })
}

/** Returns the name that a listing of its directory shows, with a directory's trailing slash. */
function entryOf(path: string): string {
  return path.slice(path.lastIndexOf('/', path.length - 2) + 1)
}

/** The entries, each directory as the last of the chain that it begins. */
async function folded(
  sql: Sql,
  storeKey: number,
  entries: readonly TreeEntry[],
): Promise<TreeEntry[]> {
  const directories = entries.flatMap((entry) =>
    entry.type === 'directory' ? [entry.directory.path] : [],
  )
  const ends = new Map<string, string>()
  for (const part of chunked(directories, ENTRIES_PER_STATEMENT)) {
    const tops = part.map((path) => path.slice(0, -1))
    const chains = await chainsFrom(sql, storeKey, tops)
    for (const { top, path } of chains) {
      const end = ends.get(`${top}/`)
      if (end === undefined || end.length <= path.length) ends.set(`${top}/`, `${path}/`)
    }
  }
  return entries.map((entry) => {
    if (entry.type === 'memory') return entry
    const path = ends.get(entry.directory.path) ?? entry.directory.path
    return { type: 'directory', directory: { ...entry.directory, path } }
  })
}

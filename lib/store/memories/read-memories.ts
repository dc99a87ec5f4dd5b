import type { Database } from '@/lib/db/database'
import type { Sql } from '@/lib/db/sql'
import { comparePaths } from '@/lib/text/memory-path'
import { headText } from '../contents/recent-contents'
import { readStoredText } from '../contents/stored-content'
import type { Audience } from '../model/audience'
import type { FullMemory, Memory, View, TreeEntry } from '../model/memory'
import type { Moment } from '../model/moment'
import { refuse } from '../model/problems'
import { parseStoreSettings, type StoreSettings } from '../model/store-settings'
import { quarantinedFor, type Quarantined, withServed } from '../quarantine/quarantined'
import { findMemoryAt, childDirectoriesAt, childMemoriesAt, memoriesAt } from '../time/sql/past'
import { sequenceAt } from '../time/store-moment'
import { type Entry, servedChildren, servedChildrenAt } from '../tree/served-children'
import { nodeAt } from '../tree/sql/tree'
import { rangeBelow } from '../tree/subtree'
import { findMemory, type MemoryAddress } from '../write/find'
import type { StoreRow } from '../stores/sql/stores'
import { memoryOf } from '../write/memory-of'
import { findStore } from '../write/store-transaction'
import { childrenAfter, memoriesBetween } from './sql/listed-memories'

export type GetMemoryInput = MemoryAddress & {
  /** 'full' unless only metadata is needed */
  view?: View | undefined
  /** at this moment instead of now */
  at?: Moment | undefined
  /** agents are shown no version in quarantine; people if left out */
  audience?: Audience | undefined
}

/** A memory by id or path, now or at a moment. Refuses `store_not_found`, `memory_not_found`. */
export async function getMemory(
  db: Database,
  input: GetMemoryInput & { view?: 'full' | undefined },
): Promise<FullMemory>
export async function getMemory(db: Database, input: GetMemoryInput): Promise<Memory>
export async function getMemory(db: Database, input: GetMemoryInput): Promise<Memory> {
  const store = await findStore(db.read, input.storeId)
  return findIn(db, store, input)
}

export interface MemoryAndSettings {
  memory: FullMemory
  settings: StoreSettings
}

/** A memory with its content, and the settings of its store. Refuses like `getMemory`. */
export async function getMemoryAndSettings(
  db: Database,
  input: Omit<GetMemoryInput, 'view'>,
): Promise<MemoryAndSettings> {
  const store = await findStore(db.read, input.storeId)
  const memory = await findIn(db, store, { ...input, view: 'full' })
  const settings = parseStoreSettings(store.settings)
  return { memory: { ...memory, content: memory.content ?? '' }, settings }
}

async function findIn(db: Database, store: StoreRow, input: GetMemoryInput): Promise<Memory> {
  const { storeId } = input
  const memory = await findForAudience(db, store, input)
  if (!memory) {
    return refuse({
      kind: 'memory_not_found',
      storeId,
      memoryId: input.memoryId ?? null,
      path: input.path ?? null,
    })
  }
  if (input.view === 'basic') return memoryOf(memory, storeId, null)
  return memoryOf(memory, storeId, await headText(db.read, store.key, memory))
}

async function findForAudience(db: Database, store: StoreRow, input: GetMemoryInput) {
  const { memoryId, path, audience } = input
  const sequence = input.at ? await sequenceAt(db.read, store.key, input.at) : null
  const memory = await (sequence === null
    ? findMemory(db.read, store.key, input)
    : findMemoryAt(db.read, store.key, input, sequence))
  const where = memoryId === undefined ? { path } : { memoryId }
  const quarantined = await quarantinedFor(db.read, store, audience, { ...where, upTo: sequence })
  if (!quarantined || (memory && !quarantined.has(memory.key))) return memory
  const served = [...quarantined.values()].map((each) => each.served)
  return served.find((row) => row && (memoryId !== undefined || row.path === path))
}

export interface ListMemoriesInput {
  storeId: string
  /** the directory to list, without a trailing slash; '' for the whole store */
  directory: string
  /** everything below, or only direct children, with deeper ones rolled up as directories */
  depth: 'all' | 'children'
  view?: View
  /** 1 and up */
  limit: number
  /** continues after the last entry of the previous page */
  after?: string | undefined
  /** at this moment instead of now */
  at?: Moment | undefined
  /** agents are shown no version in quarantine; people if left out */
  audience?: Audience | undefined
}

export interface MemoryPage {
  entries: TreeEntry[]
  /** what to pass as `after` for the next page; null at the end */
  next: string | null
}

/**
 * A page of a store's memories, in byte order of paths. A folder costs what it contains, however
 * large the store is. Refuses `store_not_found`.
 */
export async function listMemories(db: Database, input: ListMemoriesInput): Promise<MemoryPage> {
  const store = await findStore(db.read, input.storeId)
  const at = input.at ? await sequenceAt(db.read, store.key, input.at) : null
  const quarantined = await quarantinedFor(db.read, store, input.audience, {
    within: input.directory,
    upTo: at,
  })
  // Each memory in quarantine takes at most one entry away.
  const limit = input.limit + 1 + (quarantined?.size ?? 0)
  const listing = { ...input, storeKey: store.key, at, quarantined, limit }
  const found = (
    await (input.depth === 'children' ? listChildren(db.read, listing) : listAll(db.read, listing))
  ).slice(0, input.limit + 1)
  const page = found.slice(0, input.limit)
  const entries: TreeEntry[] = []
  for (const entry of page) entries.push(await treeEntry(db.read, store.key, input, entry))
  return { entries, next: found.length > input.limit ? (page.at(-1)?.path ?? null) : null }
}

async function treeEntry(
  sql: Sql,
  storeKey: number,
  input: ListMemoriesInput,
  entry: Entry,
): Promise<TreeEntry> {
  if ('directory' in entry) {
    return { type: 'directory', directory: { path: entry.path, ...entry.directory } }
  }
  const content =
    input.view === 'full' ? await readStoredText(sql, storeKey, entry.memory.headSequence) : null
  return { type: 'memory', memory: memoryOf(entry.memory, input.storeId, content) }
}

interface Listing extends Pick<ListMemoriesInput, 'directory' | 'after' | 'limit'> {
  storeKey: number
  /** as of this change; null: now */
  at: number | null
  /** what is not shown as it is */
  quarantined: Quarantined | null
}

async function listAll(sql: Sql, listing: Listing): Promise<Entry[]> {
  const { storeKey, directory, limit, at, quarantined } = listing
  const { from, to } = rangeBelow(directory)
  const after = listing.after ?? from
  const rows =
    at === null
      ? await memoriesBetween(sql, storeKey, { after, before: to, limit })
      : await memoriesAt(sql, storeKey, { after, before: to, limit }, at)
  const upTo = rows.length < limit ? undefined : rows.at(-1)?.path
  const span = { after, before: to, upTo }
  return withServed(quarantined, rows, span).map((memory) => ({ path: memory.path, memory }))
}

async function listChildren(sql: Sql, input: Listing): Promise<Entry[]> {
  const { storeKey, at, quarantined } = input
  const node = await nodeAt(sql, storeKey, input.directory)
  if (!node) return []
  const prefix = `${input.directory}/`
  const after = input.after ?? prefix
  if (at !== null) {
    const entries = await pastChildren(sql, node.key, at, after)
    if (!quarantined) return entries
    const about = { storeKey, sequence: at, quarantined }
    return servedChildrenAt(sql, { entries, prefix, span: { after } }, about)
  }
  const rows = await childrenAfter(sql, {
    parentKey: node.key,
    after: input.after?.slice(prefix.length) ?? '',
    limit: input.limit,
  })
  const entries = rows.map((row): Entry =>
    row.isMemory === 1
      ? { path: row.path, memory: row }
      : {
          path: prefix + row.entry,
          directory: { memoryCount: row.memoryCount, byteSize: row.byteSize },
        },
  )
  if (!quarantined) return entries
  const upTo = rows.length < input.limit ? undefined : entries.at(-1)?.path
  return servedChildren({ entries, prefix, span: { after, upTo } }, quarantined)
}

async function pastChildren(
  sql: Sql,
  parentKey: number,
  sequence: number,
  after: string,
): Promise<Entry[]> {
  const memories = await childMemoriesAt(sql, parentKey, sequence)
  const directories = await childDirectoriesAt(sql, parentKey, sequence)
  const entries: Entry[] = [
    ...memories.map((memory) => ({ path: memory.path, memory })),
    ...directories.map(({ path }) => ({
      path: `${path}/`,
      directory: { memoryCount: null, byteSize: null },
    })),
  ]
  return entries
    .filter((entry) => comparePaths(entry.path, after) > 0)
    .sort((one, other) => comparePaths(one.path, other.path))
}

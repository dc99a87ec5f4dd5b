import { db, padded } from '@/lib/db'
import { pagesOf } from '@/lib/db/many'
import { headsAt } from './past'
import { type TreeRow, treeRows } from './sql'
import { getStore } from './stores'

/** All memories of a store, for its tree. Nothing of folders is stored: they follow from the paths. */

/** A memory in the tree of a store. */
export interface TreeMemory {
  id: string
  path: string
  /** bytes */
  size: number
  /** the number of its last change */
  sequence: number
  /** somebody read its present text; not told of the past */
  isRead: boolean
}

export interface Tree {
  /** the number of the store's changes that it shows */
  sequence: number
  /** by the bytes of their paths, at most `MAX_TREE` */
  memories: TreeMemory[]
  hasMore: boolean
}

const MAX_TREE = 10_000

const MEMORIES_A_STATEMENT = 500

/** All memories of a store, now or at a number of its changes. Refuses `store_not_found`. */
export async function treeOf(storeId: string, at?: number): Promise<Tree> {
  const { lastSequence } = await getStore(storeId)
  const memories = at === undefined ? await treeNow(storeId) : await treeThen(storeId, at)
  return {
    sequence: Math.min(at ?? lastSequence, lastSequence),
    memories: memories.slice(0, MAX_TREE),
    hasMore: memories.length > MAX_TREE,
  }
}

async function treeNow(storeId: string): Promise<TreeMemory[]> {
  const memories: TreeMemory[] = []
  const read = (last: TreeRow | undefined, size: number) =>
    treeRows(storeId, { after: last?.path ?? '' }, size)
  for await (const rows of pagesOf(MEMORIES_A_STATEMENT, read)) {
    memories.push(...rows.map(asListed))
    if (memories.length > MAX_TREE) break
  }
  return memories
}

const asListed = ({ isRead, ...row }: TreeRow): TreeMemory => ({ ...row, isRead: isRead > 0 })

async function treeThen(storeId: string, at: number): Promise<TreeMemory[]> {
  const heads = await headsAt(storeId, at)
  return heads.map(({ memoryId: id, path, size, sequence }) => ({
    id,
    path,
    size,
    sequence,
    isRead: false,
  }))
}

/** What a tree of an earlier number must change to be the present one. */
export interface TreeNews {
  sequence: number
  changed: TreeMemory[]
  /** where something lay that was changed since: what still lies there is in `changed` */
  gone: string[]
}

/** Of more changes the whole tree is read anew. */
const MAX_PATCHED = 500

/**
 * What changed in a store's tree since a number; null: the whole is to be read anew. Refuses
 * `store_not_found`.
 */
export async function treeSince(storeId: string, since: number): Promise<TreeNews | null> {
  const { lastSequence } = await getStore(storeId)
  if (since > lastSequence || lastSequence - since > MAX_PATCHED) return null
  const later = { storeId, sequence: { gt: since } }
  // Steps that are no versions redact what the tree tells.
  if (await db.event.count({ where: { ...later, type: { not: 'moment' } } })) return null
  const written = await db.version.findMany({ where: later, select: { memoryId: true } })
  const ids = padded([...new Set(written.map(({ memoryId }) => memoryId))])
  const rows = ids.length > 0 ? await treeRows(storeId, { ids }, MAX_PATCHED) : []
  // What stood then is asked for by its end alone: SQLite would look through all that came before.
  const ended = await db.version.findMany({
    where: { storeId, untilSequence: { gt: since }, operation: { not: 'deleted' } },
    select: { path: true, sequence: true },
  })
  const gone = ended.flatMap(({ path, sequence }) => (sequence <= since && path ? path : []))
  return { sequence: lastSequence, changed: rows.map(asListed), gone }
}

import { db, padded, turn } from '@/lib/db'
import { compareInTree } from '@/lib/text/natural-order'
import { parentPath } from '@/lib/text/memory-path'
import { writersOf } from './actors'
import type { Writer } from './model/actor'
import { headsAt } from './past'
import { type TreeRow, treeRows } from './sql'
import { getStore } from './stores'
import { below } from './write/paths'

/** A store's folders: nothing of them is stored, they follow from the paths of its memories. */

/** A memory in a listing. */
export interface FolderMemory {
  id: string
  path: string
  size: number
  /** number and time of its last change */
  sequence: number
  changedAt: Date
}

/** A folder in a listing, with all that is below it. */
export interface FolderSum {
  /** without a trailing slash; a folder that holds nothing but another one is that other one */
  path: string
  memories: number
  bytes: number
}

export interface FolderListing {
  /** as a tree shows them: `2` before `10` */
  folders: FolderSum[]
  memories: FolderMemory[]
}

/** What lies in a folder, '' is the root; `at`: at this number of the store's changes, else now. */
export async function listFolder(of: {
  storeId: string
  folder: string
  at?: number | undefined
}): Promise<FolderListing> {
  const { memories, counts } =
    of.at === undefined ? await folderNow(of) : await folderThen(of, of.at)
  const folders = joined(of.folder, counts)
  return {
    folders: folders.sort((one, other) => compareInTree(`${one.path}/`, `${other.path}/`)),
    memories: memories.sort((one, other) => compareInTree(one.path, other.path)),
  }
}

const MEMORIES_A_STATEMENT = 500

/** What a folder holds itself, and how much lies directly in each folder below it. */
interface Held {
  memories: FolderMemory[]
  counts: FolderSum[]
}

async function folderNow({ storeId, folder }: { storeId: string; folder: string }): Promise<Held> {
  const groups = await db.memory.groupBy({
    by: ['folder'],
    where: { storeId, folder: below(folder) },
    _count: true,
    _sum: { size: true },
  })
  const memories: FolderMemory[] = []
  for (let after = ''; ;) {
    const rows = await db.memory.findMany({
      where: { storeId, folder, path: { gt: after } },
      select: { id: true, path: true, size: true, sequence: true, updatedAt: true },
      orderBy: { path: 'asc' },
      take: MEMORIES_A_STATEMENT,
    })
    for (const { path, size, updatedAt, ...row } of rows) {
      memories.push({ ...row, path: path ?? '', size: size ?? 0, changedAt: updatedAt })
    }
    if (rows.length < MEMORIES_A_STATEMENT) break
    after = memories.at(-1)?.path ?? ''
    await turn()
  }
  const counts = groups.map(({ folder: path, _count, _sum }) => ({
    path: path ?? '',
    memories: _count,
    bytes: _sum.size ?? 0,
  }))
  return { memories, counts }
}

async function folderThen(
  { storeId, folder }: { storeId: string; folder: string },
  at: number,
): Promise<Held> {
  const memories: FolderMemory[] = []
  const counts = new Map<string, FolderSum>()
  for (const head of await headsAt(storeId, at, { within: folder })) {
    const { memoryId: id, path, size, sequence } = head
    const parent = parentPath(path)
    if (parent === folder) memories.push({ id, path, size, sequence, changedAt: head.at })
    else add(counts, parent, { memories: 1, bytes: size })
  }
  return { memories, counts: [...counts.values()] }
}

function add(sums: Map<string, FolderSum>, path: string, more: Omit<FolderSum, 'path'>): void {
  const sum = sums.get(path) ?? { path, memories: 0, bytes: 0 }
  sum.memories += more.memories
  sum.bytes += more.bytes
  sums.set(path, sum)
}

/** The folders directly in `folder`, each with its sum and led on to where its chain ends. */
function joined(folder: string, counts: readonly FolderSum[]): FolderSum[] {
  const sums = new Map<string, FolderSum>()
  const shared = new Map<string, string>()
  for (const { path, ...more } of counts) {
    const slash = path.indexOf('/', folder.length + 1)
    const child = slash === -1 ? path : path.slice(0, slash)
    add(sums, child, more)
    shared.set(child, commonFolder(shared.get(child) ?? path, path))
  }
  return [...sums].map(([child, sum]) => ({ ...sum, path: shared.get(child) ?? child }))
}

/** The last folder that lies above both, or is both. */
function commonFolder(one: string, other: string): string {
  const [names, others] = [one.split('/'), other.split('/')]
  const end = names.findIndex((name, index) => name !== others[index])
  return end === -1 ? one : names.slice(0, end).join('/')
}

/** A memory in the tree of a store. */
export interface TreeMemory extends FolderMemory {
  changedBy: Writer
  /** an agent wrote it since a person looked */
  toReview: boolean
  /** somebody read its present text; null: not told of the past */
  isRead: boolean | null
}

export interface Tree {
  /** the number of the store's changes that it shows */
  sequence: number
  /** by the bytes of their paths, at most `MAX_TREE` */
  memories: TreeMemory[]
  hasMore: boolean
}

const MAX_TREE = 10_000

/** All memories of a store, now or at a number of its changes. Refuses `store_not_found`. */
export async function treeOf(storeId: string, at?: number): Promise<Tree> {
  const { lastSequence } = await getStore(storeId)
  if (at !== undefined) return treeThen(storeId, Math.min(at, lastSequence))
  const rows: TreeRow[] = []
  for (let isLast = false; !isLast && rows.length <= MAX_TREE;) {
    const page = await treeRows(storeId, { after: rows.at(-1)?.path ?? '' }, MEMORIES_A_STATEMENT)
    rows.push(...page)
    isLast = page.length < MEMORIES_A_STATEMENT
    await turn()
  }
  const memories = await listed(rows.slice(0, MAX_TREE))
  return { sequence: lastSequence, memories, hasMore: rows.length > MAX_TREE }
}

async function listed(rows: readonly TreeRow[]): Promise<TreeMemory[]> {
  const writerOf = await writersOf(rows)
  return rows.map((row) => {
    const { id, path, size, sequence, updatedAt: changedAt } = row
    const changedBy = writerOf(row)
    const isRead = row.reads > 0
    return {
      id,
      path,
      size,
      sequence,
      changedAt,
      changedBy,
      toReview: row.toReview !== null,
      isRead,
    }
  })
}

async function treeThen(storeId: string, at: number): Promise<Tree> {
  const heads = await headsAt(storeId, at)
  const shown = heads.slice(0, MAX_TREE)
  const writerOf = await writersOf(shown)
  const memories = shown.map((head): TreeMemory => {
    const { memoryId: id, path, size, sequence, at: changedAt } = head
    const changedBy = writerOf(head)
    return { id, path, size, sequence, changedAt, changedBy, toReview: false, isRead: null }
  })
  return { sequence: at, memories, hasMore: heads.length > MAX_TREE }
}

/** What a tree of an earlier number must change to be the present one. */
export interface TreeNews {
  sequence: number
  changed: TreeMemory[]
  goneIds: string[]
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
  const where = { storeId, sequence: { gt: since } }
  // Steps that are no versions settle or redact what the tree tells.
  if (await db.event.count({ where: { ...where, type: { not: 'moment' } } })) return null
  const touched = await db.version.findMany({ where, select: { memoryId: true } })
  const ids = [...new Set(touched.map(({ memoryId }) => memoryId))]
  const rows = ids.length > 0 ? await treeRows(storeId, { ids: padded(ids) }, MAX_PATCHED) : []
  const live = new Set(rows.map(({ id }) => id))
  const goneIds = ids.filter((id) => !live.has(id))
  return { sequence: lastSequence, changed: await listed(rows), goneIds }
}

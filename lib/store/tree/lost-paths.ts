import type { Database } from '@/lib/db/database'
import type { Sql } from '@/lib/db/sql'
import { chunked } from '@/lib/text/chunked'
import { ancestorPaths, baseName } from '@/lib/text/memory-path'
import { turns } from '@/lib/turns'
import { mendNode } from './mend-node'
import { changeStore } from '../write/store-transaction'
import { rangeBelow } from './subtree'
import type { Cause } from '../model/actor'

/** A live memory, or a folder of some, that the tree of its store lacks or counts wrongly. */
export interface LostPath {
  storeId: string
  path: string
  isFolder: boolean
}

const MEMORIES_PER_PAGE = 2000
const FOLDERS_PER_QUERY = 500

/**
 * Compares the tree of every store with its memories and yields where it differs: page by page, on a
 * connection for long reads, and giving way. What a writer changes meanwhile is looked at again, and
 * is no difference.
 */
export async function* lostPaths(
  db: Pick<Database, 'bulk'>,
  signal?: AbortSignal,
): AsyncGenerator<LostPath> {
  const sql = db.bulk.until(signal)
  const maybeYield = turns(signal)
  const stores = await sql.all<{ key: number; id: string }>(
    'SELECT key, id FROM memory_stores WHERE deleted_at IS NULL ORDER BY key',
  )
  for (const { key: storeKey, id: storeId } of stores) {
    let open: Folder[] = []
    let closed: Folder[] = []
    const lostFolders = async function* () {
      for (const path of await miscounted(sql, storeKey, closed)) {
        yield { storeId, path, isFolder: true }
      }
      closed = []
    }
    for await (const { path, size, is_there } of memoriesOf(sql, storeKey)) {
      await maybeYield()
      if (is_there === 0) yield { storeId, path, isFolder: false }
      // By the order of paths, what lies in a folder comes without anything else in between.
      const isAround = (folder: Folder) => path.startsWith(`${folder.path}/`)
      closed.push(...open.filter((folder) => !isAround(folder)))
      open = open.filter(isAround)
      for (const above of ancestorPaths(path).slice(open.length)) {
        open.push({ path: above, memories: 0, bytes: 0 })
      }
      for (const folder of open) {
        folder.memories++
        folder.bytes += size
      }
      if (closed.length >= FOLDERS_PER_QUERY) yield* lostFolders()
    }
    closed.push(...open)
    yield* lostFolders()
  }
}

interface Folder {
  path: string
  /** live memories anywhere below, and their bytes */
  memories: number
  bytes: number
}

interface MemoryRow {
  path: string
  size: number
  is_there: number
}

async function* memoriesOf(sql: Sql, storeKey: number): AsyncGenerator<MemoryRow> {
  for (let after = rangeBelow('').from; ;) {
    const rows = await sql.all<MemoryRow>(
      `SELECT m.path, m.size,
         CASE WHEN n.memory_key = m.key AND n.entry IS NOT NULL THEN 1 ELSE 0 END AS is_there
       FROM memories m LEFT JOIN path_nodes n ON n.store_key = m.store_key AND n.path = m.path
       WHERE m.store_key = ? AND m.path > ? ORDER BY m.path LIMIT ?`,
      [storeKey, after, MEMORIES_PER_PAGE],
    )
    yield* rows
    const last = rows.at(-1)
    if (!last || rows.length < MEMORIES_PER_PAGE) return
    after = last.path
  }
}

interface NodeRow {
  path: string
  entry: string | null
  memory_count: number
  byte_size: number
  is_open: number
}

async function miscounted(
  sql: Sql,
  storeKey: number,
  folders: readonly Folder[],
): Promise<string[]> {
  const lost: string[] = []
  for (const some of chunked(folders, FOLDERS_PER_QUERY)) {
    const rows = await sql.all<NodeRow>(
      `SELECT n.path, n.entry, n.memory_count, n.byte_size, ${IS_OPEN} AS is_open
       FROM path_nodes n
       WHERE n.store_key = ? AND n.path IN (?${', ?'.repeat(some.length - 1)})`,
      [storeKey, ...some.map(({ path }) => path)],
    )
    const nodes = new Map(rows.map((row) => [row.path, row]))
    for (const folder of some) {
      if (isRight(nodes.get(folder.path), folder)) continue
      const again = await countedAgain(sql, storeKey, folder.path)
      if (again.memories > 0 && !isRight(again.node, again)) lost.push(folder.path)
    }
  }
  return lost
}

const IS_OPEN = `CASE WHEN EXISTS (SELECT 1 FROM directory_spans s
  WHERE s.node_key = n.key AND s.until_sequence IS NULL) THEN 1 ELSE 0 END`

function isRight(node: NodeRow | undefined, { path, memories, bytes }: Folder): boolean {
  return (
    node?.entry === `${baseName(path)}/` &&
    node.memory_count === memories &&
    node.byte_size === bytes &&
    node.is_open === 1
  )
}

/** Both sides in one statement, between which nobody writes. */
async function countedAgain(sql: Sql, storeKey: number, path: string) {
  const { from, to } = rangeBelow(path)
  const row = await sql.get<Omit<NodeRow, 'path'> & { memories: number; bytes: number }>(
    `SELECT n.entry, n.memory_count, n.byte_size, ${IS_OPEN} AS is_open, b.memories, b.bytes
     FROM (SELECT count(*) AS memories, CAST(coalesce(sum(m.size), 0) AS BIGINT) AS bytes
       FROM memories m WHERE m.store_key = ? AND m.path > ? AND m.path < ?) b
     LEFT JOIN path_nodes n ON n.store_key = ? AND n.path = ?`,
    [storeKey, from, to, storeKey, path],
  )
  const { memories = 0, bytes = 0 } = row ?? {}
  return { path, memories, bytes, node: row && { ...row, path } }
}

/** Paths mended in one transaction: others wait for its commit. */
const PATHS_PER_TRANSACTION = 16

/** Makes the tree of a store what its memories say, at these paths. Refuses `store_not_found`. */
export async function mendTree(
  db: Database,
  { storeId, paths, cause }: { storeId: string; paths: readonly string[]; cause: Cause },
): Promise<void> {
  for (const some of chunked(paths, PATHS_PER_TRANSACTION)) {
    await changeStore(
      db,
      storeId,
      cause,
      async (transaction) => {
        for (const path of some) await mendNode(transaction, path)
      },
      { whenArchived: 'allow' },
    )
  }
}

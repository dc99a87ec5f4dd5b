import { columns, type RowOf } from '@/lib/db/columns'
import { oneOf } from '@/lib/db/one-of'
import type { Sql } from '@/lib/db/sql'

/** Checks the tree against all memories of all stores, by the threads that read for long work. */

/** A memory that is live; `isThere` 1: its node says so. */
export interface MemoryInTreeRow {
  path: string
  size: number
  isThere: number
}

/** The live memories of a store by path, page by page. */
export function memoriesInTree(
  sql: Sql,
  { storeKey, after, limit }: { storeKey: number; after: string; limit: number },
): Promise<MemoryInTreeRow[]> {
  return sql.all<MemoryInTreeRow>(
    `SELECT m.path, m.size,
       CASE WHEN n.memory_key = m.key AND n.entry IS NOT NULL THEN 1 ELSE 0 END AS "isThere"
     FROM memories m LEFT JOIN path_nodes n ON n.store_key = m.store_key AND n.path = m.path
     WHERE m.store_key = ? AND m.path > ? ORDER BY m.path LIMIT ?`,
    [storeKey, after, limit],
  )
}

const NODE = columns('n', 'pathNode', ['path', 'entry', 'memoryCount', 'byteSize'])

const IS_OPEN = `CASE WHEN EXISTS (SELECT 1 FROM directory_spans s
  WHERE s.node_key = n.key AND s.until_sequence IS NULL) THEN 1 ELSE 0 END AS "isOpen"`

/** A directory's row in the tree; `isOpen` 1: it is there now. */
export type DirectoryRow = RowOf<typeof NODE> & { isOpen: number }

export function directoriesAt(
  sql: Sql,
  storeKey: number,
  paths: readonly string[],
): Promise<DirectoryRow[]> {
  return sql.all<DirectoryRow>(
    `SELECT ${NODE.list}, ${IS_OPEN} FROM path_nodes n
     WHERE n.store_key = ? AND n.path IN ${oneOf(paths)}`,
    [storeKey, ...paths],
  )
}

const COUNTS = columns('n', 'pathNode', ['entry', 'memoryCount', 'byteSize'])

/** The same with what there is; the columns of the node are null if there is none. */
type CountedRow = RowOf<typeof COUNTS> & { isOpen: number; memories: number; bytes: number }

/** Both sides in one statement, between which nobody writes; `from` and `to` are what is below. */
export function countedDirectory(
  sql: Sql,
  { storeKey, path, from, to }: { storeKey: number; path: string; from: string; to: string },
): Promise<CountedRow | undefined> {
  return sql.get<CountedRow>(
    `SELECT ${COUNTS.list}, ${IS_OPEN}, b.memories, b.bytes
     FROM (SELECT count(*) AS memories, CAST(coalesce(sum(m.size), 0) AS BIGINT) AS bytes
       FROM memories m WHERE m.store_key = ? AND m.path > ? AND m.path < ?) b
     LEFT JOIN path_nodes n ON n.store_key = ? AND n.path = ?`,
    [storeKey, from, to, storeKey, path],
  )
}

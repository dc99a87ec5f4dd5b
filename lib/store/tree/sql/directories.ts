import { columns, type RowOf } from '@/lib/db/columns'
import { oneOf } from '@/lib/db/one-of'
import type { Sql } from '@/lib/db/sql'
import { type LiveMemoryRow, HEAD } from '../../write/sql/heads'

/**
 * Listings of a folder. Only pages ask, but each reads up to thousands of names, and chains of folders
 * are followed by recursion.
 */

/** Lists a directory's entries now, in order of bytes. */
export function entriesOf(
  sql: Sql,
  parentKey: number,
  limit: number,
): Promise<{ entry: string }[]> {
  return sql.all<{ entry: string }>(
    `SELECT n.entry FROM path_nodes n WHERE n.parent_key = ? AND n.entry > ''
     ORDER BY n.entry LIMIT ?`,
    [parentKey, limit],
  )
}

const NODE = columns('n', 'pathNode', ['memoryCount', 'byteSize'])

/** The memory's columns are null unless `isMemory` is 1. */
export type EntryRow = LiveMemoryRow &
  RowOf<typeof NODE> & {
    entry: string
    isMemory: number
  }

/** Some entries of a directory, with the memories that are there. */
export function entriesNamed(
  sql: Sql,
  parentKey: number,
  entries: readonly string[],
): Promise<EntryRow[]> {
  return sql.all<EntryRow>(
    `SELECT n.entry, CASE WHEN n.memory_key IS NULL THEN 0 ELSE 1 END AS "isMemory",
       ${NODE.list}, ${HEAD.list}
     FROM path_nodes n LEFT JOIN memories m ON m.key = n.memory_key
     WHERE n.parent_key = ? AND n.entry IN ${oneOf(entries)}`,
    [parentKey, ...entries],
  )
}

/** A directory, and one that it leads to by nothing but directories alone in theirs. */
interface ChainRow {
  top: string
  path: string
}

export function chainsFrom(
  sql: Sql,
  storeKey: number,
  directories: readonly string[],
): Promise<ChainRow[]> {
  return sql.all<ChainRow>(
    `WITH RECURSIVE chain(top, key, path) AS (
       SELECT path, key, path FROM path_nodes
       WHERE store_key = ? AND path IN ${oneOf(directories)}
       UNION ALL
       SELECT c.top, n.key, n.path FROM chain c JOIN path_nodes n ON n.parent_key = c.key
         AND n.entry = (SELECT min(entry) FROM path_nodes WHERE parent_key = c.key)
         AND n.entry = (SELECT max(entry) FROM path_nodes WHERE parent_key = c.key)
       WHERE n.memory_key IS NULL
     ) SELECT top, path FROM chain WHERE top <> path`,
    [storeKey, ...directories],
  )
}

import { columns, type RowOf } from '@/lib/db/columns'
import type { Sql } from '@/lib/db/sql'
import { type LiveMemoryRow, HEAD } from '../../write/sql/heads'

/** Lists of memories, in byte order of paths: agents ask for them, and exports go over all by them. */

/** At paths between two, both exclusive. */
export function memoriesBetween(
  sql: Sql,
  storeKey: number,
  { after, before, limit }: { after: string; before: string; limit: number },
): Promise<LiveMemoryRow[]> {
  return sql.all<LiveMemoryRow>(
    `SELECT ${HEAD.list} FROM memories m
     WHERE m.store_key = ? AND m.path > ? AND m.path < ? ORDER BY m.path LIMIT ?`,
    [storeKey, after, before, limit],
  )
}

const TOTALS = columns('n', 'pathNode', ['memoryCount', 'byteSize'])

/** A memory, or the totals of a directory; `entry`: its name, that of a directory with a slash. */
type ChildRow = RowOf<typeof TOTALS> & { entry: string } & (
    | ({ isMemory: 1 } & LiveMemoryRow)
    | { isMemory: 0 }
  )

/** Lists a directory's direct children after an entry, in order. */
export function childrenAfter(
  sql: Sql,
  { parentKey, after, limit }: { parentKey: number; after: string; limit: number },
): Promise<ChildRow[]> {
  return sql.all<ChildRow>(
    `SELECT n.entry, CASE WHEN n.memory_key IS NULL THEN 0 ELSE 1 END AS "isMemory", ${TOTALS.list},
       ${HEAD.list}
     FROM path_nodes n LEFT JOIN memories m ON m.key = n.memory_key
     WHERE n.parent_key = ? AND n.entry > ? ORDER BY n.entry LIMIT ?`,
    [parentKey, after, limit],
  )
}

import type { Sql } from '@/lib/db/sql'

/** Files that a command may name by a pattern: hooks and transcripts ask, while agents work. */

/** A watched folder, and the store that it is kept in step with. */
export interface FolderOfStore {
  storeKey: number
  location: string
}

export function foldersOfStores(sql: Sql): Promise<FolderOfStore[]> {
  return sql.all<FolderOfStore>(
    `SELECT c.store_key AS "storeKey", c.location FROM connections c
     JOIN memory_stores s ON s.key = c.store_key WHERE s.deleted_at IS NULL`,
  )
}

/** Paths at which a store has or had something, and that begin with a text. */
export async function pathsBeginningWith(
  sql: Sql,
  { storeKey, beginning, limit }: { storeKey: number; beginning: string; limit: number },
): Promise<string[]> {
  const rows = await sql.all<{ path: string }>(
    `SELECT n.path FROM path_nodes n WHERE n.store_key = ? AND n.path >= ? AND n.path < ?
     ORDER BY n.path LIMIT ?`,
    [storeKey, beginning, `${beginning}\u{10ffff}`, limit],
  )
  return rows.map((row) => row.path)
}

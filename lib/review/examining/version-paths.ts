import type { Sql } from '@/lib/db/sql'

/** Where memories were in several versions of a store, by sequence. */
export async function versionPaths(
  sql: Sql,
  storeKey: number,
  sequences: readonly number[],
): Promise<Map<number, string>> {
  if (sequences.length === 0) return new Map()
  const rows = await sql.all<{ sequence: number; path: string }>(
    `SELECT v.sequence, n.path FROM memory_versions v JOIN path_nodes n ON n.key = v.node_key
     WHERE v.store_key = ? AND v.sequence IN (${sequences.map(() => '?').join(', ')})`,
    [storeKey, ...sequences],
  )
  return new Map(rows.map(({ sequence, path }) => [sequence, path]))
}

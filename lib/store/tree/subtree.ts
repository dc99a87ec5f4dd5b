import type { Sql } from '@/lib/db/sql'
import { findMemory } from '../write/find'
import { type LiveMemoryRow, MEMORY_COLUMNS } from '../write/rows'

/**
 * Both databases compare paths by bytes, so a directory's contents are the range from
 * `{directory}/` up to, but excluding, the same with the byte after the slash.
 */
export function rangeBelow(directory: string): { from: string; to: string } {
  return { from: `${directory}/`, to: `${directory}0` }
}

/** The live memory at a path, or those anywhere below it, ordered by path. */
export async function memoriesWithin(
  sql: Sql,
  storeKey: number,
  path: string,
): Promise<LiveMemoryRow[]> {
  const memory = await findMemory(sql, storeKey, { path })
  if (memory) return [memory]
  const { from, to } = rangeBelow(path)
  return sql.all<LiveMemoryRow>(
    `SELECT ${MEMORY_COLUMNS} FROM memories m
     WHERE m.store_key = ? AND m.path > ? AND m.path < ? ORDER BY m.path`,
    [storeKey, from, to],
  )
}

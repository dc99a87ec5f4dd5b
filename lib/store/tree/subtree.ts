import type { Sql } from '@/lib/db/sql'
import { findMemory } from '../write/find'
import type { LiveMemoryRow } from '../write/sql/heads'
import { memoriesBetween } from './sql/tree'

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
  return memoriesBetween(sql, { storeKey, ...rangeBelow(path) })
}

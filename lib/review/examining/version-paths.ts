import type { Sql } from '@/lib/db/sql'
import { pathsOfVersions } from './sql/examined'

/** The paths of memories in several versions of a store, by sequence. */
export async function versionPaths(
  sql: Sql,
  storeKey: number,
  sequences: readonly number[],
): Promise<Map<number, string>> {
  if (sequences.length === 0) return new Map()
  const rows = await pathsOfVersions(sql, storeKey, sequences)
  return new Map(rows.map(({ sequence, path }) => [sequence, path]))
}

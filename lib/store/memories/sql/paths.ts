import { oneOf } from '@/lib/db/one-of'
import type { Sql } from '@/lib/db/sql'
import { HEAD, type MemoryRow } from '../../write/sql/heads'

/** Many paths at once: only pages ask, but for thousands, which take the client many times as long. */

/** The index of the paths answers this alone. */
export function pathsAfter(
  sql: Sql,
  { storeKey, after, limit }: { storeKey: number; after: string; limit: number },
): Promise<{ path: string }[]> {
  return sql.all<{ path: string }>(
    'SELECT path FROM memories WHERE store_key = ? AND path > ? ORDER BY path LIMIT ?',
    [storeKey, after, limit],
  )
}

export function memoriesAtPaths(
  sql: Sql,
  storeKey: number,
  paths: readonly string[],
): Promise<MemoryRow[]> {
  return sql.all<MemoryRow>(
    `SELECT ${HEAD.list} FROM memories m
     WHERE m.store_key = ? AND m.path IN ${oneOf(paths)} ORDER BY m.path`,
    [storeKey, ...paths],
  )
}

/** Every path that a memory has had; the index of its versions answers for one memory. */
export function pathsOfVersions(
  sql: Sql,
  storeKey: number,
  memoryId: string,
): Promise<{ path: string }[]> {
  return sql.all<{ path: string }>(
    `SELECT DISTINCT n.path FROM memories m
     CROSS JOIN memory_versions v JOIN path_nodes n ON n.key = v.node_key
     WHERE v.memory_key = m.key AND m.store_key = ? AND m.id = ?`,
    [storeKey, memoryId],
  )
}

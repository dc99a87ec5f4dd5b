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

/** Every path that these memories have had; the index of a memory's versions answers for each. */
export function pathsOfVersions(
  sql: Sql,
  storeKey: number,
  memoryIds: readonly string[],
): Promise<{ memoryId: string; path: string }[]> {
  return sql.all<{ memoryId: string; path: string }>(
    `SELECT DISTINCT m.id AS "memoryId", n.path FROM memories m
     CROSS JOIN memory_versions v JOIN path_nodes n ON n.key = v.node_key
     WHERE v.memory_key = m.key AND m.store_key = ? AND m.id IN ${oneOf(memoryIds)}`,
    [storeKey, ...memoryIds],
  )
}

/** Those of these paths at which several memories have had versions; a path's index answers for each. */
export function pathsOfSeveral(
  sql: Sql,
  storeKey: number,
  paths: readonly string[],
): Promise<{ path: string }[]> {
  return sql.all<{ path: string }>(
    `SELECT n.path FROM path_nodes n JOIN memory_versions v ON v.node_key = n.key
     WHERE n.store_key = ? AND n.path IN ${oneOf(paths)}
     GROUP BY n.path HAVING count(DISTINCT v.memory_key) > 1`,
    [storeKey, ...paths],
  )
}

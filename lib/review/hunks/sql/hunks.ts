import { columns, type RowOf } from '@/lib/db/columns'
import { oneOf } from '@/lib/db/one-of'
import type { Sql, WriteSql } from '@/lib/db/sql'

/** Hunks and where they come from: programs list them over the API, and judge what was found. */

const CHANGESET = columns('c', 'changeset', ['key'])

/** Locks the changesets in which a memory has undecided hunks with findings. */
export function lockChangesetsWithFindings(
  tx: WriteSql,
  memoryKey: number,
): Promise<RowOf<typeof CHANGESET>[]> {
  return tx.all<RowOf<typeof CHANGESET>>(
    `SELECT ${CHANGESET.list} FROM changesets c WHERE c.key IN (
       SELECT m.changeset_key FROM changeset_memories m
       WHERE m.memory_key = ? AND m.open_hunks > 0 AND m.hunks LIKE '%"find_%')
     ORDER BY c.key ${tx.forUpdate}`,
    [memoryKey],
  )
}

const HUNKS = columns('m', 'changesetMemory', ['hunks'])

export function hunksIn(
  sql: Sql,
  changesetKey: number,
  memoryKey: number,
): Promise<RowOf<typeof HUNKS> | undefined> {
  return sql.get<RowOf<typeof HUNKS>>(
    `SELECT ${HUNKS.list} FROM changeset_memories m
     WHERE m.changeset_key = ? AND m.memory_key = ?`,
    [changesetKey, memoryKey],
  )
}

const JUDGED = columns('m', 'changesetMemory', ['changesetKey', 'memoryKey', 'hunks', 'level'])

export async function updateHunks(tx: WriteSql, row: RowOf<typeof JUDGED>): Promise<void> {
  await tx.run(
    'UPDATE changeset_memories SET hunks = ?, level = ? WHERE changeset_key = ? AND memory_key = ?',
    [row.hunks, row.level, row.changesetKey, row.memoryKey],
  )
}

const FINDING = columns('f', 'finding', ['id', 'severity'])

/** The findings among these that nobody dismissed, and that no exception covers at a time. */
export function activeFindings(
  sql: Sql,
  ids: readonly string[],
  now: number,
): Promise<RowOf<typeof FINDING>[]> {
  return sql.all<RowOf<typeof FINDING>>(
    `SELECT ${FINDING.list} FROM findings f JOIN memories m ON m.key = f.memory_key
     WHERE f.id IN ${oneOf(ids)} AND f.status IN ('open', 'fixed')
       AND NOT EXISTS (SELECT 1 FROM finding_exceptions e WHERE e.store_key = f.store_key
         AND e.rule = f.rule AND e.path = m.path AND e.ends_at > ?)`,
    [...ids, now],
  )
}

const CHANGED = columns('v', 'memoryVersion', ['memoryKey'])

/** The memories that a changeset changed since the last decision about it; without one, all. */
export function changedSinceDecided(
  sql: Sql,
  changesetId: string,
): Promise<RowOf<typeof CHANGED>[]> {
  return sql.all<RowOf<typeof CHANGED>>(
    `SELECT DISTINCT ${CHANGED.list} FROM changesets c CROSS JOIN memory_versions v
     WHERE c.id = ? AND v.changeset_key = c.key AND v.created_at > coalesce(
       (SELECT max(d.decided_at) FROM hunk_decisions d WHERE d.changeset_key = c.key), 0)`,
    [changesetId],
  )
}

const VERSION = columns('v', 'memoryVersion', ['id', 'ordinal'])

export function versionWithOrdinal(
  sql: Sql,
  id: string,
): Promise<RowOf<typeof VERSION> | undefined> {
  return sql.get<RowOf<typeof VERSION>>(
    `SELECT ${VERSION.list} FROM memory_versions v WHERE v.id = ?`,
    [id],
  )
}

const EARLIER = columns('e', 'memoryVersion', ['id'])

/** The last version before one, of the same memory, that has a text. */
export function textBefore(sql: Sql, id: string): Promise<RowOf<typeof EARLIER> | undefined> {
  return sql.get<RowOf<typeof EARLIER>>(
    `SELECT ${EARLIER.list} FROM memory_versions v CROSS JOIN memory_versions e
     WHERE v.id = ? AND e.memory_key = v.memory_key AND e.sequence < v.sequence
       AND e.operation <> 'deleted' AND e.sha256 IS NOT NULL
     ORDER BY e.sequence DESC LIMIT 1`,
    [id],
  )
}

const STORE = columns('s', 'memoryStore', ['byteSize'])

/** The size of a store in bytes. */
export async function sizeOfStore(sql: Sql, storeKey: number): Promise<number> {
  const row = await sql.get<RowOf<typeof STORE>>(
    `SELECT ${STORE.list} FROM memory_stores s WHERE s.key = ?`,
    [storeKey],
  )
  return row?.byteSize ?? 0
}

const MEMORY = columns('m', 'memory', ['key', 'id'])

/** The memories that a changeset wrote. */
export function memoriesWritten(sql: Sql, changesetKey: number): Promise<RowOf<typeof MEMORY>[]> {
  return sql.all<RowOf<typeof MEMORY>>(
    `SELECT DISTINCT ${MEMORY.list} FROM memory_versions v CROSS JOIN memories m
     WHERE v.changeset_key = ? AND m.key = v.memory_key`,
    [changesetKey],
  )
}

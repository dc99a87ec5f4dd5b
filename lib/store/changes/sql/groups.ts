import { columns, type RowOf } from '@/lib/db/columns'
import { oneOf } from '@/lib/db/one-of'
import type { BulkSql, Sql } from '@/lib/db/sql'
import { MAX_PAUSE_MS } from '../../model/change-group'
import { SELECT_VERSIONS, type VersionRow } from '../../versions/sql/version-rows'

/**
 * Changes that were made together: many versions of a store, for the threads that read for long
 * work.
 */

const TITLE = columns('s', 'session', ['id', 'title'])

export function titlesOfSessions(
  sql: BulkSql,
  ids: readonly string[],
): Promise<RowOf<typeof TITLE>[]> {
  return sql.all<RowOf<typeof TITLE>>(
    `SELECT ${TITLE.list} FROM sessions s WHERE s.id IN ${oneOf(ids)}`,
    ids,
  )
}

/** The newest versions of a store before a change. */
export function newestVersions(
  sql: Sql,
  { storeKey, before, limit }: { storeKey: number; before: number; limit: number },
): Promise<VersionRow[]> {
  return sql.all<VersionRow>(
    `${SELECT_VERSIONS} WHERE v.store_key = ? AND v.sequence < ?
     ORDER BY v.sequence DESC LIMIT ?`,
    [storeKey, before, limit],
  )
}

/** The versions of a store after a change, the nearest first. */
export function nextVersions(
  sql: Sql,
  { storeKey, after, limit }: { storeKey: number; after: number; limit: number },
): Promise<VersionRow[]> {
  return sql.all<VersionRow>(
    `${SELECT_VERSIONS} WHERE v.store_key = ? AND v.sequence > ?
     ORDER BY v.sequence LIMIT ?`,
    [storeKey, after, limit],
  )
}

/** Counts over the versions of a group; `first` is null if there are none. */
export interface CountedRow {
  first: number | null
  changes: number
  memories: number
  created: number
  deleted: number
}

const COUNTS = `min(v.sequence) AS first, count(*) AS changes,
  count(DISTINCT v.memory_key) AS memories,
  count(CASE WHEN v.operation = 'created' THEN 1 END) AS created,
  count(CASE WHEN v.operation = 'deleted' THEN 1 END) AS deleted`

export function countBatch(
  sql: Sql,
  { batchId, upTo }: { batchId: string; upTo: number },
): Promise<CountedRow | undefined> {
  return sql.get<CountedRow>(
    `SELECT ${COUNTS} FROM batches b JOIN memory_versions v ON v.batch_key = b.key
     WHERE b.id = ? AND v.sequence <= ?`,
    [batchId, upTo],
  )
}

export function countBetween(
  sql: Sql,
  { storeKey, after, upTo }: { storeKey: number; after: number; upTo: number },
): Promise<CountedRow | undefined> {
  return sql.get<CountedRow>(
    `SELECT ${COUNTS} FROM memory_versions v
     WHERE v.store_key = ? AND v.sequence > ? AND v.sequence <= ?`,
    [storeKey, after, upTo],
  )
}

/** Returns the path of a change; null: it was redacted. */
export async function pathOfChange(
  sql: Sql,
  storeKey: number,
  sequence: number,
): Promise<string | null> {
  const row = await sql.get<{ path: string | null }>(
    `SELECT n.path FROM memory_versions v LEFT JOIN path_nodes n ON n.key = v.node_key
     WHERE v.store_key = ? AND v.sequence = ?`,
    [storeKey, sequence],
  )
  return row?.path ?? null
}

/**
 * The last version from `from` on, before `first`, that does not belong to what this actor wrote in
 * one go in this session ('': in none), by seeds or by hand.
 */
export async function lastOutsideRun(
  sql: Sql,
  run: {
    storeKey: number
    actorId: string
    sessionId: string
    isSeed: boolean
    from: number
    first: number
  },
): Promise<number | null> {
  const joins = run.isSeed ? "b.kind = 'seed'" : 'b.key IS NULL'
  const row = await sql.get<{ sequence: number | null }>(
    `SELECT max(sequence) AS sequence FROM (
       SELECT v.sequence, lead(v.created_at) OVER (ORDER BY v.sequence) - v.created_at AS pause,
         CASE WHEN v.actor_id = ? AND coalesce(v.session_id, '') = ? AND ${joins}
           THEN 1 ELSE 0 END AS joins
       FROM memory_versions v LEFT JOIN batches b ON b.key = v.batch_key
       WHERE v.store_key = ? AND v.sequence >= ? AND v.sequence <= ?
     ) run WHERE sequence < ? AND (joins = 0 OR abs(pause) > ${MAX_PAUSE_MS})`,
    [run.actorId, run.sessionId, run.storeKey, run.from, run.first, run.first],
  )
  return row?.sequence ?? null
}

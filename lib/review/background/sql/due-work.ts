import { columns, type RowOf } from '@/lib/db/columns'
import { oneOf } from '@/lib/db/one-of'
import type { BulkSql, Sql, WriteSql } from '@/lib/db/sql'

/** Queries of the timers: changesets to examine or to open, stores to scan, digests to post. */

const CHANGESET = columns('c', 'changeset', ['key', 'id'])

/** The newest changesets with changes that are not examined. */
export function pendingChangesets(sql: Sql, limit: number): Promise<RowOf<typeof CHANGESET>[]> {
  return sql.all<RowOf<typeof CHANGESET>>(
    `SELECT ${CHANGESET.list} FROM changesets c CROSS JOIN memory_stores s
     WHERE c.pending = 1 AND s.key = c.store_key AND s.deleted_at IS NULL
     ORDER BY c.key DESC LIMIT ?`,
    [limit],
  )
}

const KEY = columns('c', 'changeset', ['key'])

/** Examined changesets that are not done and in which something was not scanned, the newest first. */
export function unscannedChangesets(sql: BulkSql): Promise<RowOf<typeof KEY>[]> {
  return sql.all<RowOf<typeof KEY>>(
    `SELECT ${KEY.list} FROM changesets c JOIN memory_stores s ON s.key = c.store_key
     WHERE c.pending = 0 AND c.state <> 'done' AND c.reasons LIKE '%"unscanned"%'
       AND s.deleted_at IS NULL
     ORDER BY c.key DESC`,
  )
}

/** Marks these changesets to be examined from their beginning. */
export async function examineFromStart(tx: WriteSql, keys: readonly number[]): Promise<void> {
  await tx.run(
    `UPDATE changesets SET pending = 1, examined_sequence = 0
     WHERE pending = 0 AND key IN ${oneOf(keys)}`,
    keys,
  )
}

const SNOOZED = columns('c', 'changeset', ['key', 'storeKey'])

/** The snoozed changesets whose time has come. */
export function snoozedUntil(sql: Sql, now: number): Promise<RowOf<typeof SNOOZED>[]> {
  return sql.all<RowOf<typeof SNOOZED>>(
    `SELECT ${SNOOZED.list} FROM changesets c WHERE c.state = 'snoozed' AND c.snoozed_until <= ?`,
    [now],
  )
}

/** Opens a snoozed changeset, unless it was opened or snoozed for longer meanwhile. */
export async function openSnoozed(tx: WriteSql, key: number, now: number): Promise<void> {
  await tx.run(
    `UPDATE changesets SET state = 'open', snoozed_until = NULL, revision = revision + 1
     WHERE key = ? AND state = 'snoozed' AND snoozed_until <= ?`,
    [key, now],
  )
}

const STORE = columns('s', 'memoryStore', ['id', 'memoryCount'])

/** The stores whose heads were not all scanned by a revision of the rules. */
export function storesWithOldRules(
  sql: BulkSql,
  rulesRevision: number,
): Promise<RowOf<typeof STORE>[]> {
  return sql.all<RowOf<typeof STORE>>(
    `SELECT ${STORE.list} FROM memory_stores s LEFT JOIN store_scans x ON x.store_key = s.key
     WHERE s.deleted_at IS NULL AND s.memory_count > 0
       AND coalesce(x.rules_revision, 0) < ? ORDER BY s.key`,
    [rulesRevision],
  )
}

const POST = columns('p', 'digestPost', ['id', 'period', 'startsAt'])

/** A digest is to be posted from `now` on, if it was not to be before. */
export async function addPost(
  tx: WriteSql,
  { id, period, startsAt, now }: RowOf<typeof POST> & { now: number },
): Promise<void> {
  await tx.run(
    `INSERT INTO digest_posts (id, period, starts_at, next_try_at, beat_at)
     VALUES (?, ?, ?, ?, ${tx.clock}) ON CONFLICT (id) DO NOTHING`,
    [id, period, startsAt, now],
  )
}

const DUE = columns('p', 'digestPost', ['id', 'period', 'startsAt', 'tries'])

export type DuePostRow = RowOf<typeof DUE>

/** The digests that nobody posts and whose time has come, the oldest first. */
export function duePosts(sql: Sql, now: number): Promise<DuePostRow[]> {
  return sql.all<DuePostRow>(
    `SELECT ${DUE.list} FROM digest_posts p
     WHERE p.posted_at IS NULL AND p.next_try_at <= ? AND p.runner IS NULL ORDER BY p.starts_at`,
    [now],
  )
}

const TRIED = columns('p', 'digestPost', ['id', 'fault', 'postedAt', 'nextTryAt', 'runner'])

/** Notes a try, if its runner still has the digest. */
export async function notePosted(tx: WriteSql, row: RowOf<typeof TRIED>): Promise<void> {
  await tx.run(
    `UPDATE digest_posts SET tries = tries + 1, fault = ?, posted_at = ?, next_try_at = ?
     WHERE id = ? AND runner = ?`,
    [row.fault, row.postedAt, row.nextTryAt, row.id, row.runner],
  )
}

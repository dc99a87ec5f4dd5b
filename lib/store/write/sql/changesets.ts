import { columns, type RowOf } from '@/lib/db/columns'
import type { WriteSql } from '@/lib/db/sql'

/**
 * Changesets as agents' writes, and those that wait, join them. Each joins by one conditional UPDATE
 * of the newest of its grouping, which an index finds: what it returns was joined.
 */

const KEY = columns('changesets', 'changeset', ['key'])

type KeyRow = RowOf<typeof KEY>

interface Newest {
  storeKey: number
  grouping: string
  /** the earliest last change of one that is joined; milliseconds since 1970 */
  since: number
}

const NEWEST = 'key = (SELECT max(key) FROM changesets WHERE store_key = ? AND grouping = ?)'

/** Counts a change in one that waits for its examination anyway: no index of the inbox changes. */
export function joinPending(
  tx: WriteSql,
  { storeKey, grouping, since, sequence }: Newest & { sequence: number },
): Promise<KeyRow | undefined> {
  return tx.get<KeyRow>(
    `UPDATE changesets SET last_sequence = ?, change_count = change_count + 1,
       revision = revision + 1
     WHERE ${NEWEST} AND last_changed_at >= ? AND pending = 1 AND state = 'open'
     RETURNING ${KEY.list}`,
    [sequence, storeKey, grouping, since],
  )
}

/** Counts a change, which opens it. */
export function joinAndOpen(
  tx: WriteSql,
  { storeKey, grouping, since, sequence, at }: Newest & { sequence: number; at: number },
): Promise<KeyRow | undefined> {
  return tx.get<KeyRow>(
    `UPDATE changesets SET last_sequence = ?, last_changed_at = ?, change_count = change_count + 1,
       pending = 1, state = 'open', snoozed_until = NULL, revision = revision + 1
     WHERE ${NEWEST} AND last_changed_at >= ? RETURNING ${KEY.list}`,
    [sequence, at, storeKey, grouping, since],
  )
}

/** Opens it for a write that waits, and is no change yet. */
export function openForProposal(
  tx: WriteSql,
  { storeKey, grouping, since }: Newest,
): Promise<KeyRow | undefined> {
  return tx.get<KeyRow>(
    `UPDATE changesets SET state = 'open', snoozed_until = NULL, revision = revision + 1
     WHERE ${NEWEST} AND last_changed_at >= ? RETURNING ${KEY.list}`,
    [storeKey, grouping, since],
  )
}

const NEW_CHANGESET = columns('c', 'changeset', [
  'id',
  'storeKey',
  'grouping',
  'sessionId',
  'actorType',
  'actorId',
  'firstSequence',
  'lastSequence',
  'firstChangedAt',
  'lastChangedAt',
  'changeCount',
  'examinedSequence',
  'pending',
])

export type NewChangeset = RowOf<typeof NEW_CHANGESET>

export function insertChangeset(tx: WriteSql, row: NewChangeset): Promise<KeyRow | undefined> {
  return tx.get<KeyRow>(
    `INSERT INTO changesets (id, store_key, grouping, session_id, actor_type, actor_id,
       first_sequence, last_sequence, first_changed_at, last_changed_at, change_count,
       examined_sequence, pending)
     VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?) RETURNING ${KEY.list}`,
    [
      row.id,
      row.storeKey,
      row.grouping,
      row.sessionId,
      row.actorType,
      row.actorId,
      row.firstSequence,
      row.lastSequence,
      row.firstChangedAt,
      row.lastChangedAt,
      row.changeCount,
      row.examinedSequence,
      row.pending,
    ],
  )
}

/** Counts changes that were not counted when the first of them joined. */
export function countChanges(
  tx: WriteSql,
  { key, lastSequence, changes }: { key: number; lastSequence: number; changes: number },
): Promise<void> {
  return tx.later(
    'UPDATE changesets SET last_sequence = ?, change_count = change_count + ? WHERE key = ?',
    [lastSequence, changes, key],
  )
}

import type { WriteSql } from '@/lib/db/sql'
import { newId } from '@/lib/text/prefixed-id'
import { type Cause, sessionOf } from '../model/actor'

/** The changes of one key without a session are parted where it rested longer; milliseconds. */
const LONGEST_REST_MS = 30 * 60_000

/**
 * Writes that follow each other faster leave the time of the last change as it is: every index of
 * the inbox has it, and changing them is most of what keeping a changeset costs. Milliseconds.
 */
const INEXACT_MS = 1_000

/** A changeset that a transaction's versions join, and what is not yet counted in its row. */
export interface JoinedChangeset {
  key: number
  lastSequence: number
  uncounted: number
}

/** What joining needs of a transaction on a store. */
export interface JoiningTransaction {
  readonly sql: WriteSql
  readonly storeKey: number
  readonly cause: Cause
  readonly now: number
  readonly batchKey: number | null
  /** the changeset that its versions join; null: they need no review; undefined: not asked yet */
  changeset: JoinedChangeset | null | undefined
}

/**
 * The key of the changeset that a new version belongs to (review page, Terms): that of its session;
 * else of its batch; else of its actor, unless that one rested for more than half an hour. Null if
 * no agent wrote it. A changeset that was decided or snoozed is open again.
 */
export async function joinChangeset(
  transaction: JoiningTransaction,
  sequence: number,
): Promise<number | null> {
  transaction.changeset ??=
    transaction.changeset === null ? null : await findOrOpen(transaction, sequence)
  const { changeset } = transaction
  if (!changeset) return null
  if (sequence !== changeset.lastSequence) changeset.uncounted++
  changeset.lastSequence = Math.max(changeset.lastSequence, sequence)
  return changeset.key
}

/** Counts the versions after a transaction's first. */
export async function countInChangeset({ sql, changeset }: JoiningTransaction): Promise<void> {
  if (!changeset || changeset.uncounted === 0) return
  await sql.run(
    'UPDATE changesets SET last_sequence = ?, change_count = change_count + ? WHERE key = ?',
    [changeset.lastSequence, changeset.uncounted, changeset.key],
  )
}

async function findOrOpen(
  transaction: JoiningTransaction,
  sequence: number,
): Promise<JoinedChangeset | null> {
  const { sql, storeKey, cause, now } = transaction
  if (!mayBeAgent(cause)) return null
  const { grouping, since } = groupingOf(transaction)
  const written = await sql.get<{ key: number }>(
    `UPDATE changesets SET last_sequence = ?, change_count = change_count + 1,
       revision = revision + 1
     WHERE key = (SELECT max(key) FROM changesets WHERE store_key = ? AND grouping = ?)
       AND last_changed_at >= ? AND pending = 1 AND state = 'open' RETURNING key`,
    [sequence, storeKey, grouping, Math.max(since, now - INEXACT_MS)],
  )
  if (written) return { key: written.key, lastSequence: sequence, uncounted: 0 }
  const open = await sql.get<{ key: number }>(
    `UPDATE changesets SET last_sequence = ?, last_changed_at = ?, change_count = change_count + 1,
       pending = 1, state = 'open', snoozed_until = NULL, revision = revision + 1
     WHERE key = (SELECT max(key) FROM changesets WHERE store_key = ? AND grouping = ?)
       AND last_changed_at >= ? RETURNING key`,
    [sequence, now, storeKey, grouping, since],
  )
  if (open) return { key: open.key, lastSequence: sequence, uncounted: 0 }
  if (!(await isAgent(sql, cause))) return null
  const opened = await sql.get<{ key: number }>(
    `INSERT INTO changesets (id, store_key, grouping, session_id, actor_type, actor_id,
       first_sequence, last_sequence, first_changed_at, last_changed_at, change_count)
     VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, 1) RETURNING key`,
    [
      newId('chgset', now),
      storeKey,
      grouping,
      sessionOf(cause),
      cause.actor.type,
      cause.actor.id,
      sequence,
      sequence,
      now,
      now,
    ],
  )
  if (!opened) throw new Error('an inserted changeset has no key')
  return { key: opened.key, lastSequence: sequence, uncounted: 0 }
}

/** What joins a change to a changeset, and how recently that must have been changed. */
export function groupingOf({
  cause,
  batchKey,
  now,
}: Pick<JoiningTransaction, 'cause' | 'batchKey' | 'now'>): {
  grouping: string
  since: number
} {
  const sessionId = sessionOf(cause)
  if (sessionId !== null) return { grouping: `session:${sessionId}`, since: 0 }
  if (batchKey !== null) return { grouping: `batch:${batchKey}`, since: 0 }
  return { grouping: `actor:${cause.actor.id}`, since: now - LONGEST_REST_MS }
}

const mayBeAgent = ({ actor, isOnDisk }: Cause) =>
  isOnDisk === true || actor.type === 'session' || actor.type === 'api_key'

/**
 * Agents are sessions, keys marked as an agent's, callers without a key, and whoever writes in a
 * watched folder.
 */
export async function isAgent(sql: WriteSql, { actor, isOnDisk }: Cause): Promise<boolean> {
  if (isOnDisk) return true
  if (actor.type !== 'api_key') return actor.type === 'session'
  const key = await sql.get<{ purpose: string }>('SELECT purpose FROM api_keys WHERE id = ?', [
    actor.id,
  ])
  return key?.purpose !== 'script'
}

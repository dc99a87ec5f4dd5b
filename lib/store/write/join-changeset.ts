import type { WriteSql } from '@/lib/db/sql'
import { newId } from '@/lib/text/prefixed-id'
import { type Cause, sessionOf } from '../model/actor'
import { INEXACT_MS, type KnownRows } from './known-rows'

/** The changes of one connection without a session are parted where it rested longer; milliseconds. */
const MAX_IDLE_MS = 30 * 60_000

/** A changeset that a transaction's versions join, and what is not yet counted in its row. */
export interface JoinedChangeset {
  key: number
  lastSequence: number
  uncounted: number
  /** what it is found by */
  grouping: string
}

/** What joining needs of a transaction on a store. */
export interface JoiningTransaction {
  readonly sql: WriteSql
  readonly storeKey: number
  readonly cause: Cause
  /** who takes the change over from elsewhere, with its author and time; null: it is made here */
  readonly imported: { readonly by: Cause; readonly at: number } | null
  readonly now: number
  readonly batchKey: number | null
  readonly known: KnownRows | null
  /** see `StoreTransaction` */
  readonly effects: (() => void)[]
  /** the changeset that its versions join; null: they need no review; undefined: not asked yet */
  changeset: JoinedChangeset | null | undefined
}

/** Who answers for a transaction's versions: they are judged and reviewed as theirs. */
export const answerableFor = ({
  cause,
  imported,
}: Pick<JoiningTransaction, 'cause' | 'imported'>) => imported?.by ?? cause

/**
 * By what a transaction's versions join a changeset. What is imported joins as a key's single writes
 * do, however many batches and years its history has.
 */
const joiningOf = ({ cause, imported, batchKey, now }: JoiningTransaction) =>
  imported ? { cause: imported.by, batchKey: null, now: imported.at } : { cause, batchKey, now }

/**
 * The key of the changeset that a new version belongs to (review page, Terms): that of its session;
 * else of its batch; else of its actor and connection, unless that one rested for more than half an
 * hour. Null if no agent wrote it. A changeset that was decided or snoozed is open again.
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

/** Counts the versions that are not counted yet: all but the first, or all of a known changeset. */
export async function countInChangeset(transaction: JoiningTransaction): Promise<void> {
  const { sql, changeset, known } = transaction
  const { now } = joiningOf(transaction)
  if (!changeset) return
  const { key, lastSequence, grouping, uncounted: changes } = changeset
  known?.changesets.set(grouping, { key, lastChangedAt: now })
  if (changes === 0) return
  if (known) {
    known.join(key, { lastSequence, changes, now })
    return
  }
  await sql.later(
    'UPDATE changesets SET last_sequence = ?, change_count = change_count + ? WHERE key = ?',
    [lastSequence, changes, key],
  )
}

async function findOrOpen(
  transaction: JoiningTransaction,
  sequence: number,
): Promise<JoinedChangeset | null> {
  if (!mayBeAgent(answerableFor(transaction))) return null
  const { grouping, since } = groupingOf(joiningOf(transaction))
  const known = transaction.known?.changesets.get(grouping)
  if (known && known.lastChangedAt >= since) {
    return { key: known.key, lastSequence: sequence, uncounted: 1, grouping }
  }
  const joined = known === null ? null : await joinNewest(transaction, sequence)
  return joined ?? open(transaction, sequence)
}

/** Joins the newest changeset of the grouping, if it is recent enough. */
async function joinNewest(
  transaction: JoiningTransaction,
  sequence: number,
): Promise<JoinedChangeset | null> {
  const { sql, storeKey } = transaction
  const { now } = joiningOf(transaction)
  const { grouping, since } = groupingOf(joiningOf(transaction))
  const written = await sql.get<{ key: number }>(
    `UPDATE changesets SET last_sequence = ?, change_count = change_count + 1,
       revision = revision + 1
     WHERE key = (SELECT max(key) FROM changesets WHERE store_key = ? AND grouping = ?)
       AND last_changed_at >= ? AND pending = 1 AND state = 'open' RETURNING key`,
    [sequence, storeKey, grouping, Math.max(since, now - INEXACT_MS)],
  )
  if (written) return { key: written.key, lastSequence: sequence, uncounted: 0, grouping }
  const opened = await sql.get<{ key: number }>(
    `UPDATE changesets SET last_sequence = ?, last_changed_at = ?, change_count = change_count + 1,
       pending = 1, state = 'open', snoozed_until = NULL, revision = revision + 1
     WHERE key = (SELECT max(key) FROM changesets WHERE store_key = ? AND grouping = ?)
       AND last_changed_at >= ? RETURNING key`,
    [sequence, now, storeKey, grouping, since],
  )
  return opened ? { key: opened.key, lastSequence: sequence, uncounted: 0, grouping } : null
}

async function open(
  transaction: JoiningTransaction,
  sequence: number,
): Promise<JoinedChangeset | null> {
  const { sql, storeKey, known } = transaction
  const { cause, now } = joiningOf(transaction)
  const isKnown = cause.isOnDisk ? undefined : known?.agents.get(cause.actor.id)
  if (!(isKnown ?? (await isAgent(sql, cause)))) return null
  const { grouping } = groupingOf(joiningOf(transaction))
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
  return { key: opened.key, lastSequence: sequence, uncounted: 0, grouping }
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
  const { actor, connection } = cause
  const by = connection === undefined ? '' : `${BY}${connection}`
  return { grouping: `actor:${actor.id}${by}`, since: now - MAX_IDLE_MS }
}

/** Between an actor and a connection; in no id. */
const BY = '/'

/** The connection that a grouping names. */
export const connectionIn = (grouping: string): string | undefined =>
  grouping.startsWith('actor:') ? grouping.split(BY, 2)[1] : undefined

/** Whether to ask (`isAgent`). */
export const mayBeAgent = ({ actor, isOnDisk }: Cause) =>
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

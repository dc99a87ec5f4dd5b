import type { WriteSql } from '@/lib/db/sql'
import { newId } from '@/lib/text/prefixed-id'
import { type Cause, sessionOf } from '../model/actor'
import { INEXACT_MS, type KnownRows } from './known-rows'
import { countChanges, insertChangeset, joinAndOpen, joinPending } from './sql/changesets'
import { purposeOfKey } from './sql/keys'

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

/** The parts of a transaction on a store that joining needs. */
export interface JoiningTransaction {
  readonly sql: WriteSql
  readonly storeKey: number
  readonly cause: Cause
  /** who takes the change over from elsewhere, with its author and time; null: it is made here */
  readonly imported: { readonly by: Cause; readonly at: number } | null
  readonly now: number
  readonly batchKey: number | null
  readonly known: KnownRows | null
  /** which keys are an agent's, by their ids, as far as it was asked */
  readonly agents: Map<string, boolean>
  /** see `StoreTransaction` */
  readonly effects: (() => void)[]
  /** the changeset that its versions join; null: they need no review; undefined: not asked yet */
  changeset: JoinedChangeset | null | undefined
}

/**
 * Returns the cause that answers for a transaction's versions: they are judged and reviewed as its
 * own.
 */
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
  await countChanges(sql, { key, lastSequence, changes })
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
  const newest = { storeKey, grouping, since }
  const unhurried = { ...newest, since: Math.max(since, now - INEXACT_MS), sequence }
  const written = await joinPending(sql, unhurried)
  if (written) return { key: written.key, lastSequence: sequence, uncounted: 0, grouping }
  const opened = await joinAndOpen(sql, { ...newest, sequence, at: now })
  return opened ? { key: opened.key, lastSequence: sequence, uncounted: 0, grouping } : null
}

async function open(
  transaction: JoiningTransaction,
  sequence: number,
): Promise<JoinedChangeset | null> {
  const { sql, storeKey } = transaction
  const { cause, now } = joiningOf(transaction)
  if (!(await isByAgent(transaction))) return null
  const { grouping } = groupingOf(joiningOf(transaction))
  const begin = { storeKey, grouping, cause, sequence, now }
  const key = await beginChangeset(sql, { ...begin, changes: 1 })
  return { key, lastSequence: sequence, uncounted: 0, grouping }
}

/** The beginning of a changeset: with its first change, or with none that is made yet. */
export interface Beginning {
  storeKey: number
  grouping: string
  cause: Cause
  /** of its first change; if it has none, the store's last */
  sequence: number
  now: number
  changes: 0 | 1
}

/** Returns the new changeset's key. */
export async function beginChangeset(
  tx: WriteSql,
  { storeKey, grouping, cause, sequence, now, changes }: Beginning,
): Promise<number> {
  const row = await insertChangeset(tx, {
    id: newId('chgset', now),
    storeKey,
    grouping,
    sessionId: sessionOf(cause),
    actorType: cause.actor.type,
    actorId: cause.actor.id,
    firstSequence: sequence,
    lastSequence: sequence,
    firstChangedAt: now,
    lastChangedAt: now,
    changeCount: changes,
    examinedSequence: changes === 0 ? sequence : 0,
    pending: changes,
  })
  if (!row) throw new Error('an inserted changeset has no key')
  return row.key
}

/**
 * Returns the key by which a change joins a changeset, and how recently that must have been
 * changed.
 */
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

/** Returns whether the cause may be an agent, so that it is worth asking (`isByAgent`). */
export const mayBeAgent = ({ actor, isOnDisk }: Cause) =>
  isOnDisk === true || actor.type === 'session' || actor.type === 'api_key'

/**
 * Returns whether an agent answers for what a transaction writes: sessions are agents, keys marked
 * as an agent's, callers without a key, and whoever writes in a watched folder. Asks about a key
 * once.
 */
export async function isByAgent(
  transaction: Pick<JoiningTransaction, 'sql' | 'cause' | 'imported' | 'agents'>,
): Promise<boolean> {
  const { sql, agents } = transaction
  const { actor, isOnDisk } = answerableFor(transaction)
  if (isOnDisk) return true
  if (actor.type !== 'api_key') return actor.type === 'session'
  const known = agents.get(actor.id)
  if (known !== undefined) return known
  const key = await purposeOfKey(sql, actor.id)
  const isAgent = key?.purpose !== 'script'
  agents.set(actor.id, isAgent)
  return isAgent
}

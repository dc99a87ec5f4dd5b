import type { Database } from '@/lib/db/database'
import { causeOf, log } from '@/lib/log'
import { warmScanner } from '@/lib/scan/scanner'
import { addChangesetUpdated } from '@/lib/store/events/review-events'
import { StoreError } from '@/lib/store/model/problems'
import { examineChangeset } from '../examining/examine-changeset'
import { Shapes } from '../findings/shapes'
import { followFindings } from '../findings/follow-findings'
import { examineUnscannedAgain } from './examine-unscanned-again'
import { OneAtATime } from './one-at-a-time'
import { Backoff } from './backoff'
import { scanByNewRules } from './scan-by-new-rules'
import { signMemories } from './sign-memories'
import { openSnoozed, pendingChangesets, snoozedUntil } from './sql/due-work'

/**
 * Wait after a change before it is examined, so that changes made meanwhile are examined together:
 * what is written several times in a row is examined once.
 */
const DEBOUNCE_MS = 200

/** Under sustained load examining is delayed by at most this long. */
const MAX_DELAY_MS = 2_000

/** Interval for waking snoozed changesets; also the most that a lost wake-up can delay one. */
const SNOOZE_MS = 15_000

/** Interval for retrying what could not be scanned. */
const RETRY_INTERVAL_MS = 60_000

/**
 * Delay after the start before stores are scanned by new rules: people waiting for a page go first.
 */
const NEW_RULES_MS = 30_000

const CHANGESETS_PER_TURN = 20

/**
 * Examines changesets in the background as agents write, and wakes snoozed ones. Returns the
 * function that stops it.
 */
export function startExamining(db: Database): () => Promise<void> {
  warmScanner()
  const stopped = new AbortController()
  const { signal } = stopped
  const backoffs = newBackoffs()
  const unlessStopped = (message: string) => (error: unknown) => {
    if (!signal.aborted) log.error(message, causeOf(error))
  }
  const turns = new OneAtATime(
    async () => {
      const shapes = new Shapes()
      // Each by itself: what one of them cannot do keeps the others from nothing.
      await signMemories(db, { shapes, signal }).catch(
        unlessStopped('near duplicates could not be looked for'),
      )
      const pending = examinePending(db, { most: CHANGESETS_PER_TURN, shapes, backoffs, signal })
      if (await pending.catch(unlessStopped('changesets could not be examined'))) turns.wake()
      await followFindings(db, { backoff: backoffs.stores, signal }).catch(
        unlessStopped('findings could not be followed'),
      )
    },
    DEBOUNCE_MS,
    MAX_DELAY_MS,
  )
  const wake = () => turns.wake()
  const wakeSnoozed = () =>
    void wakeSnoozedChangesets(db, Date.now()).catch((error: unknown) => {
      log.warn('snoozed changesets could not be looked at', causeOf(error))
    })
  const tries = new Map<number, number>()
  const tryAgain = () =>
    void examineUnscannedAgain(db, tries)
      .then((isAny) => (isAny || hasFailures(backoffs)) && wake())
      .catch((error: unknown) => {
        log.warn('what was not scanned could not be looked at', causeOf(error))
      })
  const scanning = setTimeout(() => {
    scanByNewRules(db, signal).catch((error: unknown) => {
      if (!signal.aborted) log.warn('new rules could not be applied', causeOf(error))
    })
  }, NEW_RULES_MS).unref()
  const unsubscribe = db.changes.subscribe(wake, 'nothing')
  const agains = setInterval(tryAgain, RETRY_INTERVAL_MS).unref()
  const snoozes = setInterval(wakeSnoozed, SNOOZE_MS).unref()
  wake()
  return async () => {
    stopped.abort()
    unsubscribe()
    clearInterval(snoozes)
    clearInterval(agains)
    clearTimeout(scanning)
    await turns.end()
  }
}

/** The changesets and stores that failed, and wait before they are retried. */
interface Backoffs {
  changesets: Backoff
  stores: Backoff
}

const newBackoffs = (): Backoffs => ({ changesets: new Backoff(), stores: new Backoff() })

const hasFailures = ({ changesets, stores }: Backoffs) => changesets.size + stores.size > 0

/**
 * Examines every changeset that is not, and follows what was found. What fails keeps nothing else
 * from it; the first failure is thrown at the end.
 */
export async function examineAll(db: Database): Promise<void> {
  const shapes = new Shapes()
  await signMemories(db, { shapes })
  const failures: unknown[] = []
  const fails = (error: unknown) => void failures.push(error)
  const backoffs = newBackoffs()
  while (await examinePending(db, { most: CHANGESETS_PER_TURN, shapes, backoffs, fails }));
  await followFindings(db, { backoff: backoffs.stores, fails })
  if (failures.length > 0) throw failures[0]
}

interface Examining {
  most: number
  shapes: Shapes
  backoffs: Backoffs
  /** told of each failure; left out: it is logged */
  fails?: (error: unknown) => void
  signal?: AbortSignal
}

/**
 * Examines some changesets; returns whether there may be more. One that fails rests, and keeps no
 * other from it.
 */
async function examinePending(
  db: Database,
  { most, shapes, backoffs: { changesets: backoff }, fails, signal }: Examining,
): Promise<boolean> {
  const rows = await pendingChangesets(db.read, most + backoff.size)
  const due = rows.filter(({ key }) => !backoff.isWaiting(key)).slice(0, most)
  for (const { key, id } of due) {
    try {
      await examineChangeset(db, key, signal, { shapes })
      backoff.succeeded(key)
    } catch (error) {
      signal?.throwIfAborted()
      if (isStoreGone(error)) continue
      backoff.failed(key)
      if (fails) fails(error)
      else log.error('a changeset could not be examined', { changeset: id, ...causeOf(error) })
    }
  }
  return due.length === most
}

/** The store was deleted meanwhile, and its changesets with it. */
function isStoreGone(error: unknown): boolean {
  return error instanceof StoreError && error.problem.kind === 'store_not_found'
}

/** Opens the snoozed changesets whose time has come. `now`: milliseconds since 1970. */
export async function wakeSnoozedChangesets(db: Database, now: number): Promise<void> {
  const due = await snoozedUntil(db.read, now)
  if (due.length === 0) return
  await db.write(async (tx) => {
    for (const { key, storeKey } of due) {
      await openSnoozed(tx, key, now)
      await addChangesetUpdated(tx, key)
      tx.touch(storeKey)
    }
  })
}

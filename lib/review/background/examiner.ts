import type { Database } from '@/lib/db/database'
import { causeOf, log } from '@/lib/log'
import { warmScanner } from '@/lib/scan/scanner'
import { addChangesetUpdated } from '@/lib/store/add-review-event'
import { StoreError } from '@/lib/store/model/problems'
import { examineChangeset } from '../examine-changeset'
import { followFindings } from '../follow-findings'
import { examineUnscannedAgain } from './examine-unscanned-again'
import { scanByNewRules } from './scan-by-new-rules'
import { signMemories } from './sign-memories'

/** How long after a change examining starts; changes made meanwhile are examined together. */
const REST_MS = 200

/** How often snoozed changesets are looked at; also what a lost wake-up costs. */
const SNOOZE_MS = 15_000

/** How often what could not be scanned is tried again. */
const AGAIN_MS = 60_000

/** How long after the start stores are scanned by new rules: whoever waits for a page is first. */
const NEW_RULES_MS = 30_000

const CHANGESETS_A_TURN = 20

/**
 * Examines changesets in the background as agents write, and wakes snoozed ones. Returns the
 * function that stops it.
 */
export function startExamining(db: Database): () => Promise<void> {
  warmScanner()
  const stopped = new AbortController()
  let timer: NodeJS.Timeout | null = null
  let turn: Promise<void> = Promise.resolve()
  const wake = () => {
    if (stopped.signal.aborted || timer) return
    timer = setTimeout(() => {
      timer = null
      turn = turn.then(takeTurn)
    }, REST_MS)
    timer.unref()
  }
  const takeTurn = async () => {
    if (stopped.signal.aborted) return
    try {
      await signMemories(db, stopped.signal)
      if (await examinePending(db, CHANGESETS_A_TURN, stopped.signal)) wake()
      await followFindings(db, stopped.signal)
    } catch (error) {
      if (!stopped.signal.aborted) log.error('changesets could not be examined', causeOf(error))
    }
  }
  const wakeSnoozed = () =>
    void wakeSnoozedChangesets(db, Date.now()).catch((error: unknown) => {
      log.warn('snoozed changesets could not be looked at', causeOf(error))
    })
  const tries = new Map<number, number>()
  const tryAgain = () =>
    void examineUnscannedAgain(db, tries)
      .then((isAny) => isAny && wake())
      .catch((error: unknown) => {
        log.warn('what was not scanned could not be looked at', causeOf(error))
      })
  const scanning = setTimeout(() => {
    scanByNewRules(db, stopped.signal).catch((error: unknown) => {
      if (!stopped.signal.aborted) log.warn('new rules could not be applied', causeOf(error))
    })
  }, NEW_RULES_MS).unref()
  const unsubscribe = db.changes.subscribe(wake)
  const agains = setInterval(tryAgain, AGAIN_MS).unref()
  const snoozes = setInterval(wakeSnoozed, SNOOZE_MS).unref()
  wake()
  return async () => {
    stopped.abort()
    unsubscribe()
    clearInterval(snoozes)
    clearInterval(agains)
    clearTimeout(scanning)
    if (timer) clearTimeout(timer)
    await turn
  }
}

/** Examines every changeset that is not, and follows what was found. */
export async function examineAll(db: Database): Promise<void> {
  await signMemories(db)
  while (await examinePending(db, CHANGESETS_A_TURN));
  await followFindings(db)
}

/**
 * Examines some changesets; returns whether there may be more. One that fails does not keep the
 * others from it: the first failure is thrown at the end.
 */
async function examinePending(db: Database, most: number, signal?: AbortSignal): Promise<boolean> {
  const rows = await db.read.all<{ key: number }>(
    `SELECT c.key FROM changesets c CROSS JOIN memory_stores s
     WHERE c.pending = 1 AND s.key = c.store_key AND s.deleted_at IS NULL
     ORDER BY c.key DESC LIMIT ?`,
    [most],
  )
  const failures: unknown[] = []
  for (const { key } of rows) {
    await examineChangeset(db, key, signal).catch((error: unknown) => {
      signal?.throwIfAborted()
      if (!isStoreGone(error)) failures.push(error)
    })
  }
  if (failures.length > 0) throw failures[0]
  return rows.length === most
}

/** The store was deleted meanwhile, and its changesets with it. */
function isStoreGone(error: unknown): boolean {
  return error instanceof StoreError && error.problem.kind === 'store_not_found'
}

/** Opens the snoozed changesets whose time has come. `now`: milliseconds since 1970. */
export async function wakeSnoozedChangesets(db: Database, now: number): Promise<void> {
  const due = await db.read.all<{ key: number; store_key: number }>(
    `SELECT key, store_key FROM changesets WHERE state = 'snoozed' AND snoozed_until <= ?`,
    [now],
  )
  if (due.length === 0) return
  await db.write(async (tx) => {
    for (const { key, store_key } of due) {
      await tx.run(
        `UPDATE changesets SET state = 'open', snoozed_until = NULL, revision = revision + 1
         WHERE key = ? AND state = 'snoozed' AND snoozed_until <= ?`,
        [key, now],
      )
      await addChangesetUpdated(tx, key)
      tx.touch(store_key)
    }
  })
}

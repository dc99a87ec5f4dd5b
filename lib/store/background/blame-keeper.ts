import { setTimeout as pause } from 'node:timers/promises'
import type { Database } from '@/lib/db/database'
import { causeOf, log } from '@/lib/log'
import { keepStretches } from '../versions/keep-blame'
import { claimDue, type DueRow, dueMemories } from '../versions/sql/blame'

/** Delay between a change and the turn that follows it; milliseconds. */
const DEBOUNCE_MS = 500

/** A process that is gone lets others go on after as many milliseconds. */
const CLAIM_MS = 30_000

const MEMORIES_LOOKED_AT = 32

/**
 * Keeps whose the lines of long memories are, in the background, a few stretches at a time
 * (versions/keep-blame), and rests as long as they took. Returns the function that stops it.
 */
export function startKeepingBlame(db: Database): () => Promise<void> {
  const stopped = new AbortController()
  let timer: NodeJS.Timeout | null = null
  let turn: Promise<void> = Promise.resolve()
  let isUnderWay = false
  const wake = () => {
    if (stopped.signal.aborted || timer || isUnderWay) return
    timer = setTimeout(() => {
      timer = null
      isUnderWay = true
      turn = work().finally(() => {
        isUnderWay = false
      })
    }, DEBOUNCE_MS)
    timer.unref()
  }
  const work = async () => {
    try {
      await keepDue(db, stopped.signal)
    } catch (error) {
      if (!stopped.signal.aborted)
        log.warn('authors of lines could not be looked for', causeOf(error))
    }
  }
  const unsubscribe = db.changes.subscribe(wake, 'nothing')
  wake()
  return async () => {
    stopped.abort()
    unsubscribe()
    if (timer) clearTimeout(timer)
    await turn
  }
}

/** Keeps all that is due. */
export async function keepDue(db: Database, signal?: AbortSignal): Promise<void> {
  for (let isAny = true; isAny && !signal?.aborted;) {
    isAny = false
    for (const due of await dueMemories(db.read, MEMORIES_LOOKED_AT)) {
      if (signal?.aborted) return
      if (!(await db.write((tx) => claimDue(tx, due, CLAIM_MS)))) continue
      isAny = true
      const began = performance.now()
      await keepSome(db, due)
      await pause(performance.now() - began, undefined, { signal }).catch(() => {})
    }
  }
}

/** A memory that cannot be kept stays claimed for a while, and keeps no other from it. */
async function keepSome(db: Database, due: DueRow): Promise<void> {
  try {
    await keepStretches(db, due)
  } catch (error) {
    log.error('authors of lines could not be kept', causeOf(error))
  }
}

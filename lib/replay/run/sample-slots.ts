import type { Database } from '@/lib/db/database'
import { perProcess } from '@/lib/per-process'
import { settings } from '@/lib/settings'
import { countRunningSessions } from '../sql/replays'

interface Slots {
  taken: number
  waiting: (() => void)[]
}

// One per process, however many bundles contain this module.
const slots = perProcess<Slots>('slots of samples', () => ({ taken: 0, waiting: [] }))

/**
 * Runs a sample when fewer run than may at once (`REPLAY_CONCURRENCY`). Sessions that run go first:
 * each takes a slot, but the last one. Rejects with the signal's reason if that is aborted first.
 */
export async function inSlot<Result>(
  db: Database,
  signal: AbortSignal,
  sample: () => Promise<Result>,
): Promise<Result> {
  await taken(db, signal)
  try {
    return await sample()
  } finally {
    slots.taken--
    for (const next of slots.waiting.splice(0)) next()
  }
}

async function taken(db: Database, signal: AbortSignal): Promise<void> {
  for (;;) {
    signal.throwIfAborted()
    const sessions = await countRunningSessions(db.read)
    const limit = Math.max(1, settings().replayConcurrency - sessions)
    if (slots.taken < limit) {
      slots.taken++
      return
    }
    await nextFree(signal)
  }
}

function nextFree(signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const go = () => {
      signal.removeEventListener('abort', go)
      resolve()
    }
    slots.waiting.push(go)
    signal.addEventListener('abort', go)
  })
}

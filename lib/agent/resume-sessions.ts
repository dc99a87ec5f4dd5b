import type { Database } from '@/lib/db/database'
import { type AbandonedLease, abandonedLeases, breakLease } from '@/lib/lease'
import { log } from '@/lib/log'
import { appendEvents, type NewEvent } from './core/append-events'
import { failedCompaction } from './core/compaction-events'
import { lockSession } from './core/rows'
import { SESSION_LEASE } from './core/session-lease'
import { contextOf, draftOf } from './core/stored-json'

/**
 * Recovers abandoned sessions, now and periodically: those whose process ended during a run. Each
 * logs what happened, keeps the model's partial answer, and can be continued. Returns the function
 * that stops it.
 */
export function resumeSessions(db: Database): () => void {
  const look = () => {
    recoverAbandonedSessions(db).catch(() => log.warn('abandoned sessions could not be looked for'))
  }
  look()
  const timer = setInterval(look, SESSION_LEASE.silenceMs / 3)
  timer.unref()
  return () => clearInterval(timer)
}

/** Ends the runs whose process is gone; returns how many. */
export async function recoverAbandonedSessions(db: Database): Promise<number> {
  const abandoned = await db.write((tx) => abandonedLeases(tx, SESSION_LEASE))
  for (const lease of abandoned) await recoverSession(db, lease)
  return abandoned.length
}

async function recoverSession(db: Database, abandoned: AbandonedLease): Promise<void> {
  await db.write(async (tx) => {
    const row = await lockSession(tx, abandoned.id)
    // Its process may have resumed, or another may have taken it over, meanwhile.
    if (!(await breakLease(tx, SESSION_LEASE, abandoned))) return
    const wasRunning = row.status === 'running'
    const draft = draftOf(row.draft)
    row.draft = null
    const { open } = contextOf(row)
    const cut = open
      ? [failedCompaction({ ...open, id: open.startId }, { reason: 'restarted' })]
      : []
    await appendEvents(tx, row, wasRunning ? [...cut, ...interruptionEvents(draft)] : [])
  })
}

function interruptionEvents(draft: string): NewEvent[] {
  return [
    ...(draft === '' ? [] : [{ type: 'agent.message' as const, text: draft, isPartial: true }]),
    { type: 'session.error', error: { kind: 'restarted', message: '', retry: 'exhausted' } },
    { type: 'session.status_idle', stopReason: { type: 'retries_exhausted' } },
  ]
}

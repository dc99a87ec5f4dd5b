import { hostname } from 'node:os'
import { randomUUID } from 'node:crypto'
import type { Database } from '@/lib/db/database'
import { perProcess } from '@/lib/per-process'
import type { SessionRow } from './rows'
import { findSession } from './rows'

/** How often a process says of its runs that it is at them. */
export const BEAT_INTERVAL_MS = 2_000

/** A run of which nothing was heard for so long is nobody's any more. */
export const SILENCE_MS = 15_000

// One name a process, however many bundles hold this module.
/** What this process is called as the runner of sessions: where it is, its number, and its own name. */
export const THIS_PROCESS = perProcess(
  'runner',
  () => `${hostname()}:${process.pid}:${randomUUID()}`,
)

/** Makes a run the one that may write to the session's log; false where another one has it. */
export async function takeLease(db: Database, sessionId: string, runner: string): Promise<boolean> {
  return db.write(async (tx) => {
    const row = await findSession(tx, sessionId, tx.forUpdate)
    if (row.archived_at !== null || row.runner !== null) return false
    await tx.run(
      `UPDATE sessions SET runner = ?, beat_at = ${tx.clock}, redactions_read = redactions
       WHERE key = ?`,
      [runner, row.key],
    )
    return true
  })
}

/** Says that the run is alive; answers whether it still has the session. */
export async function beat(db: Database, sessionId: string, runner: string): Promise<boolean> {
  const changed = await db.write((tx) =>
    tx.run(`UPDATE sessions SET beat_at = ${tx.clock} WHERE id = ? AND runner = ?`, [
      sessionId,
      runner,
    ]),
  )
  return changed > 0
}

/** The sessions whose runner has ended: silent for too long, or a process of this machine that is gone. */
export async function abandonedSessions(db: Database): Promise<SessionRow[]> {
  return db.write(async (tx) => {
    const rows = await tx.all<SessionRow & { is_silent: number }>(
      `SELECT s.*, CASE WHEN s.beat_at < ${tx.clock} - ${SILENCE_MS} THEN 1 ELSE 0 END AS is_silent
       FROM sessions s WHERE s.runner IS NOT NULL`,
    )
    return rows.filter((row) => row.is_silent === 1 || isGone(row.runner ?? ''))
  })
}

function isGone(runner: string): boolean {
  const [host, pid] = runner.split(':')
  if (host !== hostname()) return false
  if (Number(pid) === process.pid) return !runner.startsWith(THIS_PROCESS)
  try {
    process.kill(Number(pid), 0)
    return false
  } catch (error) {
    return error instanceof Error && 'code' in error && error.code === 'ESRCH'
  }
}

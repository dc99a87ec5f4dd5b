import { hostname } from 'node:os'
import { randomUUID } from 'node:crypto'
import type { Database } from '@/lib/db/database'
import { perProcess } from '@/lib/per-process'
import type { SessionRow } from './rows'
import { findSession } from './rows'

/** How often a run sends a heartbeat, in milliseconds. */
export const BEAT_INTERVAL_MS = 2_000

/** A run is abandoned after this long without a heartbeat, in milliseconds. */
export const SILENCE_MS = 15_000

/** This process's name as a runner of sessions: host, process id and a random part. */
export const THIS_PROCESS = perProcess(
  'runner',
  () => `${hostname()}:${process.pid}:${randomUUID()}`,
)

/** Takes the session's lease for a run; false where another run holds it. */
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

/** Sends a heartbeat; answers whether the run still holds the lease. */
export async function beat(db: Database, sessionId: string, runner: string): Promise<boolean> {
  const changed = await db.write((tx) =>
    tx.run(`UPDATE sessions SET beat_at = ${tx.clock} WHERE id = ? AND runner = ?`, [
      sessionId,
      runner,
    ]),
  )
  return changed > 0
}

/** Sessions whose runner is gone: no heartbeat for too long, or a process of this machine that has ended. */
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

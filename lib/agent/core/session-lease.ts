import type { Database } from '@/lib/db/database'
import { type Lease, type LeaseKind, takeLease } from '@/lib/lease'
import { findSession } from './rows'

/** The lease of a session's run. */
export const SESSION_LEASE: LeaseKind = { table: 'sessions', beatEveryMs: 2_000, silenceMs: 15_000 }

/** Takes a session's lease for a run; false if another run holds it, or the session is archived. */
export async function takeSessionLease(db: Database, lease: Lease): Promise<boolean> {
  return db.write(async (tx) => {
    const row = await findSession(tx, lease.id, tx.forUpdate)
    if (row.archived_at !== null || !(await takeLease(tx, lease))) return false
    await tx.run('UPDATE sessions SET redactions_read = redactions WHERE key = ?', [row.key])
    return true
  })
}

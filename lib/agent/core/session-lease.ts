import type { Database } from '@/lib/db/database'
import { type Lease, type LeaseKind, takeLease } from '@/lib/lease'
import { noteAllRedactionsRead } from '../sql/sessions'
import { lockSession } from './rows'

/** The lease of a session's run. */
export const SESSION_LEASE: LeaseKind = { table: 'sessions', beatEveryMs: 2_000, silenceMs: 15_000 }

/** Takes a session's lease for a run; false if another run holds it, or the session is archived. */
export async function takeSessionLease(db: Database, lease: Lease): Promise<boolean> {
  return db.write(async (tx) => {
    const row = await lockSession(tx, lease.id)
    if (row.archivedAt !== null || !(await takeLease(tx, lease))) return false
    await noteAllRedactionsRead(tx, row.key)
    return true
  })
}

import type { Database } from '@/lib/db/database'
import type { Cause } from './actor'
import { changeStore, type Ledger } from './core/ledger'
import { applyRollback, planRollback, type Rollback } from './core/rollback'
import { MEMORY_COLUMNS, type MemoryRow } from './core/rows'
import { versionAt } from './core/versions'
import { type Moment, sequenceAt } from './moment'
import type { RollbackResult } from './rollback-plan'

export interface RestoreStoreInput {
  storeId: string
  at: Moment
  /** answers the plan and writes nothing */
  isDryRun?: boolean | undefined
  cause: Cause
}

/**
 * Makes the whole store as it was at a moment, in one transaction, as new versions. What was born
 * since is deleted, what was deleted since comes back under its id. Refuses `store_not_found`,
 * `store_archived`.
 */
export async function restoreStore(
  db: Database,
  input: RestoreStoreInput,
): Promise<RollbackResult> {
  return changeStore(db, input.storeId, input.cause, async (ledger) => {
    const sequence = await sequenceAt(ledger.tx, ledger.storeKey, input.at)
    const rollbacks: Rollback[] = []
    for (const memory of await changedSince(ledger, sequence)) {
      rollbacks.push({
        memory,
        target: (await versionAt(ledger.tx, memory.key, sequence)) ?? null,
      })
    }
    const planned = await planRollback(ledger, rollbacks)
    if (input.isDryRun) return { plan: planned.plan, batchId: null, versionIds: [] }
    return applyRollback(ledger, 'restore', planned, String(sequence))
  })
}

/** Only what changed after a moment can differ from it. */
async function changedSince(ledger: Ledger, sequence: number): Promise<MemoryRow[]> {
  return ledger.tx.all<MemoryRow>(
    `SELECT ${MEMORY_COLUMNS} FROM memories m WHERE m.key IN
       (SELECT v.memory_key FROM memory_versions v WHERE v.store_key = ? AND v.sequence > ?)
     ORDER BY m.key`,
    [ledger.storeKey, sequence],
  )
}

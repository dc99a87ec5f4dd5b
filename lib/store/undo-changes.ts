import type { Database } from '@/lib/db/database'
import type { Sql, WriteSql } from '@/lib/db/sql'
import { turns } from '@/lib/turns'
import type { Cause } from './model/actor'
import { type ChosenChanges, chosenVersions } from './core/chosen-versions'
import { changeStore, findStore } from './core/store-transaction'
import { quarantinedFor } from './core/quarantined'
import { applyRollback, planRollback, type PlannedRollbacks } from './core/rollback'
import type { StoreRow } from './core/rows'
import { undoRollbacks } from './core/undo-rollbacks'
import type { Audience } from './model/audience'
import { refuse } from './model/problems'
import type { RollbackResult } from './model/rollback-plan'

export type { ChosenChanges }

export interface UndoChangesInput {
  storeId: string
  /** the changes to undo */
  changes: ChosenChanges
  /** returns the plan and writes nothing */
  isDryRun?: boolean | undefined
  /** whether others' changes to the same lines are undone as well */
  isForced?: boolean | undefined
  /** memories that are left as they are */
  withoutMemoryIds?: readonly string[] | undefined
  /** what is in quarantine is left alone for agents; people if left out */
  audience?: Audience | undefined
  /** the hash of the plan that was shown; nothing is done if the plan has changed */
  plan?: string | undefined
  cause: Cause
  /** aborts a dry run whose caller has left */
  signal?: AbortSignal | undefined
}

/**
 * Undoes exactly these changes, line by line, as new versions in one transaction with one batch:
 * what others wrote before, between and after them stays. A memory in which others changed the same
 * lines since, or which they moved or deleted, is left alone and counted, unless forced. Undoing
 * the undo gives the identical bytes.
 *
 * Refuses `store_not_found`, `store_archived`, `version_not_found`, `plan_changed`.
 */
export async function undoChanges(
  db: Database,
  input: UndoChangesInput,
  /** called in the transaction with what was undone: what else belongs to it */
  onUndone?: (sql: WriteSql, undone: RollbackResult) => Promise<void>,
): Promise<RollbackResult> {
  if (input.isDryRun) {
    const store = await findStore(db.bulk, input.storeId)
    if (store.archived_at !== null) refuse({ kind: 'store_archived', storeId: input.storeId })
    const { plan, planHash } = await planUndo(db.bulk, store, input)
    return { plan, planHash, batchId: null, versionIds: [] }
  }
  return changeStore(db, input.storeId, input.cause, async (transaction) => {
    const planned = await planUndo(transaction.sql, transaction.row, input)
    if (input.plan !== undefined && input.plan !== planned.planHash) {
      refuse({ kind: 'plan_changed', storeId: input.storeId })
    }
    const reference = 'sessionId' in input.changes ? input.changes.sessionId : null
    const undone = await applyRollback(transaction, 'undo', planned, reference)
    await onUndone?.(transaction.sql, undone)
    return undone
  })
}

async function planUndo(
  sql: Sql,
  store: StoreRow,
  input: UndoChangesInput,
): Promise<PlannedRollbacks> {
  const { key: storeKey } = store
  const maybeYield = turns(input.signal)
  const quarantined = await quarantinedFor(sql, store, input.audience)
  const chosen = await chosenVersions(sql, { storeKey, ...input })
  const isForced = input.isForced ?? false
  const without = new Set(input.withoutMemoryIds)
  const rollbacks = await undoRollbacks(sql, { storeKey, chosen, isForced, maybeYield })
  const wanted = rollbacks.filter(
    ({ memory }) => !without.has(memory.id) && !quarantined?.has(memory.key),
  )
  return planRollback(sql, storeKey, wanted, maybeYield)
}

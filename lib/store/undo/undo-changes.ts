import type { Database } from '@/lib/db/database'
import type { Sql } from '@/lib/db/sql'
import { turns } from '@/lib/turns'
import { takeBackUndone } from '../branches/take-back-merges'
import type { Cause } from '../model/actor'
import type { Audience } from '../model/audience'
import { refuse } from '../model/problems'
import type { RollbackResult } from '../model/rollback-plan'
import { quarantinedFor } from '../quarantine/quarantined'
import type { StoreRow } from '../stores/sql/stores'
import { changeStore, findStore } from '../write/store-transaction'
import { type ChosenChanges, chosenVersions } from './chosen-versions'
import {
  applyRollback,
  type PlannedRollbacks,
  type PlannedText,
  plannedText,
  planRollback,
} from './rollback'
import { reopenUndone } from './reopen-hunks'
import type { ChosenVersion } from './sql/chosen-versions'
import { keysOfMemories } from '../memories/keys-of-memories'
import { undoRollbacks } from './undo-rollbacks'

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
 * the undo gives the identical bytes. What a review applied is decided and not applied again; what a
 * merge brought, its branch brings again.
 *
 * Refuses `store_not_found`, `store_archived`, `version_not_found`, `plan_changed`.
 */
export async function undoChanges(db: Database, input: UndoChangesInput): Promise<RollbackResult> {
  if (input.isDryRun) {
    const store = await findStore(db.bulk, input.storeId)
    if (store.archivedAt !== null) refuse({ kind: 'store_archived', storeId: input.storeId })
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
    await reopenUndone(transaction, planned.chosen, undone)
    const sequences = planned.chosen.map(({ sequence }) => sequence)
    await takeBackUndone(transaction, sequences, undone)
    return undone
  })
}

interface PlannedUndo extends PlannedRollbacks {
  chosen: readonly ChosenVersion[]
}

async function planUndo(sql: Sql, store: StoreRow, input: UndoChangesInput): Promise<PlannedUndo> {
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
  return { ...(await planRollback(sql, storeKey, wanted, maybeYield)), chosen }
}

export interface UndoneTextsInput {
  storeId: string
  changes: ChosenChanges
  isForced: boolean
  /** the memories wanted, of those that a plan lists */
  memoryIds: readonly string[]
}

/**
 * The contents for a plan of `undoChanges`, for those of its memories that are shown; damaged ones
 * are left out. Refuses `store_not_found`, `version_not_found`.
 */
export async function undoneTexts(db: Database, input: UndoneTextsInput): Promise<PlannedText[]> {
  const { storeId, changes, isForced, memoryIds } = input
  const store = await findStore(db.bulk, storeId)
  const keys = new Set((await keysOfMemories(db.bulk, memoryIds)).values())
  const all = await chosenVersions(db.bulk, { storeKey: store.key, storeId, changes })
  const chosen = all.filter(({ memoryKey }) => keys.has(memoryKey))
  const maybeYield = turns()
  const request = { storeKey: store.key, chosen, isForced, maybeYield }
  const texts: PlannedText[] = []
  for (const rollback of await undoRollbacks(db.bulk, request)) {
    const text = await plannedText(db, store.key, rollback)
    if (text) texts.push(text)
    await maybeYield()
  }
  return texts
}

import type { Database } from '@/lib/db/database'
import type { Sql } from '@/lib/db/sql'
import { turns } from '@/lib/turns'
import { chunked } from '@/lib/text/chunked'
import { takeBackRestored } from '../branches/take-back-merges'
import type { Cause } from '../model/actor'
import { changeStore, findStore } from '../write/store-transaction'
import { isEmptied, MEMORIES_PER_QUERY, versionsAt } from '../contents/memory-chains'
import { memoriesByKey } from '../contents/sql/memory-chains'
import { keysOfMemories } from '../memories/keys-of-memories'
import {
  applyRollback,
  type PlannedRollbacks,
  type PlannedText,
  plannedText,
  planRollback,
  type Rollback,
  storedTarget,
} from './rollback'
import { reopenRestored } from './reopen-hunks'
import { memoriesChangedAfter } from './sql/memories'
import type { MemoryRow } from '../write/sql/heads'
import { quarantinedFor } from '../quarantine/quarantined'
import type { StoreRow } from '../stores/sql/stores'
import { sequenceAt } from '../time/store-moment'
import type { Audience } from '../model/audience'
import type { Moment } from '../model/moment'
import { refuse } from '../model/problems'
import type { RollbackResult } from '../model/rollback-plan'

export interface RestoreStoreInput {
  storeId: string
  at: Moment
  /** returns the plan and writes nothing */
  isDryRun?: boolean | undefined
  /** memories that are left as they are */
  withoutMemoryIds?: readonly string[] | undefined
  /** the hash of the plan that was shown; nothing is done if the plan has changed */
  plan?: string | undefined
  /** what is in quarantine is left alone for agents; people if left out */
  audience?: Audience | undefined
  cause: Cause
  /** aborts a dry run whose caller has left */
  signal?: AbortSignal | undefined
}

/**
 * Restores the whole store to a moment, in one transaction, as new versions. Memories created since
 * are deleted, memories deleted since come back under their ids. Refuses `store_not_found`,
 * `store_archived`, `plan_changed`.
 */
export async function restoreStore(
  db: Database,
  input: RestoreStoreInput,
): Promise<RollbackResult> {
  if (input.isDryRun) {
    const store = await findStore(db.bulk, input.storeId)
    if (store.archivedAt !== null) refuse({ kind: 'store_archived', storeId: input.storeId })
    const sequence = await sequenceAt(db.bulk, store.key, input.at)
    const { plan, planHash } = await planRestore(db.bulk, store, sequence, input)
    return { plan, planHash, batchId: null, versionIds: [] }
  }
  return changeStore(db, input.storeId, input.cause, async (transaction) => {
    const sequence = await sequenceAt(transaction.sql, transaction.storeKey, input.at)
    const planned = await planRestore(transaction.sql, transaction.row, sequence, input)
    if (input.plan !== undefined && input.plan !== planned.planHash) {
      refuse({ kind: 'plan_changed', storeId: input.storeId })
    }
    const restored = await applyRollback(transaction, 'restore', planned, String(sequence))
    await reopenRestored(transaction, sequence, restored)
    await takeBackRestored(transaction, sequence, restored)
    return restored
  })
}

async function planRestore(
  sql: Sql,
  store: StoreRow,
  sequence: number,
  { audience, signal, withoutMemoryIds }: RestoreStoreInput,
): Promise<PlannedRollbacks> {
  const { key: storeKey } = store
  const quarantined = await quarantinedFor(sql, store, audience)
  const maybeYield = turns(signal)
  const without = new Set(withoutMemoryIds)
  const rollbacks: Rollback[] = []
  const changed = await memoriesChangedAfter(sql, storeKey, sequence)
  const wanted = changed.filter(({ id, key }) => !without.has(id) && !quarantined?.has(key))
  for (const part of chunked(wanted, MEMORIES_PER_QUERY)) {
    rollbacks.push(...(await rollbacksTo(sql, { storeKey, sequence, memories: part })))
    await maybeYield()
  }
  return planRollback(sql, storeKey, rollbacks, maybeYield)
}

/** Plans the return of these memories, few enough for one query, to a moment. */
async function rollbacksTo(
  sql: Sql,
  wanted: { storeKey: number; sequence: number; memories: readonly MemoryRow[] },
): Promise<Rollback[]> {
  const { storeKey, sequence, memories } = wanted
  const keys = memories.map(({ key }) => key)
  const versions = await versionsAt(sql, keys, sequence)
  return memories.map((memory) => {
    const version = versions.get(memory.key) ?? null
    const target = storedTarget(storeKey, version)
    const isRedacted = version !== null && isEmptied(version)
    return isRedacted ? { memory, target, obstacle: 'redacted' } : { memory, target }
  })
}

/**
 * The contents for a plan of `restoreStore`, for at most 500 of its memories that are shown; damaged
 * ones are left out. Refuses `store_not_found`.
 */
export async function restoredTexts(
  db: Database,
  { storeId, at, memoryIds }: { storeId: string; at: Moment; memoryIds: readonly string[] },
): Promise<PlannedText[]> {
  const store = await findStore(db.bulk, storeId)
  const sequence = await sequenceAt(db.bulk, store.key, at)
  const keys = [...(await keysOfMemories(db.bulk, memoryIds)).values()]
  if (keys.length === 0) return []
  const memories = await memoriesByKey(db.bulk, keys)
  const texts: PlannedText[] = []
  for (const rollback of await rollbacksTo(db.bulk, { storeKey: store.key, sequence, memories })) {
    const text = await plannedText(db, store.key, rollback)
    if (text) texts.push(text)
  }
  return texts
}

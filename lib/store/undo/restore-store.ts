import type { Database } from '@/lib/db/database'
import type { Sql } from '@/lib/db/sql'
import { turns } from '@/lib/turns'
import { chunked } from '@/lib/text/chunked'
import type { Cause } from '../model/actor'
import { changeStore, findStore } from '../write/store-transaction'
import { isEmptied, MEMORIES_PER_QUERY, versionsAt } from '../contents/memory-chains'
import {
  applyRollback,
  planRollback,
  type PlannedRollbacks,
  type Rollback,
  storedTarget,
} from './rollback'
import { reopenRestored } from './reopen-hunks'
import { memoriesChangedAfter } from './sql/memories'
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
    return restored
  })
}

async function planRestore(
  sql: Sql,
  store: StoreRow,
  sequence: number,
  { audience, signal }: RestoreStoreInput,
): Promise<PlannedRollbacks> {
  const { key: storeKey } = store
  const quarantined = await quarantinedFor(sql, store, audience)
  const maybeYield = turns(signal)
  const rollbacks: Rollback[] = []
  const changed = await memoriesChangedAfter(sql, storeKey, sequence)
  for (const part of chunked(changed, MEMORIES_PER_QUERY)) {
    const keys = part.map(({ key }) => key)
    const versions = await versionsAt(sql, keys, sequence)
    for (const memory of part) {
      if (quarantined?.has(memory.key)) continue
      const version = versions.get(memory.key) ?? null
      const target = storedTarget(storeKey, version)
      const isRedacted = version !== null && isEmptied(version)
      rollbacks.push(isRedacted ? { memory, target, obstacle: 'redacted' } : { memory, target })
    }
    await maybeYield()
  }
  return planRollback(sql, storeKey, rollbacks, maybeYield)
}

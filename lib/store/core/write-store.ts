import type { SqlValue } from '@/lib/db/sql'
import type { MemoryStore } from '../model/memory-store'
import { type StoreTransaction, logEvent, nextSequence } from './store-transaction'
import { STORE_COLUMNS, storeOf, type StoreRow } from './rows'

/** Updates a store's own columns and logs it. */
export async function writeStore(
  transaction: StoreTransaction,
  type: 'memory_store.updated' | 'memory_store.archived',
  assignments: string,
  params: SqlValue[],
): Promise<MemoryStore> {
  await logEvent(transaction, nextSequence(transaction), {
    type,
    versionSequence: null,
    actor: transaction.cause.actor,
  })
  const row = await transaction.sql.get<StoreRow>(
    `UPDATE memory_stores SET ${assignments}, updated_at = ? WHERE key = ?
     RETURNING ${STORE_COLUMNS}`,
    [...params, transaction.now, transaction.storeKey],
  )
  if (!row) throw new Error('an updated store has no row')
  return storeOf({ ...row, last_sequence: transaction.sequence, last_changed_at: transaction.now })
}

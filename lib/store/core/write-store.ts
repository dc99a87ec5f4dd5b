import type { SqlValue } from '@/lib/db/sql'
import type { MemoryStore } from '../model/memory-store'
import { type Ledger, logEvent, nextSequence } from './ledger'
import { STORE_COLUMNS, storeOf, type StoreRow } from './rows'

/** Writes a store's own columns and logs it. */
export async function writeStore(
  ledger: Ledger,
  type: 'memory_store.updated' | 'memory_store.archived',
  assignments: string,
  params: SqlValue[],
): Promise<MemoryStore> {
  await logEvent(ledger, nextSequence(ledger), {
    type,
    versionSequence: null,
    actor: ledger.cause.actor,
  })
  const row = await ledger.tx.get<StoreRow>(
    `UPDATE memory_stores SET ${assignments}, updated_at = ? WHERE key = ?
     RETURNING ${STORE_COLUMNS}`,
    [...params, ledger.now, ledger.storeKey],
  )
  if (!row) throw new Error('an updated store has no row')
  return storeOf({ ...row, last_sequence: ledger.sequence, last_changed_at: ledger.now })
}

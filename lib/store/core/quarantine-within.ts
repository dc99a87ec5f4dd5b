import type { Quarantine } from '../model/quarantine'
import { examineReaders } from './examine-readers'
import { answerableFor } from './join-changeset'
import { findQuarantine } from './quarantined'
import type { MemoryRow } from './rows'
import { logEvent, nextSequence, type StoreTransaction } from './store-transaction'
import { versionAt } from './versions'

/** The same in a transaction under way: of a memory from a sequence on. */
export async function quarantineWithin(
  transaction: StoreTransaction,
  { memory, from, reason }: { memory: Pick<MemoryRow, 'key'>; from: number; reason: string },
): Promise<Quarantine> {
  const { sql, storeKey, now } = transaction
  const { actor } = answerableFor(transaction)
  const standing = await findQuarantine(sql, memory.key)
  if (standing && standing.fromSequence <= from) return standing
  const before = await versionAt(sql, memory.key, from - 1)
  const served = before && before.operation !== 'deleted' ? before.sequence : null
  await sql.run(
    `INSERT INTO quarantines (memory_key, store_key, from_sequence, served_sequence, reason,
       created_at, actor_type, actor_id) VALUES (?, ?, ?, ?, ?, ?, ?, ?)
     ON CONFLICT (memory_key) DO UPDATE SET from_sequence = excluded.from_sequence,
       served_sequence = excluded.served_sequence, reason = excluded.reason,
       created_at = excluded.created_at, actor_type = excluded.actor_type,
       actor_id = excluded.actor_id`,
    [memory.key, storeKey, from, served, reason, now, actor.type, actor.id],
  )
  if (!standing) await countQuarantined(transaction, 1)
  await examineReaders(transaction, { memoryKey: memory.key, from })
  await logEvent(transaction, nextSequence(transaction), {
    type: 'memory.quarantined',
    versionSequence: from,
    actor,
  })
  const quarantine = await findQuarantine(sql, memory.key)
  if (!quarantine) throw new Error('a memory that was put in quarantine is in none')
  return quarantine
}

/** Keeps the number of a store's memories in quarantine. */
export async function countQuarantined({ sql, storeKey }: StoreTransaction, change: number) {
  await sql.run(
    'UPDATE memory_stores SET quarantined_count = quarantined_count + ? WHERE key = ?',
    [change, storeKey],
  )
}

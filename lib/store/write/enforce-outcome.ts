import type { WriteOutcome } from '../judging/write-guard'
import { quarantineWithin } from '../quarantine/quarantine-memory'
import { judgedAt, recordOutcome } from './judge-version'
import type { StoreTransaction } from './store-transaction'

/**
 * Records what a policy said of a version that was just written, and puts its memory in quarantine if it
 * said so. Null: it was not asked, and this costs nothing.
 */
export async function enforceOutcome(
  transaction: StoreTransaction,
  outcome: WriteOutcome | null,
  { memoryKey, sequence }: { memoryKey: number; sequence: number },
): Promise<void> {
  if (!outcome) return
  const { sql, storeKey, judging } = transaction
  const judged = { storeKey, revision: judging.revision, memoryKey, now: judgedAt(transaction) }
  await recordOutcome(sql, judged, outcome, { sequence })
  if (outcome.action !== 'quarantine') return
  await quarantineWithin(transaction, { memory: { key: memoryKey }, from: sequence, reason: '' })
}

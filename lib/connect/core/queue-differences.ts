import type { WriteSql } from '@/lib/db/sql'
import type { ConnectionRow } from '../sql/connections'
import { carryOutBy, queueChanged, queueGone } from '../sql/queued'

/**
 * From now on the changes of the store are queued for the folder; what already differs from what both
 * sides last agreed about is queued at once: live memories that are not so there, and files whose
 * memories are gone.
 */
export async function queueDifferences(tx: WriteSql, row: ConnectionRow): Promise<void> {
  const now = Date.now()
  await carryOutBy(tx, row)
  await queueChanged(tx, row, now)
  await queueGone(tx, row, now)
}

import type { Database } from '@/lib/db/database'
import type { Cause } from './model/actor'
import { changeStore } from './core/store-transaction'
import { releaseWithin } from './quarantine-memory'

/**
 * A change in quarantine that nobody has settled yet: it is not examined, a hunk of its changeset in
 * this memory is open, or a rejection waits to be applied.
 */
const UNSETTLED = `SELECT 1 FROM memory_versions v
  LEFT JOIN changeset_memories r
    ON r.changeset_key = v.changeset_key AND r.memory_key = v.memory_key
  WHERE v.memory_key = q.memory_key AND v.sequence >= q.from_sequence
    AND v.changeset_key IS NOT NULL
    AND (r.through_sequence IS NULL OR r.through_sequence < v.sequence OR r.open_hunks > 0
      OR EXISTS (SELECT 1 FROM hunk_decisions d WHERE d.changeset_key = r.changeset_key
        AND d.memory_key = r.memory_key AND d.through_sequence = r.through_sequence
        AND d.decision <> 'accepted' AND d.applied_at IS NULL))`

/**
 * Releases the memories of a changeset that are in quarantine and of which every change since is
 * decided and, where it was rejected or edited, written (review page, Quarantine: accepting
 * releases, rejecting goes back). Returns how many. Costs one query where nothing is in quarantine.
 */
export async function releaseReviewed(
  db: Database,
  { changesetId, cause }: { changesetId: string; cause: Cause },
): Promise<number> {
  const store = await db.read.get<{ id: string }>(
    `SELECT s.id FROM changesets c JOIN memory_stores s ON s.key = c.store_key
     WHERE c.id = ? AND s.quarantined_count > 0`,
    [changesetId],
  )
  if (!store) return 0
  return changeStore(
    db,
    store.id,
    cause,
    async (transaction) => {
      const settled = await transaction.sql.all<{ key: number; head_sequence: number }>(
        `SELECT m.key, m.head_sequence FROM changesets c
         CROSS JOIN changeset_memories r CROSS JOIN quarantines q CROSS JOIN memories m
         WHERE c.id = ? AND r.changeset_key = c.key AND q.memory_key = r.memory_key
           AND m.key = q.memory_key AND r.through_sequence >= q.from_sequence
           AND NOT EXISTS (${UNSETTLED})`,
        [changesetId],
      )
      for (const memory of settled) await releaseWithin(transaction, memory)
      return settled.length
    },
    { whenArchived: 'allow' },
  )
}

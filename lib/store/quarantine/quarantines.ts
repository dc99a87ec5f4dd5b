import type { Database } from '@/lib/db/database'
import type { Cause } from '../model/actor'
import type { Quarantine } from '../model/quarantine'
import { findMemoryRow } from '../write/find'
import { findStore, changeStore } from '../write/store-transaction'
import { releaseWithin } from './quarantine-memory'
import { findQuarantine } from './quarantined'

/** The quarantine of a memory; null: it is in none, or not there. Refuses `store_not_found`. */
export async function quarantineOf(
  db: Database,
  { storeId, memoryId }: { storeId: string; memoryId: string },
): Promise<Quarantine | null> {
  const store = await findStore(db.read, storeId)
  if (store.quarantinedCount === 0) return null
  const memory = await findMemoryRow(db.read, store.key, memoryId)
  return memory ? findQuarantine(db.read, memory.key) : null
}

/** The paths of those of these versions, in their order, that agents are not served. */
export async function quarantinedVersions(
  db: Pick<Database, 'read'>,
  versionIds: readonly string[],
): Promise<string[]> {
  const paths: string[] = []
  for (const versionId of versionIds) {
    const row = await db.read.get<{ path: string }>(
      `SELECT n.path FROM memory_versions v CROSS JOIN quarantines q CROSS JOIN path_nodes n
       WHERE v.id = ? AND n.key = v.node_key AND q.memory_key = v.memory_key AND q.from_sequence <= v.sequence`,
      [versionId],
    )
    if (row) paths.push(row.path)
  }
  return paths
}

/** How a memory of a changeset is kept from agents, or could be. */
export interface ChangesetQuarantine {
  /** the changeset's first version of it */
  firstVersionId: string
  /** null: it is in no quarantine */
  quarantine: { reason: string } | null
}

/** The memories of a changeset, by their ids. */
export async function changesetQuarantines(
  db: Database,
  changesetId: string,
): Promise<Map<string, ChangesetQuarantine>> {
  const rows = await db.read.all<{ id: string; first_id: string; reason: string | null }>(
    `SELECT m.id, (SELECT v.id FROM memory_versions v
         WHERE v.changeset_key = c.key AND v.memory_key = r.memory_key
         ORDER BY v.sequence LIMIT 1) AS first_id, q.reason
     FROM changesets c JOIN changeset_memories r ON r.changeset_key = c.key
     JOIN memories m ON m.key = r.memory_key
     LEFT JOIN quarantines q ON q.memory_key = r.memory_key
     WHERE c.id = ?`,
    [changesetId],
  )
  return new Map(
    rows.map(({ id, first_id, reason }) => [
      id,
      { firstVersionId: first_id, quarantine: reason === null ? null : { reason } },
    ]),
  )
}

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
      const settled = await transaction.sql.all<{ key: number; headSequence: number }>(
        `SELECT m.key, m.head_sequence AS "headSequence" FROM changesets c
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

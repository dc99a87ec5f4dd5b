import type { Database } from '@/lib/db/database'

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

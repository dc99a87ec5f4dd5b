import { columns, type RowOf } from '@/lib/db/columns'
import type { Sql } from '@/lib/db/sql'
import type { Actor } from '../../model/actor'

/**
 * The memories of a changeset in quarantine. Only people review, but what is asked of each memory is
 * about its versions, which the client would read all.
 */

const MEMORY = columns('m', 'memory', ['id'])

type ChangesetQuarantineRow = RowOf<typeof MEMORY> & { firstId: string; reason: string | null }

/** All memories of a changeset, with its first version of each; reason null: in no quarantine. */
export function quarantinesOfChangeset(
  sql: Sql,
  changesetId: string,
): Promise<ChangesetQuarantineRow[]> {
  return sql.all<ChangesetQuarantineRow>(
    `SELECT ${MEMORY.list}, (SELECT v.id FROM memory_versions v
         WHERE v.changeset_key = c.key AND v.memory_key = r.memory_key
         ORDER BY v.sequence LIMIT 1) AS "firstId", q.reason
     FROM changesets c JOIN changeset_memories r ON r.changeset_key = c.key
     JOIN memories m ON m.key = r.memory_key
     LEFT JOIN quarantines q ON q.memory_key = r.memory_key
     WHERE c.id = ?`,
    [changesetId],
  )
}

const STORE = columns('s', 'memoryStore', ['id'])

/** The store of a changeset, if anything in it is in quarantine. */
export function storeWithQuarantines(
  sql: Sql,
  changesetId: string,
): Promise<RowOf<typeof STORE> | undefined> {
  return sql.get<RowOf<typeof STORE>>(
    `SELECT ${STORE.list} FROM changesets c JOIN memory_stores s ON s.key = c.store_key
     WHERE c.id = ? AND s.quarantined_count > 0`,
    [changesetId],
  )
}

/**
 * A change in quarantine that is still open: it is not examined, a hunk of its changeset in this
 * memory is open, or a rejection waits to be applied.
 */
const openChange = (ofTray: string) => `SELECT 1 FROM memory_versions v
  LEFT JOIN changeset_memories r
    ON r.changeset_key = v.changeset_key AND r.memory_key = v.memory_key
  WHERE v.memory_key = q.memory_key AND v.sequence >= q.from_sequence
    AND v.changeset_key IS NOT NULL
    AND (r.through_sequence IS NULL OR r.through_sequence < v.sequence OR r.open_hunks > 0
      OR EXISTS (SELECT 1 FROM hunk_decisions d WHERE d.changeset_key = r.changeset_key
        AND d.memory_key = r.memory_key AND d.through_sequence = r.through_sequence
        AND d.decision <> 'accepted' AND d.applied_at IS NULL${ofTray}))`

const NOT_OF_THIS_TRAY =
  ' AND NOT (d.changeset_key = c.key AND d.actor_type = ? AND d.actor_id = ?)'

const HEAD = columns('m', 'memory', ['key', 'headSequence'])

/**
 * The memories of a changeset in quarantine of which every change since is decided and written.
 * `applying`: as if what lies in this actor's tray was written.
 */
export function reviewedMemories(
  sql: Sql,
  changesetId: string,
  applying?: Actor,
): Promise<RowOf<typeof HEAD>[]> {
  return sql.all<RowOf<typeof HEAD>>(
    `SELECT ${HEAD.list} FROM changesets c
     CROSS JOIN changeset_memories r CROSS JOIN quarantines q CROSS JOIN memories m
     WHERE c.id = ? AND r.changeset_key = c.key AND q.memory_key = r.memory_key
       AND m.key = q.memory_key AND r.through_sequence >= q.from_sequence
       AND NOT EXISTS (${openChange(applying ? NOT_OF_THIS_TRAY : '')})`,
    applying ? [changesetId, applying.type, applying.id] : [changesetId],
  )
}

import { columns, type RowOf } from '@/lib/db/columns'
import { oneOf } from '@/lib/db/one-of'
import type { BulkSql } from '@/lib/db/sql'
import type { ChangeKind } from '@/lib/store/model/memory-change'
import type { Operation } from '@/lib/store/model/memory-version'

/**
 * Queries for agents' writes and attempts, for trying rules out: all versions of weeks, for the
 * threads of long reads.
 */

const VERSION = columns('v', 'memoryVersion', [
  'sequence',
  'id',
  'size',
  'createdAt',
  'actorType',
  'actorId',
  'changesetKey',
  'memoryKey',
])

export type PastWriteRow = RowOf<typeof VERSION> & {
  memoryId: string
  changesetId: string | null
  operation: Operation
  path: string | null
  formerPath: string | null
  addedLines: number | null
  removedLines: number | null
  lostLines: number | null
  /** 1 if an agent wrote it */
  isAgents: number
  isThrough: number
  /** 1 if a redaction took its text, or some of it */
  isRedacted: number
  hunks: string | null
  /** the rule that masked it, and its policy's revision; null: nothing was masked */
  maskedBy: string | null
  maskedRevision: number | null
}

/** The versions of a store before one, the newest first. */
export function versionsBefore(
  sql: BulkSql,
  { storeKey, before, limit }: { storeKey: number; before: number; limit: number },
): Promise<PastWriteRow[]> {
  return sql.all<PastWriteRow>(
    `SELECT ${VERSION.list}, m.id AS "memoryId", g.id AS "changesetId", v.operation, n.path,
       CASE WHEN v.operation = 'modified' THEN (SELECT f.path FROM memory_versions p
         JOIN path_nodes f ON f.key = p.node_key WHERE p.memory_key = v.memory_key
           AND p.sequence < v.sequence ORDER BY p.sequence DESC LIMIT 1) END AS "formerPath",
       CASE WHEN v.changeset_key IS NOT NULL THEN 1
         WHEN v.actor_type IN ('session', 'api_key') AND EXISTS (SELECT 1 FROM policy_outcomes o
           WHERE o.store_key = v.store_key AND o.version_sequence = v.sequence) THEN 1
         ELSE 0 END AS "isAgents",
       e.added_lines AS "addedLines", e.removed_lines AS "removedLines",
       e.lost_lines AS "lostLines",
       CASE WHEN e.through_sequence = v.sequence THEN 1 ELSE 0 END AS "isThrough",
       CASE WHEN v.redacted_at IS NOT NULL OR v.rewritten_at IS NOT NULL THEN 1 ELSE 0 END
         AS "isRedacted",
       CASE WHEN e.through_sequence = v.sequence AND e.level > 0 THEN e.hunks END AS hunks,
       o.rule_id AS "maskedBy", o.revision AS "maskedRevision"
     FROM (SELECT * FROM memory_versions WHERE store_key = ? AND sequence < ?
       ORDER BY sequence DESC LIMIT ?) v
     JOIN memories m ON m.key = v.memory_key
     LEFT JOIN path_nodes n ON n.key = v.node_key
     LEFT JOIN changesets g ON g.key = v.changeset_key
     LEFT JOIN changeset_memories e
       ON e.changeset_key = v.changeset_key AND e.memory_key = v.memory_key
     LEFT JOIN policy_outcomes o
       ON o.store_key = v.store_key AND o.version_sequence = v.sequence AND o.action = 'mask'
     ORDER BY v.sequence DESC`,
    [storeKey, before, limit],
  )
}

const REJECTED = columns('d', 'hunkDecision', ['changesetKey', 'memoryKey'])

/** The memories of which people rejected something since a time. */
export function rejectedMemories(
  sql: BulkSql,
  storeKey: number,
  since: number,
): Promise<RowOf<typeof REJECTED>[]> {
  return sql.all<RowOf<typeof REJECTED>>(
    `SELECT DISTINCT ${REJECTED.list} FROM hunk_decisions d
     CROSS JOIN changesets c WHERE d.decided_at >= ? AND d.decision = 'rejected'
       AND c.key = d.changeset_key AND c.store_key = ?`,
    [since, storeKey],
  )
}

const SEVERITY = columns('f', 'finding', ['id', 'severity'])

export function severitiesOf(
  sql: BulkSql,
  findingIds: readonly string[],
): Promise<RowOf<typeof SEVERITY>[]> {
  return sql.all<RowOf<typeof SEVERITY>>(
    `SELECT ${SEVERITY.list} FROM findings f WHERE f.id IN ${oneOf(findingIds)}`,
    findingIds,
  )
}

/** A write that a policy stopped. */
export interface PastStopRow {
  key: number
  ruleId: string | null
  revision: number
  path: string | null
  /** of what was refused: where the memory was; null: it was to be a new one, or it was redacted */
  formerPath: string | null
  operation: ChangeKind
  agent: string
  state: string
  memoryId: string | null
  changesetId: string | null
  at: number
  isUnscanned: number
}

interface StopsWanted {
  storeKey: number
  since: number
  /** the key of the last one of the page before */
  before: number
  limit: number
}

const valuesOf = ({ storeKey, since, before, limit }: StopsWanted) => [
  storeKey,
  since,
  before,
  limit,
]

/** Refused writes, the newest first. */
export function refusedBefore(sql: BulkSql, wanted: StopsWanted): Promise<PastStopRow[]> {
  return sql.all<PastStopRow>(
    `SELECT o.key, o.rule_id AS "ruleId", o.revision, o.path, o.operation, o.agent,
       (SELECT f.path FROM memory_versions p JOIN path_nodes f ON f.key = p.node_key
         WHERE p.memory_key = o.memory_key AND p.created_at <= o.decided_at
         ORDER BY p.sequence DESC LIMIT 1) AS "formerPath",
       'refused' AS state, m.id AS "memoryId", NULL AS "changesetId", o.decided_at AS at,
       0 AS "isUnscanned"
     FROM policy_outcomes o LEFT JOIN memories m ON m.key = o.memory_key
     WHERE o.store_key = ? AND o.action = 'refuse' AND o.operation IS NOT NULL
       AND o.decided_at >= ? AND o.key < ? ORDER BY o.key DESC LIMIT ?`,
    valuesOf(wanted),
  )
}

/** Writes that were held and not allowed, the newest first. */
export function heldBefore(sql: BulkSql, wanted: StopsWanted): Promise<PastStopRow[]> {
  return sql.all<PastStopRow>(
    `SELECT p.key, p.rule AS "ruleId", p.policy_revision AS revision, p.path,
       NULL AS "formerPath", p.kind AS operation,
       p.actor_id AS agent, p.state, NULL AS "memoryId", c.id AS "changesetId", p.created_at AS at,
       p.is_unscanned AS "isUnscanned"
     FROM proposals p LEFT JOIN changesets c ON c.key = p.changeset_key
     WHERE p.store_key = ? AND p.rule IS NOT NULL AND p.policy_revision IS NOT NULL
       AND p.state IN ('waiting', 'denied', 'lapsed') AND p.created_at >= ? AND p.key < ?
     ORDER BY p.key DESC LIMIT ?`,
    valuesOf(wanted),
  )
}

/** The time from change to decision of the newest decisions since a time. */
export function waitsSince(
  sql: BulkSql,
  { storeKey, since, limit }: { storeKey: number; since: number; limit: number },
): Promise<{ wait: number }[]> {
  return sql.all<{ wait: number }>(
    `SELECT d.decided_at - v.created_at AS wait FROM hunk_decisions d
     JOIN changesets c ON c.key = d.changeset_key AND c.store_key = ?
     JOIN memory_versions v ON v.store_key = c.store_key AND v.sequence = d.through_sequence
     WHERE d.decided_at >= ? ORDER BY d.decided_at DESC LIMIT ?`,
    [storeKey, since, limit],
  )
}

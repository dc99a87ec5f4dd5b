import type { BulkSql } from '@/lib/db/sql'

/** Paths of redactions: an import asks, whose source may still hold the texts. */

export interface RedactedPathRow {
  path: string
  /** milliseconds since 1970 */
  at: number
  /** of the newest version that was redacted */
  sequence: number
}

/**
 * The paths of memories with a version that was redacted, as far as versions of them still know theirs,
 * and those that were seeded with one.
 */
export function redactedPaths(sql: BulkSql, storeKey: number): Promise<RedactedPathRow[]> {
  return sql.all<RedactedPathRow>(
    `SELECT p.path, max(p.at) AS at, max(p.sequence) AS sequence FROM (
       SELECT n.path, r.at, r.sequence FROM (
         SELECT v.memory_key, max(${REDACTED_AT}) AS at, max(v.sequence) AS sequence
         FROM memory_versions v WHERE v.store_key = ? AND ${REDACTED_AT} IS NOT NULL
         GROUP BY v.memory_key) AS r
       JOIN memory_versions o ON o.memory_key = r.memory_key
       JOIN path_nodes n ON n.key = o.node_key
       UNION ALL
       SELECT n.path, ${REDACTED_AT}, v.sequence FROM seeds s
       JOIN seed_entries e ON e.seed_key = s.key
       JOIN path_nodes n ON n.key = e.node_key
       JOIN memory_versions v ON v.store_key = s.store_key AND v.sequence = e.sequence
       WHERE s.store_key = ? AND ${REDACTED_AT} IS NOT NULL) AS p
     GROUP BY p.path`,
    [storeKey, storeKey],
  )
}

const REDACTED_AT = 'coalesce(v.redacted_at, v.rewritten_at)'

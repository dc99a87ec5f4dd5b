import type { Sql, WriteSql } from '@/lib/db/sql'

/**
 * Spans in which directories existed: writes, agents' too, record them, and redactions correct
 * them.
 */

export function beginSpan(tx: WriteSql, nodeKey: number, sequence: number): Promise<void> {
  return tx.later('INSERT INTO directory_spans (node_key, since_sequence) VALUES (?, ?)', [
    nodeKey,
    sequence,
  ])
}

export function endSpan(tx: WriteSql, nodeKey: number, sequence: number): Promise<void> {
  return tx.later(
    `UPDATE directory_spans SET until_sequence = ? WHERE node_key = ? AND since_sequence =
       (SELECT max(since_sequence) FROM directory_spans WHERE node_key = ?)`,
    [sequence, nodeKey, nodeKey],
  )
}

/** From one change to another; null: it has no end. */
export interface Span {
  since: number
  until: number | null
}

/** Puts other spans in the place of a directory's. */
export async function replaceSpans(
  tx: WriteSql,
  nodeKey: number,
  spans: readonly Span[],
): Promise<void> {
  await dropSpans(tx, nodeKey)
  for (const { since, until } of spans) {
    await tx.run(
      'INSERT INTO directory_spans (node_key, since_sequence, until_sequence) VALUES (?, ?, ?)',
      [nodeKey, since, until],
    )
  }
}

export async function dropSpans(tx: WriteSql, nodeKey: number): Promise<void> {
  await tx.run('DELETE FROM directory_spans WHERE node_key = ?', [nodeKey])
}

/** The paths between two others, without them. */
interface Range {
  storeKey: number
  from: string
  to: string
}

const VERSIONS_BELOW = `FROM path_nodes n JOIN memory_versions v ON v.node_key = n.key
  WHERE n.store_key = ? AND n.path > ? AND n.path < ? AND v.operation <> 'deleted'`

/** Returns whether a single version of a range was current throughout a span. */
export async function hasVersionThroughout(
  sql: Sql,
  { storeKey, from, to }: Range,
  { since, until }: Span,
): Promise<boolean> {
  const version = await sql.get(
    `SELECT 1 AS one ${VERSIONS_BELOW} AND v.sequence <= ?
       AND (v.until_sequence IS NULL${until === null ? '' : ' OR v.until_sequence >= ?'}) LIMIT 1`,
    [storeKey, from, to, since, ...(until === null ? [] : [until])],
  )
  return version !== undefined
}

/** Lists the span in which each version of a range was current, in order of changes. */
export function spansOfVersions(sql: Sql, { storeKey, from, to }: Range): Promise<Span[]> {
  return sql.all<Span>(
    `SELECT v.sequence AS since, v.until_sequence AS until ${VERSIONS_BELOW} ORDER BY v.sequence`,
    [storeKey, from, to],
  )
}

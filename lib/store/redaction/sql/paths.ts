import { columns, type RowOf } from '@/lib/db/columns'
import { oneOf } from '@/lib/db/one-of'
import type { BulkSql, Sql, WriteSql } from '@/lib/db/sql'
import { SELECT_VERSIONS, type VersionRow } from '../../versions/sql/version-rows'
import type { RedactedBy } from './versions'

/** Paths of the past as redactions rewrite them: a store's whole history is gone over by them. */

const KEY = columns('n', 'pathNode', ['key'])

/** Lists the nodes with a text in their path at which there is any version, in order of paths. */
export function nodesWithText(
  sql: BulkSql,
  storeKey: number,
  text: string,
): Promise<RowOf<typeof KEY>[]> {
  return sql.all<RowOf<typeof KEY>>(
    `SELECT ${KEY.list} FROM path_nodes n WHERE n.store_key = ? AND replace(n.path, ?, '') <> n.path
       AND EXISTS (SELECT 1 FROM memory_versions v WHERE v.node_key = n.key) ORDER BY n.path`,
    [storeKey, text],
  )
}

const PATH = columns('n', 'pathNode', ['path'])

/** A node at which no memory is live. */
export function pastNode(sql: Sql, key: number): Promise<RowOf<typeof PATH> | undefined> {
  return sql.get<RowOf<typeof PATH>>(
    `SELECT ${PATH.list} FROM path_nodes n WHERE n.key = ? AND n.memory_key IS NULL`,
    [key],
  )
}

export function versionsAtNode(sql: Sql, nodeKey: number): Promise<VersionRow[]> {
  return sql.all<VersionRow>(`${SELECT_VERSIONS} WHERE v.node_key = ? ORDER BY v.sequence`, [
    nodeKey,
  ])
}

/** Beyond every change. */
const MAX_SEQUENCE = Number.MAX_SAFE_INTEGER

/** Another memory that was at one of these paths, or between two, while one was at the node. */
export function otherWhileAt(
  sql: Sql,
  wanted: {
    storeKey: number
    nodeKey: number
    paths: readonly string[]
    between: { from: string; to: string }
  },
): Promise<{ one: number } | undefined> {
  const { storeKey, nodeKey, paths, between } = wanted
  return sql.get<{ one: number }>(
    `SELECT 1 AS one FROM path_nodes n JOIN memory_versions v ON v.node_key = n.key
     WHERE n.store_key = ? AND n.key <> ? AND v.operation <> 'deleted'
       AND (n.path IN ${oneOf(paths)} OR (n.path > ? AND n.path < ?))
       AND EXISTS (SELECT 1 FROM memory_versions o WHERE o.node_key = ? AND o.operation <> 'deleted'
         AND o.sequence < coalesce(v.until_sequence, ${MAX_SEQUENCE})
         AND v.sequence < coalesce(o.until_sequence, ${MAX_SEQUENCE})) LIMIT 1`,
    [storeKey, nodeKey, ...paths, between.from, between.to, nodeKey],
  )
}

/** The versions at a node, and what seeds and folders have there, are at another from now on. */
export async function moveToNode(
  tx: WriteSql,
  { from, to }: { from: number; to: number },
  { now, actor }: RedactedBy,
): Promise<void> {
  await tx.run(
    `UPDATE memory_versions SET node_key = ?, rewritten_at = ?, rewritten_by_type = ?,
       rewritten_by_id = ? WHERE node_key = ?`,
    [to, now, actor.type, actor.id, from],
  )
  // A seed finds its entry under the new path, unless it already has one there.
  await tx.run(
    `UPDATE seed_entries SET node_key = ? WHERE node_key = ?
       AND seed_key NOT IN (SELECT e.seed_key FROM seed_entries e WHERE e.node_key = ?)`,
    [to, from, to],
  )
  await tx.run(
    `UPDATE connection_entries SET node_key = ? WHERE node_key = ? AND connection_key NOT IN
       (SELECT e.connection_key FROM connection_entries e WHERE e.node_key = ?)`,
    [to, from, to],
  )
}

import type { Sql } from '@/lib/db/sql'
import type { VersionSummary } from '../model/memory-change'
import type { Operation } from '../model/memory-version'

/** A version as one side of a change. */
export interface SideRow {
  memory_key: number
  sequence: number
  id: string
  operation: Operation
  path: string | null
  sha256: string | null
  size: number | null
}

/** The last version of each of these memories before a change, by memory key. */
export async function versionsBefore(
  sql: Sql,
  memoryKeys: readonly number[],
  sequence: number,
): Promise<Map<number, SideRow>> {
  if (memoryKeys.length === 0) return new Map()
  const rows = await sql.all<SideRow>(
    `SELECT v.memory_key, v.sequence, v.id, v.operation, n.path, v.sha256, v.size
     FROM memories m JOIN memory_versions v ON v.memory_key = m.key AND v.sequence =
       (SELECT max(w.sequence) FROM memory_versions w WHERE w.memory_key = m.key AND w.sequence < ?)
     LEFT JOIN path_nodes n ON n.key = v.node_key
     WHERE m.key IN (?${', ?'.repeat(memoryKeys.length - 1)})`,
    [sequence, ...memoryKeys],
  )
  return new Map(rows.map((row) => [row.memory_key, row]))
}

/** A version as a side: null if the memory is not there, `emptied` if a redaction took it. */
export function sideOf(
  version: Omit<SideRow, 'memory_key'> | undefined,
): VersionSummary | null | 'emptied' {
  if (!version || version.operation === 'deleted') return null
  const { id: versionId, sequence, path, sha256, size } = version
  if (path === null || sha256 === null || size === null) return 'emptied'
  return { versionId, sequence, path, sha256, size }
}

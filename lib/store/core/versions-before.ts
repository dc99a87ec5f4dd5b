import type { Sql } from '@/lib/db/sql'
import { chunked } from '@/lib/text/chunked'
import type { VersionSummary } from '../model/memory-change'
import type { Operation } from '../model/memory-version'
import { MEMORIES_PER_QUERY } from './memory-chains'

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

/** A memory as it was before a change. */
export interface WantedBefore {
  memoryKey: number
  sequence: number
}

export const beforeKey = ({ memoryKey, sequence }: WantedBefore) => `${memoryKey} ${sequence}`

/** The last version of each of these memories before a change, by `beforeKey`. */
export async function versionsBefore(
  sql: Sql,
  wanted: readonly WantedBefore[],
): Promise<Map<string, SideRow>> {
  const found = new Map<string, SideRow>()
  for (const some of chunked(wanted, MEMORIES_PER_QUERY)) {
    const rows = await sql.all<SideRow & { before: number }>(
      `WITH wanted(memory_key, sequence) AS (
         VALUES ${some.map(() => '(CAST(? AS BIGINT), CAST(? AS BIGINT))').join(', ')})
       SELECT wanted.sequence AS before, v.memory_key, v.sequence, v.id, v.operation, n.path,
         v.sha256, v.size
       FROM wanted CROSS JOIN memory_versions v LEFT JOIN path_nodes n ON n.key = v.node_key
       WHERE v.memory_key = wanted.memory_key AND v.sequence =
         (SELECT max(w.sequence) FROM memory_versions w
          WHERE w.memory_key = wanted.memory_key AND w.sequence < wanted.sequence)`,
      some.flatMap(({ memoryKey, sequence }) => [memoryKey, sequence]),
    )
    for (const { before, ...row } of rows) {
      found.set(beforeKey({ memoryKey: row.memory_key, sequence: before }), row)
    }
  }
  return found
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

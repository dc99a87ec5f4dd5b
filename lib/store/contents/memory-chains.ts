import type { Sql } from '@/lib/db/sql'
import type { Actor } from '../model/actor'
import type { Operation } from '../model/memory-version'
import { AUTHOR_ID, AUTHOR_TYPE, MEMORY_COLUMNS, type MemoryRow } from '../write/rows'

/** How many memories' rows a query reads. */
export const MEMORIES_PER_QUERY = 500

/** A version without the fields that only readers need. */
export interface ChainVersion {
  sequence: number
  id: string
  memory_key: number
  operation: Operation
  path: string | null
  sha256: string | null
  size: number | null
  created_at: number
  actor_type: Actor['type']
  actor_id: string
  /** as pages name authors */
  author_type: Actor['type']
  author_id: string
  redacted_at: number | null
  redacted_by_type: Actor['type'] | null
  redacted_by_id: string | null
}

const CHAIN_VERSION = `v.sequence, v.id, v.memory_key, v.operation, n.path, v.sha256, v.size,
  v.created_at, v.actor_type, v.actor_id, ${AUTHOR_TYPE} AS author_type, ${AUTHOR_ID} AS author_id,
  v.redacted_at, v.redacted_by_type, v.redacted_by_id`

/** Whether a redaction emptied a version. */
export function isEmptied(version: ChainVersion): boolean {
  return version.operation !== 'deleted' && (version.path === null || version.sha256 === null)
}

/** A memory with its versions, oldest first, starting at the one before a change. */
export interface MemoryChain {
  memory: MemoryRow
  versions: ChainVersion[]
}

/** For each of these memories: its versions from `since`, and the one before that if any. */
export async function memoryChains(
  sql: Sql,
  wanted: readonly { memoryKey: number; since: number }[],
): Promise<MemoryChain[]> {
  const versions = await sql.all<ChainVersion>(
    `${wantedRows(wanted.length)}
     SELECT ${CHAIN_VERSION} FROM wanted CROSS JOIN memory_versions v
     LEFT JOIN path_nodes n ON n.key = v.node_key
     WHERE v.memory_key = wanted.memory_key AND v.sequence >= coalesce(
       (SELECT max(w.sequence) FROM memory_versions w
        WHERE w.memory_key = wanted.memory_key AND w.sequence < wanted.sequence), 0)
     ORDER BY v.memory_key, v.sequence`,
    wanted.flatMap(({ memoryKey, since }) => [memoryKey, since]),
  )
  const byMemory = new Map<number, ChainVersion[]>()
  for (const version of versions) {
    const chain = byMemory.get(version.memory_key)
    if (chain) chain.push(version)
    else byMemory.set(version.memory_key, [version])
  }
  const memories = await memoryRows(
    sql,
    wanted.map(({ memoryKey }) => memoryKey),
  )
  return wanted.flatMap(({ memoryKey }) => {
    const memory = memories.get(memoryKey)
    return memory ? [{ memory, versions: byMemory.get(memoryKey) ?? [] }] : []
  })
}

/** The last version of each of these memories up to a sequence; none if it did not exist yet. */
export async function versionsAt(
  sql: Sql,
  memoryKeys: readonly number[],
  sequence: number,
): Promise<Map<number, ChainVersion>> {
  const rows = await sql.all<ChainVersion>(
    `${wantedRows(memoryKeys.length)}
     SELECT ${CHAIN_VERSION} FROM wanted CROSS JOIN memory_versions v
     LEFT JOIN path_nodes n ON n.key = v.node_key
     WHERE v.memory_key = wanted.memory_key AND v.sequence =
       (SELECT max(w.sequence) FROM memory_versions w
        WHERE w.memory_key = wanted.memory_key AND w.sequence <= wanted.sequence)`,
    memoryKeys.flatMap((key) => [key, sequence]),
  )
  return new Map(rows.map((row) => [row.memory_key, row]))
}

async function memoryRows(sql: Sql, keys: readonly number[]): Promise<Map<number, MemoryRow>> {
  const rows = await sql.all<MemoryRow>(
    `SELECT ${MEMORY_COLUMNS} FROM memories m WHERE m.key IN (${keys.map(() => '?').join(', ')})`,
    keys,
  )
  return new Map(rows.map((row) => [row.key, row]))
}

function wantedRows(count: number): string {
  const row = '(CAST(? AS BIGINT), CAST(? AS BIGINT))'
  return `WITH wanted(memory_key, sequence) AS (VALUES ${Array(count).fill(row).join(', ')})`
}

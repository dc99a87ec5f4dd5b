import type { Sql } from '@/lib/db/sql'
import { groupedBy } from '@/lib/text/grouped-by'
import type { MemoryRow } from '../write/sql/heads'
import {
  type ChainVersion,
  lastVersionsUpTo,
  memoriesByKey,
  versionsSince,
} from './sql/memory-chains'

export type { ChainVersion }

/** Memories whose rows one query reads. */
export const MEMORIES_PER_QUERY = 500

/** Returns whether a redaction emptied a version. */
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
  const versions = groupedBy(await versionsSince(sql, wanted), ({ memoryKey }) => memoryKey)
  const keys = wanted.map(({ memoryKey }) => memoryKey)
  const rows = await memoriesByKey(sql, keys)
  const memories = new Map(rows.map((row) => [row.key, row]))
  return keys.flatMap((key) => {
    const memory = memories.get(key)
    return memory ? [{ memory, versions: versions.get(key) ?? [] }] : []
  })
}

/** The last version of each of these memories up to a sequence; none if it did not exist yet. */
export async function versionsAt(
  sql: Sql,
  memoryKeys: readonly number[],
  sequence: number,
): Promise<Map<number, ChainVersion>> {
  const rows = await lastVersionsUpTo(sql, memoryKeys, sequence)
  return new Map(rows.map((row) => [row.memoryKey, row]))
}

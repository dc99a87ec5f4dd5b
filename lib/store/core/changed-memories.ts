import type { Sql } from '@/lib/db/sql'
import { MAX_MEMORIES } from './versions'

const VERSIONS_PER_PAGE = 1024

/** The keys of the memories changed since a time, each once, the last changed first, in parts. */
export async function* changedMemories(
  sql: Sql,
  storeKey: number,
  since: number,
): AsyncGenerator<{ first: number; keys: number[] }> {
  const begin = await sql.get<{ sequence: number }>(
    `SELECT sequence FROM store_events WHERE store_key = ? AND created_at >= ?
     ORDER BY created_at, sequence LIMIT 1`,
    [storeKey, since],
  )
  if (!begin) return
  const first = begin.sequence
  const seen = new Set<number>()
  for (let before = Number.MAX_SAFE_INTEGER; ;) {
    const rows = await sql.all<{ sequence: number; memory_key: number }>(
      `SELECT sequence, memory_key FROM memory_versions
       WHERE store_key = ? AND sequence >= ? AND sequence < ? ORDER BY sequence DESC LIMIT ?`,
      [storeKey, first, before, VERSIONS_PER_PAGE],
    )
    const keys = [...new Set(rows.map((row) => row.memory_key))].filter((key) => !seen.has(key))
    for (const key of keys) seen.add(key)
    for (let at = 0; at < keys.length; at += MAX_MEMORIES) {
      yield { first, keys: keys.slice(at, at + MAX_MEMORIES) }
    }
    const last = rows.at(-1)
    if (!last || rows.length < VERSIONS_PER_PAGE) return
    before = last.sequence
  }
}

/** What it takes to compare a memory's versions since a change. */
export interface ChainSize {
  versions: number
  bytes: number
  /** the largest content, in bytes */
  largest: number
}

export async function sizesOfChains(
  sql: Sql,
  memoryKeys: readonly number[],
  first: number,
): Promise<Map<number, ChainSize>> {
  const rows = await sql.all<ChainSize & { memory_key: number }>(
    `SELECT memory_key, count(*) AS versions, CAST(sum(coalesce(size, 0)) AS BIGINT) AS bytes,
       coalesce(max(size), 0) AS largest
     FROM memory_versions WHERE memory_key IN (?${', ?'.repeat(MAX_MEMORIES - 1)}) AND sequence >= ?
     GROUP BY memory_key`,
    [...memoryKeys, ...Array<number>(MAX_MEMORIES - memoryKeys.length).fill(0), first],
  )
  return new Map(rows.map(({ memory_key, ...size }) => [memory_key, size]))
}

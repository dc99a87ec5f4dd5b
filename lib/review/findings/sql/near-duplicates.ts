import { columns, type RowOf } from '@/lib/db/columns'
import { oneOf } from '@/lib/db/one-of'
import type { BulkSql, Sql, WriteSql } from '@/lib/db/sql'
import { PLACED, type PlacedRow } from './placed-findings'

/**
 * Queries for near duplicates: the examiner runs them with each write, a timer for those that have
 * ended.
 */

/**
 * Memories of a band that are looked at, the oldest: an agent that writes a thousand of one template
 * puts all of them into each of its bands. What is alike shares other bands, too, so little is missed.
 */
export const MAX_PER_BAND = 64

const MEMORIES_OF_BAND = `SELECT memory_key FROM (
    SELECT memory_key FROM memory_bands WHERE store_key = ? AND band = ? AND memory_key <> ?
    ORDER BY memory_key LIMIT ${MAX_PER_BAND}) AS oldest`

const SHARING = columns('b', 'memoryBand', ['memoryKey'])

/**
 * The memories of a store that share bands with one, each as often as it shares one; with more rows than
 * `MAX_PER_BAND`, so many and one more.
 */
export function bandsShared(
  sql: Sql,
  { storeKey, memoryKey, bands }: { storeKey: number; memoryKey: number; bands: readonly number[] },
): Promise<RowOf<typeof SHARING>[]> {
  return sql.all<RowOf<typeof SHARING>>(
    `SELECT ${SHARING.list} FROM memory_bands b
     WHERE b.store_key = ? AND b.band IN ${oneOf(bands)} AND b.memory_key <> ?
     LIMIT ${MAX_PER_BAND + 1}`,
    [storeKey, ...bands, memoryKey],
  )
}

const MEMORY = columns('m', 'memory', ['key', 'headSequence'])

export type CandidateRow = RowOf<typeof MEMORY>

/** Those of these memories that were last written before a version. */
export function writtenBefore(
  sql: Sql,
  memoryKeys: readonly number[],
  before: number,
): Promise<CandidateRow[]> {
  return sql.all<CandidateRow>(
    `SELECT ${MEMORY.list} FROM memories m
     WHERE m.key IN ${oneOf(memoryKeys)} AND m.head_sequence < ? ORDER BY m.key`,
    [...memoryKeys, before],
  )
}

/** The memories that share most bands with one and were last written before a version of it. */
export function sharingBands(
  sql: Sql,
  wanted: {
    storeKey: number
    memoryKey: number
    bands: readonly number[]
    before: number
    limit: number
  },
): Promise<CandidateRow[]> {
  const { storeKey, memoryKey, bands, before, limit } = wanted
  return sql.all<CandidateRow>(
    `SELECT ${MEMORY.list}
     FROM (${bands.map(() => MEMORIES_OF_BAND).join(' UNION ALL ')}) AS b CROSS JOIN memories m
     WHERE m.key = b.memory_key AND m.head_sequence < ?
     GROUP BY m.key, m.head_sequence ORDER BY count(*) DESC, m.key LIMIT ?`,
    [...bands.flatMap((band) => [storeKey, band, memoryKey]), before, limit],
  )
}

const HEAD = columns('m', 'memory', ['headSequence'])

export type DuplicateRow = PlacedRow &
  RowOf<typeof HEAD> & { memoryId: string; otherSequence: number | null }

/** The newer of the two heads that a finding is about. */
const LATER_HEAD = `CASE WHEN m.head_sequence > o.head_sequence
  THEN m.head_sequence ELSE o.head_sequence END`

/** True if another finding is about the same two memories: one that stands, or a newer one. */
const HAS_OTHER_FINDING = `EXISTS (SELECT 1 FROM findings g
  WHERE g.memory_key IN (f.memory_key, f.other_memory_key)
    AND g.other_memory_key IN (f.memory_key, f.other_memory_key)
    AND g.rule = f.rule AND g.key <> f.key AND (g.fixed_sequence IS NULL OR g.key > f.key))`

/**
 * The findings of near duplicates, of or with these memories, that stand; and those that were fixed
 * and that nobody would find anew if both were alike again: what an agent wrote last is examined.
 */
export function followedDuplicates(
  sql: BulkSql,
  storeKey: number,
  memoryKeys: readonly number[],
): Promise<DuplicateRow[]> {
  const among = oneOf(memoryKeys)
  return sql.all<DuplicateRow>(
    `SELECT ${PLACED.list}, ${HEAD.list}, m.id AS "memoryId", o.head_sequence AS "otherSequence"
     FROM findings f JOIN memories m ON m.key = f.memory_key
       LEFT JOIN memories o ON o.key = f.other_memory_key
     WHERE f.store_key = ? AND f.rule = 'near_duplicate'
       AND (f.memory_key IN ${among} OR f.other_memory_key IN ${among})
       AND (f.fixed_sequence IS NULL OR (NOT ${HAS_OTHER_FINDING} AND NOT EXISTS (
         SELECT 1 FROM memory_versions v WHERE v.store_key = f.store_key
           AND v.sequence = ${LATER_HEAD} AND v.changeset_key IS NOT NULL)))`,
    [storeKey, ...memoryKeys, ...memoryKeys],
  )
}

/** It holds no more since a version. */
export async function fixDuplicate(tx: WriteSql, key: number, sequence: number): Promise<void> {
  await tx.run(
    `UPDATE findings SET fixed_sequence = ?,
       status = CASE WHEN status = 'open' THEN 'fixed' ELSE status END
     WHERE key = ? AND fixed_sequence IS NULL`,
    [sequence, key],
  )
}

const PATH = columns('n', 'pathNode', ['path'])

/** The paths among these at which a store has a memory. */
export function livePaths(
  sql: Sql,
  storeKey: number,
  paths: readonly string[],
): Promise<RowOf<typeof PATH>[]> {
  return sql.all<RowOf<typeof PATH>>(
    `SELECT ${PATH.list} FROM path_nodes n WHERE n.store_key = ? AND n.entry IS NOT NULL
       AND n.path IN ${oneOf(paths)}`,
    [storeKey, ...paths],
  )
}

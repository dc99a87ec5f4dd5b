import { columns, type RowOf } from '@/lib/db/columns'
import { oneOf } from '@/lib/db/one-of'
import type { BulkSql, Sql, WriteSql } from '@/lib/db/sql'

/**
 * Queries for near duplicates: the examiner runs them with each write, a timer for those that have
 * ended.
 */

/**
 * Memories of a band that are looked at, the oldest: an agent that writes a thousand of one template
 * puts all of them into each of its bands. What is alike shares other bands, too, so little is missed.
 */
const MAX_PER_BAND = 64

const MEMORIES_OF_BAND = `SELECT memory_key FROM (
    SELECT memory_key FROM memory_bands WHERE store_key = ? AND band = ? AND memory_key <> ?
    ORDER BY memory_key LIMIT ${MAX_PER_BAND}) AS oldest`

const MEMORY = columns('m', 'memory', ['key', 'headSequence'])

export type CandidateRow = RowOf<typeof MEMORY>

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

const FINDING = columns('f', 'finding', ['key'])
const HEAD = columns('m', 'memory', ['headSequence'])

type DuplicateRow = RowOf<typeof FINDING> & RowOf<typeof HEAD> & { otherSequence: number | null }

/** The standing findings of near duplicates, of or with these memories. */
export function standingDuplicates(
  sql: BulkSql,
  storeKey: number,
  memoryKeys: readonly number[],
): Promise<DuplicateRow[]> {
  const among = oneOf(memoryKeys)
  return sql.all<DuplicateRow>(
    `SELECT ${FINDING.list}, ${HEAD.list}, o.head_sequence AS "otherSequence"
     FROM findings f JOIN memories m ON m.key = f.memory_key
       LEFT JOIN memories o ON o.key = f.other_memory_key
     WHERE f.store_key = ? AND f.rule = 'near_duplicate' AND f.fixed_sequence IS NULL
       AND (f.memory_key IN ${among} OR f.other_memory_key IN ${among})`,
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

/** Those of these paths at which a store has a memory. */
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

import { columns, type RowOf } from '@/lib/db/columns'
import { oneOf } from '@/lib/db/one-of'
import type { Sql } from '@/lib/db/sql'
import type { BatchKind } from '../../model/memory-version'
import { rangeBelow } from '../../tree/subtree'
import { MAX_MEMORIES } from '../../versions/sql/versions'
import { HEAD, type MemoryRow } from '../../write/sql/heads'

/** The memories that a rollback is about, and what stands where it writes: all that a store has. */

const CHANGED = columns('v', 'memoryVersion', ['sequence', 'memoryKey'])

/** Lists the memories that versions between two sequences are of, the last changed first. */
export function changedBetween(
  sql: Sql,
  wanted: { storeKey: number; first: number; before: number; limit: number },
): Promise<RowOf<typeof CHANGED>[]> {
  return sql.all<RowOf<typeof CHANGED>>(
    `SELECT ${CHANGED.list} FROM memory_versions v
     WHERE v.store_key = ? AND v.sequence >= ? AND v.sequence < ?
     ORDER BY v.sequence DESC LIMIT ?`,
    [wanted.storeKey, wanted.first, wanted.before, wanted.limit],
  )
}

/** In order of sequence, the first exclusive. */
export function changedFromTo(
  sql: Sql,
  { storeKey, from, to }: { storeKey: number; from: number; to: number },
): Promise<RowOf<typeof CHANGED>[]> {
  return sql.all<RowOf<typeof CHANGED>>(
    `SELECT ${CHANGED.list} FROM memory_versions v
     WHERE v.store_key = ? AND v.sequence > ? AND v.sequence <= ? ORDER BY v.sequence`,
    [storeKey, from, to],
  )
}

/** Only memories changed after a moment can differ from it. */
export function memoriesChangedAfter(
  sql: Sql,
  storeKey: number,
  sequence: number,
): Promise<MemoryRow[]> {
  return sql.all<MemoryRow>(
    `SELECT ${HEAD.list} FROM memories m WHERE m.key IN
       (SELECT v.memory_key FROM memory_versions v WHERE v.store_key = ? AND v.sequence > ?)
     ORDER BY m.key`,
    [storeKey, sequence],
  )
}

const OWNER = columns('v', 'memoryVersion', ['memoryKey'])

/** The cost of comparing a memory's versions since a change. */
export interface ChainSize {
  versions: number
  bytes: number
  /** the largest content, in bytes */
  largest: number
}

/** Of at most `MAX_MEMORIES`. */
export function chainSizes(
  sql: Sql,
  memoryKeys: readonly number[],
  first: number,
): Promise<(RowOf<typeof OWNER> & ChainSize)[]> {
  return sql.all<RowOf<typeof OWNER> & ChainSize>(
    `SELECT ${OWNER.list}, count(*) AS versions,
       CAST(sum(coalesce(v.size, 0)) AS BIGINT) AS bytes, coalesce(max(v.size), 0) AS largest
     FROM memory_versions v
     WHERE v.memory_key IN (?${', ?'.repeat(MAX_MEMORIES - 1)}) AND v.sequence >= ?
     GROUP BY v.memory_key`,
    [...memoryKeys, ...Array<number>(MAX_MEMORIES - memoryKeys.length).fill(0), first],
  )
}

/** The versions of memories that batches of some kinds wrote, from one sequence to another. */
export function versionsOfKinds<Kind extends BatchKind>(
  sql: Sql,
  {
    memoryKeys,
    kinds,
    from,
    to,
  }: { memoryKeys: readonly number[]; kinds: readonly Kind[]; from: number; to: number },
): Promise<(RowOf<typeof CHANGED> & { sha256: string; kind: Kind })[]> {
  return sql.all<RowOf<typeof CHANGED> & { sha256: string; kind: Kind }>(
    `SELECT ${CHANGED.list}, v.sha256, b.kind FROM memory_versions v
     CROSS JOIN batches b
     WHERE v.memory_key IN ${oneOf(memoryKeys)}
       AND v.sequence >= ? AND v.sequence <= ? AND v.sha256 IS NOT NULL
       AND b.key = v.batch_key AND b.kind IN ${oneOf(kinds)}`,
    [...memoryKeys, from, to, ...kinds],
  )
}

const PLACED = columns('m', 'memory', ['id'])

/** A live memory. */
type PlacedRow = RowOf<typeof PLACED> & { path: string }

export function memoriesAt(
  sql: Sql,
  storeKey: number,
  paths: readonly string[],
): Promise<PlacedRow[]> {
  return sql.all<PlacedRow>(
    `SELECT ${PLACED.list}, m.path FROM memories m
     WHERE m.store_key = ? AND m.path IN ${oneOf(paths)}`,
    [storeKey, ...paths],
  )
}

/** Below any of these directories. */
export function memoriesBelow(
  sql: Sql,
  storeKey: number,
  directories: readonly string[],
): Promise<PlacedRow[]> {
  const ranges = directories.map(rangeBelow)
  return sql.all<PlacedRow>(
    `SELECT ${PLACED.list}, m.path FROM memories m
     WHERE m.store_key = ? AND (${ranges.map(() => '(m.path > ? AND m.path < ?)').join(' OR ')})`,
    [storeKey, ...ranges.flatMap(({ from, to }) => [from, to])],
  )
}

import { columns, type RowOf } from '@/lib/db/columns'
import type { BulkSql, Sql, SqlValue } from '@/lib/db/sql'

/**
 * Counts changes over time, by the index of their times and by samples: of stores with a million
 * changes, on the threads of long reads.
 */

/** Of a store with no more changes than these in that time, each is looked at. */
const FEW_CHANGES = 200

/** The stores in question, as `memory_stores s`. */
function storesOf(storeId: string | undefined): { where: string; params: SqlValue[] } {
  const where = 's.deleted_at IS NULL AND s.last_sequence > 0'
  return storeId === undefined
    ? { where, params: [] }
    : { where: `${where} AND s.id = ?`, params: [storeId] }
}

/** The number before a store's first event: 0, but of a branch that of the last change it shares. */
const BEFORE_FIRST = '(SELECT min(o.sequence) - 1 FROM store_events o WHERE o.store_key = s.key)'

interface BucketRow {
  bucket: number
  /** the changes of stores that have few */
  count: number
  /** of the others: how far their numbers had come when the bucket began, added up */
  before: number
}

/**
 * The changes from each of these times until the next, of one store or of all. From the second on, but
 * for the last, the times are equally far apart.
 */
export function countsFrom(
  sql: BulkSql,
  { storeId, times }: { storeId: string | undefined; times: readonly number[] },
): Promise<BucketRow[]> {
  const [first = 0, second = 0, third = second + 1] = times
  const end = times.at(-1) ?? 0
  const { where, params } = storesOf(storeId)
  const limits = times.map((time, index) => [index, time])
  const before = (time: string) => `coalesce((SELECT e.sequence FROM store_events e
    WHERE e.store_key = s.key AND e.created_at < ${time}
    ORDER BY e.created_at DESC, e.sequence DESC LIMIT 1), ${BEFORE_FIRST}, 0)`
  return sql.all<BucketRow>(
    `WITH limits(bucket, starts_at) AS (
       VALUES ${limits.map(() => '(CAST(? AS INTEGER), CAST(? AS BIGINT))').join(', ')}
     ), shown AS (
       SELECT s.key, ${before('?')} AS before, ${before('?')} AS through
       FROM memory_stores s WHERE ${where} AND s.last_changed_at >= ?
     ), few AS (
       SELECT CASE WHEN e.created_at < CAST(? AS BIGINT) THEN 0
         ELSE 1 + (e.created_at - CAST(? AS BIGINT)) / CAST(? AS BIGINT) END AS bucket
       FROM shown s CROSS JOIN store_events e
       WHERE s.through - s.before <= ${FEW_CHANGES} AND e.store_key = s.key
         AND e.sequence > s.before AND e.sequence <= s.through
     )
     SELECT bucket, count(*) AS count, CAST(0 AS BIGINT) AS before FROM few GROUP BY bucket
     UNION ALL
     SELECT l.bucket, 0, CAST(sum(${before('l.starts_at')}) AS BIGINT)
     FROM shown s CROSS JOIN limits l WHERE s.through - s.before > ${FEW_CHANGES} GROUP BY l.bucket`,
    [...limits.flat(), first, end, ...params, first, second, second, third - second],
  )
}

interface EndsRow {
  first: number | null
  last: number | null
}

/** Returns the times of the first and the last change. */
export function endsOfChanges(
  sql: BulkSql,
  storeId: string | undefined,
): Promise<EndsRow | undefined> {
  const { where, params } = storesOf(storeId)
  // Each end is one look into the index; both in one SELECT would read all of it.
  return sql.get<EndsRow>(
    `SELECT min((SELECT min(e.created_at) FROM store_events e WHERE e.store_key = s.key)) AS first,
       max((SELECT max(e.created_at) FROM store_events e WHERE e.store_key = s.key)) AS last
     FROM memory_stores s WHERE ${where}`,
    params,
  )
}

/** The numbers of a store's first event, and of the last change of a memory; null: there is none. */
export async function endsInNumbers(
  sql: Sql,
  storeKey: number,
): Promise<{ first: number | null; last: number | null }> {
  const row = await sql.get<{ first: number | null; last: number | null }>(
    `SELECT (SELECT min(sequence) FROM store_events WHERE store_key = ?) AS first,
       (SELECT max(sequence) FROM memory_versions WHERE store_key = ?) AS last`,
    [storeKey, storeKey],
  )
  return row ?? { first: null, last: null }
}

/** Numbers of a statement, so that all statements are one to the database. */
export const NUMBERS_PER_QUERY = 480

const ASKED = `WITH asked(sequence) AS (
  VALUES ${Array<string>(NUMBERS_PER_QUERY).fill('(CAST(? AS BIGINT))').join(', ')})`

const filled = (numbers: readonly number[]) => [
  ...numbers,
  ...Array<number>(NUMBERS_PER_QUERY - numbers.length).fill(0),
]

const EVENT = columns('e', 'storeEvent', ['sequence', 'createdAt'])

/** Returns the times of these changes: 480 at most. */
export function timesOfChanges(
  sql: Sql,
  storeKey: number,
  sequences: readonly number[],
): Promise<RowOf<typeof EVENT>[]> {
  return sql.all<RowOf<typeof EVENT>>(
    `${ASKED} SELECT ${EVENT.list} FROM asked CROSS JOIN store_events e
     WHERE e.store_key = ? AND e.sequence = asked.sequence`,
    [...filled(sequences), storeKey],
  )
}

const VERSION = columns('v', 'memoryVersion', ['sequence'])

type SizeRow = RowOf<typeof VERSION> & { size: number; before: number }

/** Returns the sizes of these versions and of those before them: 480 at most. */
export function sizesOfChanges(
  sql: Sql,
  storeKey: number,
  sequences: readonly number[],
): Promise<SizeRow[]> {
  return sql.all<SizeRow>(
    `${ASKED} SELECT ${VERSION.list}, coalesce(v.size, 0) AS size, coalesce((
       SELECT w.size FROM memory_versions w
       WHERE w.memory_key = v.memory_key AND w.sequence < v.sequence
       ORDER BY w.sequence DESC LIMIT 1), 0) AS before
     FROM asked CROSS JOIN memory_versions v
     WHERE v.store_key = ? AND v.sequence = asked.sequence`,
    [...filled(sequences), storeKey],
  )
}

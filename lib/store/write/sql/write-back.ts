import { columns, type RowOf } from '@/lib/db/columns'
import type { SqlValue, WriteSql } from '@/lib/db/sql'
import { toPowerOfTwo } from '@/lib/db/to-power-of-two'

/**
 * The totals that a write leaves by its store's row; and what writes that share a transaction leave,
 * by one statement a table, however many rows there are.
 */

type Later = Pick<WriteSql, 'later'>

const TOTALS = columns('s', 'memoryStore', [
  'key',
  'lastSequence',
  'lastChangedAt',
  'memoryCount',
  'byteSize',
  'versionCount',
])

/** A store's totals. */
export type StoreTotals = RowOf<typeof TOTALS>

const totalsOf = (row: StoreTotals) => [
  row.lastSequence,
  row.lastChangedAt,
  row.memoryCount,
  row.byteSize,
  row.versionCount,
  row.key,
]

export function setTotals(tx: Later, row: StoreTotals): Promise<void> {
  return tx.later(
    `UPDATE memory_stores SET last_sequence = ?, last_changed_at = ?, memory_count = ?,
       byte_size = ?, version_count = ? WHERE key = ?`,
    totalsOf(row),
  )
}

export function setManyTotals(tx: Later, rows: readonly StoreTotals[]): Promise<void> {
  const { from, params } = table(
    'sequence, at, memories, bytes, versions, changed',
    rows.map(totalsOf),
  )
  return tx.later(
    `UPDATE memory_stores SET last_sequence = d.sequence, last_changed_at = d.at,
       memory_count = d.memories, byte_size = d.bytes, version_count = d.versions
     FROM ${from} WHERE key = d.changed`,
    params,
  )
}

/** The memories and bytes to add to a directory's totals. */
export interface DirectoryGrowth {
  key: number
  memories: number
  bytes: number
}

export function growDirectories(tx: Later, rows: readonly DirectoryGrowth[]): Promise<void> {
  const { from, params } = table(
    'memories, bytes, changed',
    rows.map(({ memories, bytes, key }) => [memories, bytes, key]),
  )
  return tx.later(
    `UPDATE path_nodes SET memory_count = memory_count + d.memories,
       byte_size = byte_size + d.bytes
     FROM ${from} WHERE key = d.changed`,
    params,
  )
}

/** Versions that joined a changeset. */
export interface ChangesetGrowth {
  key: number
  lastSequence: number
  changes: number
  /** if it was last changed since then, its time stays as it is */
  since: number
  now: number
}

export function growChangesets(tx: Later, rows: readonly ChangesetGrowth[]): Promise<void> {
  const { from, params } = table(
    'sequence, changes, since, now, changed',
    rows.map((row) => [row.lastSequence, row.changes, row.since, row.now, row.key]),
  )
  return tx.later(
    `UPDATE changesets SET last_sequence = d.sequence, change_count = change_count + d.changes,
       revision = revision + d.changes, last_changed_at = CASE WHEN pending = 1 AND state = 'open'
         AND last_changed_at >= d.since THEN last_changed_at ELSE d.now END,
       pending = 1, state = 'open', snoozed_until = NULL
     FROM ${from} WHERE key = d.changed`,
    params,
  )
}

/** Rows of numbers as a table `d`, filled up with rows whose numbers no row has. */
function table(
  names: string,
  rows: readonly (readonly number[])[],
): { from: string; params: SqlValue[] } {
  const each = names.split(', ')
  const nobody = each.map(() => -1)
  const filled = toPowerOfTwo(rows, nobody)
  const row = `(${each.map(() => 'CAST(? AS BIGINT)').join(', ')})`
  return {
    from: `(WITH d(${names}) AS (VALUES ${filled.map(() => row).join(', ')})
       SELECT ${names} FROM d) d`,
    params: filled.flat(),
  }
}

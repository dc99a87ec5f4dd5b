import { columns, type RowOf } from '@/lib/db/columns'
import { oneOf } from '@/lib/db/one-of'
import type { Sql, WriteSql } from '@/lib/db/sql'
import { toPowerOfTwo } from '@/lib/db/to-power-of-two'
import type { BatchKind } from '../../model/memory-version'
import { SELECT_VERSIONS, type VersionRow } from './version-rows'

/**
 * The rows that blaming reads of a memory, and the stretches of it that are kept: a timer keeps them, and the
 * compression of agents' writes says when. Each statement is a look-up by key, but for the two that
 * say so.
 */

/** A memory's place, by keys. */
export interface MemoryPlace {
  storeKey: number
  memoryKey: number
}

const VERSION = columns('v', 'memoryVersion', [
  'sequence',
  'ordinal',
  'sha256',
  'size',
  'redactedAt',
])

/** A version as far as blaming needs it before its text. */
export type BlamedRow = RowOf<typeof VERSION> & { batchKind: BatchKind | null }

/** Between two sequences, the first exclusive, the oldest first. */
export function blamedVersions(
  sql: Sql,
  wanted: { memoryKey: number; after: number; upTo: number; limit: number },
): Promise<BlamedRow[]> {
  return sql.all<BlamedRow>(
    `SELECT ${VERSION.list}, b.kind AS "batchKind" FROM memory_versions v
     LEFT JOIN batches b ON b.key = v.batch_key
     WHERE v.memory_key = ? AND v.sequence > ? AND v.sequence <= ?
     ORDER BY v.sequence LIMIT ?`,
    [wanted.memoryKey, wanted.after, wanted.upTo, wanted.limit],
  )
}

export function versionsBySequence(
  sql: Sql,
  storeKey: number,
  sequences: readonly number[],
): Promise<VersionRow[]> {
  const padded = toPowerOfTwo(sequences)
  return sql.all<VersionRow>(
    `${SELECT_VERSIONS} WHERE v.store_key = ? AND v.sequence IN ${oneOf(padded)}`,
    [storeKey, ...padded],
  )
}

const HASHED = columns('v', 'memoryVersion', ['sequence'])

/**
 * Of a memory's versions up to a sequence, the newest with each of these hashes; a look at each
 * version's row.
 */
export function newestWithHashes(
  sql: Sql,
  { memoryKey, upTo }: { memoryKey: number; upTo: number },
  hashes: readonly string[],
): Promise<(RowOf<typeof HASHED> & { sha256: string })[]> {
  const padded = toPowerOfTwo(hashes)
  return sql.all<RowOf<typeof HASHED> & { sha256: string }>(
    `SELECT CAST(max(v.sequence) AS BIGINT) AS sequence, v.sha256 FROM memory_versions v
     WHERE v.memory_key = ? AND v.sequence <= ? AND v.sha256 IN ${oneOf(padded)}
     GROUP BY v.sha256`,
    [memoryKey, upTo, ...padded],
  )
}

const STRETCH = columns('k', 'blameStretch', [
  'firstSequence',
  'lastSequence',
  'lastOrdinal',
  'lines',
  'edits',
])

type Numbers = Pick<RowOf<typeof STRETCH>, 'firstSequence' | 'lastSequence' | 'lastOrdinal'>

export type StretchRow = Numbers & { lines: Uint8Array; edits: Uint8Array }

/** The stretch with this version, or else the last before it. */
export function stretchAt(
  sql: Sql,
  { storeKey, memoryKey }: MemoryPlace,
  sequence: number,
): Promise<StretchRow | undefined> {
  return sql.get<StretchRow>(
    `SELECT ${STRETCH.list} FROM blame_stretches k
     WHERE k.store_key = ? AND k.memory_key = ? AND k.first_sequence <= ?
     ORDER BY k.first_sequence DESC LIMIT 1`,
    [storeKey, memoryKey, sequence],
  )
}

const GONE = columns('k', 'blameStretch', ['firstSequence', 'goneHashes'])

/** The lines that went in the stretches before one, the last first. */
export function goneBefore(
  sql: Sql,
  { storeKey, memoryKey }: MemoryPlace,
  { before, limit }: { before: number; limit: number },
): Promise<RowOf<typeof GONE>[]> {
  return sql.all<RowOf<typeof GONE>>(
    `SELECT ${GONE.list} FROM blame_stretches k
     WHERE k.store_key = ? AND k.memory_key = ? AND k.first_sequence < ?
     ORDER BY k.first_sequence DESC LIMIT ?`,
    [storeKey, memoryKey, before, limit],
  )
}

export async function insertStretch(
  tx: WriteSql,
  { storeKey, memoryKey }: MemoryPlace,
  stretch: StretchRow & { goneHashes: Uint8Array },
): Promise<void> {
  await tx.run(
    `INSERT INTO blame_stretches (store_key, memory_key, first_sequence, last_sequence,
       last_ordinal, lines, edits, gone_hashes) VALUES (?, ?, ?, ?, ?, ?, ?, ?)
     ON CONFLICT DO NOTHING`,
    [
      storeKey,
      memoryKey,
      stretch.firstSequence,
      stretch.lastSequence,
      stretch.lastOrdinal,
      stretch.lines,
      stretch.edits,
      stretch.goneHashes,
    ],
  )
}

/** Those that end with this version or a later one; returns how many there were. */
export function deleteStretches(
  tx: WriteSql,
  { storeKey, memoryKey }: MemoryPlace,
  sequence: number,
): Promise<number> {
  return tx.run(
    `DELETE FROM blame_stretches
     WHERE store_key = ? AND memory_key = ? AND last_sequence >= ?`,
    [storeKey, memoryKey, sequence],
  )
}

const DUE = columns('d', 'blameDue', ['storeKey', 'memoryKey', 'sinceSequence'])

export type DueRow = RowOf<typeof DUE>

/** Memories with versions to keep, in no order. */
export function dueMemories(sql: Sql, limit: number): Promise<DueRow[]> {
  return sql.all<DueRow>(`SELECT ${DUE.list} FROM blame_due d LIMIT ?`, [limit])
}

/** Claims a memory for so many milliseconds; false if another process did. */
export async function claimDue(
  tx: WriteSql,
  { storeKey, memoryKey }: MemoryPlace,
  ms: number,
): Promise<boolean> {
  const claimed = await tx.run(
    `UPDATE blame_due SET claimed_until = ${tx.clock} + ?
     WHERE store_key = ? AND memory_key = ? AND claimed_until < ${tx.clock}`,
    [ms, storeKey, memoryKey],
  )
  return claimed > 0
}

/** Its row is locked: nobody else writes stretches of the memory meanwhile. */
export function lockedDue(
  tx: WriteSql,
  { storeKey, memoryKey }: MemoryPlace,
): Promise<DueRow | undefined> {
  return tx.get<DueRow>(
    `SELECT ${DUE.list} FROM blame_due d
     WHERE d.store_key = ? AND d.memory_key = ? ${tx.forUpdate}`,
    [storeKey, memoryKey],
  )
}

/** With the next statement: nobody needs its outcome. Does nothing if it is due already. */
export async function insertDue(
  tx: WriteSql,
  { storeKey, memoryKey, sinceSequence }: DueRow,
): Promise<void> {
  await tx.later(
    `INSERT INTO blame_due (store_key, memory_key, since_sequence) VALUES (?, ?, ?)
     ON CONFLICT DO NOTHING`,
    [storeKey, memoryKey, sinceSequence],
  )
}

/** Tells who is keeping a stretch that what it read is outdated; nothing if the memory is not due. */
export async function outdateDue(
  tx: WriteSql,
  { storeKey, memoryKey, sinceSequence }: DueRow,
): Promise<void> {
  await tx.run('UPDATE blame_due SET since_sequence = ? WHERE store_key = ? AND memory_key = ?', [
    sinceSequence,
    storeKey,
    memoryKey,
  ])
}

export async function deleteDue(tx: WriteSql, { storeKey, memoryKey }: MemoryPlace): Promise<void> {
  await tx.run('DELETE FROM blame_due WHERE store_key = ? AND memory_key = ?', [
    storeKey,
    memoryKey,
  ])
}

/** Frees the claim on a memory. */
export async function freeDue(tx: WriteSql, { storeKey, memoryKey }: MemoryPlace): Promise<void> {
  await tx.run('UPDATE blame_due SET claimed_until = 0 WHERE store_key = ? AND memory_key = ?', [
    storeKey,
    memoryKey,
  ])
}

import type { Database } from '@/lib/db/database'
import type { Sql } from '@/lib/db/sql'
import type { Moment } from '../model/moment'
import { findStore } from '../write/store-transaction'
import { steadyClock } from './stamp'

/**
 * A moment of a store after one transaction's changes of memories. What else is numbered with them,
 * redactions and changes of the store itself, makes no moment: nothing in it looks different.
 */
export interface StoreMoment {
  /** the last change that it includes */
  sequence: number
  /** milliseconds since 1970; null before the first change */
  at: number | null
  /** the last change of the neighbouring moment; null: there is none */
  previous: number | null
  next: number | null
  /** the last change of the store's last moment; 0: there is none */
  last: number
}

/** A change of a memory, and when it was made. */
interface MemoryChangeRow {
  sequence: number
  created_at: number
}

/**
 * The moment that a numbered change belongs to, or the last one up to a time. Moments are whole:
 * changes of one transaction share a time, with no moment between them. Refuses `store_not_found`.
 */
export async function storeMoment(
  db: Database,
  input: { storeId: string } & Moment,
): Promise<StoreMoment> {
  const { key } = await findStore(db.read, input.storeId)
  const change = (condition: string, ...params: number[]) =>
    db.read.get<MemoryChangeRow>(
      `SELECT e.sequence, e.created_at FROM memory_versions v
       JOIN store_events e ON e.store_key = v.store_key AND e.sequence = v.sequence
       WHERE v.store_key = ? AND ${condition} LIMIT 1`,
      [key, ...params],
    )
  const changeAt = async (time: number, order: 'ASC' | 'DESC') =>
    (
      await db.read.get<{ sequence: number }>(
        `SELECT sequence FROM store_events WHERE store_key = ? AND created_at = ?
           AND version_sequence = sequence
         ORDER BY created_at ${order}, sequence ${order} LIMIT 1`,
        [key, time],
      )
    )?.sequence ?? 0
  const endOf = async (row: MemoryChangeRow | undefined) =>
    row ? changeAt(row.created_at, 'DESC') : 0
  const asked = await sequenceAt(db.read, key, input)
  const own = await change('v.sequence <= ? ORDER BY v.sequence DESC', asked)
  const sequence = await endOf(own)
  const next = await change('v.sequence > ? ORDER BY v.sequence', sequence)
  const last = await endOf(await change('1 = 1 ORDER BY v.sequence DESC'))
  return {
    sequence,
    at: own?.created_at ?? null,
    previous: own
      ? await endOf(
          await change(
            'v.sequence < ? ORDER BY v.sequence DESC',
            await changeAt(own.created_at, 'ASC'),
          ),
        )
      : null,
    next: next ? await endOf(next) : null,
    last,
  }
}

/**
 * The sequence of the last change in a moment; 0 before the first. Changes dated ahead of the clock
 * count as made by now, right after the change before them.
 */
export async function sequenceAt(sql: Sql, storeKey: number, moment: Moment): Promise<number> {
  if ('sequence' in moment) return moment.sequence
  const last = await sql.get<{ sequence: number }>(
    `SELECT sequence FROM store_events WHERE store_key = ? AND created_at <= ?
     ORDER BY created_at DESC, sequence DESC LIMIT 1`,
    [storeKey, moment.time],
  )
  const sequence = last?.sequence ?? 0
  const next = await sql.get<{ created_at: number }>(
    `SELECT created_at FROM store_events WHERE store_key = ? AND sequence > ?
     ORDER BY sequence LIMIT 1`,
    [storeKey, sequence],
  )
  if (!next || next.created_at <= steadyClock().latest()) return sequence
  const newest = await sql.get<{ sequence: number }>(
    'SELECT sequence FROM store_events WHERE store_key = ? ORDER BY sequence DESC LIMIT 1',
    [storeKey],
  )
  return newest?.sequence ?? 0
}

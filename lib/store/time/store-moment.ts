import type { Database } from '@/lib/db/database'
import type { Sql } from '@/lib/db/sql'
import type { Moment } from '../model/moment'
import { findStore } from '../write/store-transaction'
import { steadyClock } from './stamp'

/** A moment of a store after one transaction's changes. */
export interface StoreMoment {
  /** the last change that it includes */
  sequence: number
  /** milliseconds since 1970; null before the first change */
  at: number | null
  /** the last change of the neighbouring moment; null: there is none */
  previous: number | null
  next: number | null
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
  const timeOf = async (condition: string, sequence: number) =>
    (
      await db.read.get<{ created_at: number }>(
        `SELECT created_at FROM store_events WHERE store_key = ? AND sequence ${condition} LIMIT 1`,
        [key, sequence],
      )
    )?.created_at ?? null
  const lastAt = async (comparison: '=' | '<', time: number) =>
    (
      await db.read.get<{ sequence: number }>(
        `SELECT sequence FROM store_events WHERE store_key = ? AND created_at ${comparison} ?
         ORDER BY created_at DESC, sequence DESC LIMIT 1`,
        [key, time],
      )
    )?.sequence ?? null
  const asked = await sequenceAt(db.read, key, input)
  const at = await timeOf('<= ? ORDER BY sequence DESC', asked)
  const sequence = at === null ? 0 : ((await lastAt('=', at)) ?? 0)
  const nextAt = await timeOf('> ? ORDER BY sequence', sequence)
  const previous = at === null ? null : ((await lastAt('<', at)) ?? 0)
  return { sequence, at, previous, next: nextAt === null ? null : await lastAt('=', nextAt) }
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

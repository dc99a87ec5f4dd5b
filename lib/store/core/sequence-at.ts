import type { Sql } from '@/lib/db/sql'
import type { Moment } from '../model/moment'
import { steadyClock } from './steady-clock'

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

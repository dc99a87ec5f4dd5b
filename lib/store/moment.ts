import type { Sql } from '@/lib/db/sql'

/**
 * A moment of a store: after a numbered change, or at a time (milliseconds since 1970). A time
 * means every change up to and with it; changes of one transaction have the same time. A number in
 * the middle of a transaction names a state that never was, with some of its changes made.
 */
export type Moment = { sequence: number } | { time: number }

/**
 * The number of the last change that a moment includes; 0 before the first. What lies ahead of the
 * clock was made by now, right after the change before it.
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
  if (!next || next.created_at <= Date.now()) return sequence
  const newest = await sql.get<{ sequence: number }>(
    'SELECT sequence FROM store_events WHERE store_key = ? ORDER BY sequence DESC LIMIT 1',
    [storeKey],
  )
  return newest?.sequence ?? 0
}

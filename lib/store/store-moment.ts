import type { Database } from '@/lib/db/database'
import { findStore } from './core/store-transaction'
import { sequenceAt } from './core/sequence-at'
import type { Moment } from './model/moment'

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

import type { Database } from '@/lib/db/database'
import type { Sql } from '@/lib/db/sql'
import type { Moment } from '../model/moment'
import { findStore } from '../write/store-transaction'
import {
  type ChangeRow,
  firstChangeAfter,
  firstChangeAt,
  firstEventAfter,
  lastChangeAt,
  lastChangeUpTo,
  lastEventUpTo,
  newestEvent,
} from './sql/moments'
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

/**
 * The moment that a numbered change belongs to, or the last one up to a time. Moments are whole:
 * changes of one transaction share a time, with no moment between them. Refuses `store_not_found`.
 */
export async function storeMoment(
  db: Database,
  input: { storeId: string } & Moment,
): Promise<StoreMoment> {
  const { read } = db
  const { key } = await findStore(read, input.storeId)
  const endOf = async (row: ChangeRow | undefined) =>
    (row && (await lastChangeAt(read, key, row.createdAt)))?.sequence ?? 0
  const beforeTime = async (time: number) => {
    const first = await firstChangeAt(read, key, time)
    return endOf(await lastChangeUpTo(read, key, (first?.sequence ?? 0) - 1))
  }
  const own = await lastChangeUpTo(read, key, await sequenceAt(read, key, input))
  const sequence = await endOf(own)
  const next = await firstChangeAfter(read, key, sequence)
  return {
    sequence,
    at: own?.createdAt ?? null,
    previous: own ? await beforeTime(own.createdAt) : null,
    next: next ? await endOf(next) : null,
    last: await endOf(await lastChangeUpTo(read, key, Number.MAX_SAFE_INTEGER)),
  }
}

/**
 * The sequence of the last change in a moment; 0 before the first. Changes dated ahead of the clock
 * count as made by now, right after the change before them.
 */
export async function sequenceAt(sql: Sql, storeKey: number, moment: Moment): Promise<number> {
  if ('sequence' in moment) return moment.sequence
  const last = await lastEventUpTo(sql, storeKey, moment.time)
  const sequence = last?.sequence ?? 0
  const next = await firstEventAfter(sql, storeKey, sequence)
  if (!next || next.createdAt <= steadyClock().latest()) return sequence
  const newest = await newestEvent(sql, storeKey)
  return newest?.sequence ?? 0
}

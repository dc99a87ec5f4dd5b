import type { Database } from '@/lib/db/database'
import type { Sql } from '@/lib/db/sql'
import type { Moment } from '../model/moment'
import type { StoreEventType } from '../model/store-event-type'
import { findStore } from '../write/store-transaction'
import {
  type ChangeRow,
  eventTypesBetween,
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
  /** what took the numbers between the moment before and this one's first change */
  between: StepsBetween
}

/** Numbered steps of a store's history that changed no memory, by what they were. */
export interface StepsBetween {
  redactions: number
  quarantines: number
  /** of the store itself */
  settings: number
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
  const previous = own ? await beforeTime(own.createdAt) : null
  return {
    sequence,
    at: own?.createdAt ?? null,
    previous,
    next: next ? await endOf(next) : null,
    last: await endOf(await lastChangeUpTo(read, key, Number.MAX_SAFE_INTEGER)),
    between: await stepsBetween(read, key, previous, own),
  }
}

async function stepsBetween(
  sql: Sql,
  storeKey: number,
  after: number | null,
  own: ChangeRow | undefined,
): Promise<StepsBetween> {
  const between = { redactions: 0, quarantines: 0, settings: 0 }
  if (!own || after === null) return between
  const first = await firstChangeAt(sql, storeKey, own.createdAt)
  const before = first?.sequence ?? own.sequence
  if (before - after <= 1) return between
  for (const { type, count } of await eventTypesBetween(sql, { storeKey, after, before })) {
    const step = STEPS[type]
    if (step) between[step] += count
  }
  return between
}

const STEPS: Record<StoreEventType, keyof StepsBetween | null> = {
  'memory.created': null,
  'memory.modified': null,
  'memory.deleted': null,
  'memory_version.redacted': 'redactions',
  'memory_versions.rewritten': 'redactions',
  'memory.quarantined': 'quarantines',
  'memory.released': 'quarantines',
  'memory_store.updated': 'settings',
  'memory_store.archived': 'settings',
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

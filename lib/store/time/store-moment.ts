import type { Database } from '@/lib/db/database'
import type { Sql } from '@/lib/db/sql'
import type { Moment } from '../model/moment'
import type { StoreEventType } from '../model/store-event-type'
import { refuse } from '../model/problems'
import { findStore } from '../write/store-transaction'
import {
  type ChangeRow,
  eventTypesBetween,
  firstChangeAfter,
  firstChangeAt,
  firstEventAfter,
  hasVersionBefore,
  lastChangeAt,
  lastChangeBefore,
  lastChangeUpTo,
  lastEventUpTo,
  newestEvent,
  nextChangeAfter,
  storeOfKey,
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
 * changes of one transaction share a time, with no moment between them. Refuses `store_not_found`,
 * `moment_before_store`.
 */
export async function storeMoment(
  db: Database,
  input: { storeId: string } & Moment,
): Promise<StoreMoment> {
  const { read } = db
  const { key } = await findStore(read, input.storeId)
  const endOf = async (row: ChangeRow | undefined) => {
    if (!row) return 0
    const last = await lastChangeAt(read, key, row.createdAt)
    if (last) return last.sequence
    // Before a branch begins it has no events.
    const next = await nextChangeAfter(read, key, row)
    const end = next && (await lastChangeUpTo(read, key, next.sequence - 1))
    return end?.sequence ?? row.sequence
  }
  const beforeTime = async ({ sequence, createdAt }: ChangeRow) => {
    const first = (await firstChangeAt(read, key, createdAt))?.sequence ?? sequence
    return endOf(await lastChangeBefore(read, key, { sequence: first, createdAt }))
  }
  const own = await lastChangeUpTo(read, key, await sequenceAt(read, key, input))
  const sequence = await endOf(own)
  const next = await firstChangeAfter(read, key, sequence)
  const previous = own ? await beforeTime(own) : null
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
 * count as made by now, right after the change before them. Refuses `moment_before_store` for a time
 * before the log of a branch begins: it was not empty then.
 */
export async function sequenceAt(sql: Sql, storeKey: number, moment: Moment): Promise<number> {
  if ('sequence' in moment) return moment.sequence
  const found = await lastAt(sql, storeKey, moment.time)
  if (typeof found === 'number') return found
  const { id: storeId } = await storeOfKey(sql, storeKey)
  return refuse({ kind: 'moment_before_store', storeId, since: found.begins.createdAt })
}

/** The sequence of the last change up to a time; 0 before the first. Refuses as `storeMoment` does. */
export async function lastSequenceAt(
  { read }: Database,
  { storeId, time }: { storeId: string; time: number },
): Promise<number> {
  const { key } = await findStore(read, storeId)
  return sequenceAt(read, key, { time })
}

/** The same for where a period begins or ends: of a time before the log begins it is the beginning. */
export async function sequenceWithin(sql: Sql, storeKey: number, moment: Moment): Promise<number> {
  if ('sequence' in moment) return moment.sequence
  const found = await lastAt(sql, storeKey, moment.time)
  return typeof found === 'number' ? found : found.begins.sequence
}

/** `begins`: the first change of a log that does not begin with the store's first. */
async function lastAt(
  sql: Sql,
  storeKey: number,
  time: number,
): Promise<number | { begins: ChangeRow }> {
  const last = await lastEventUpTo(sql, storeKey, time)
  const sequence = last?.sequence ?? 0
  const next = await firstEventAfter(sql, storeKey, sequence)
  if (next && next.createdAt > steadyClock().latest()) {
    const newest = await newestEvent(sql, storeKey)
    return newest?.sequence ?? 0
  }
  const isBefore = sequence === 0 && next && (await hasVersionBefore(sql, storeKey, next.sequence))
  return isBefore ? { begins: next } : sequence
}

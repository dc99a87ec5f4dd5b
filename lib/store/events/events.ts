import type { Database } from '@/lib/db/database'
import type { Actor } from '../model/actor'
import type { StoreEventType } from '../model/store-event-type'
import { findStore } from '../write/store-transaction'
import type { VersionRow } from '../versions/sql/version-rows'
import { versionOf } from '../versions/version-of'
import type { MemoryVersion } from '../model/memory-version'
import {
  eventsAfter,
  type StoreEventRow,
  versionOfChange,
  versionsBetween,
} from './sql/store-events'

/** Something that happened to a store. */
export interface StoreEvent {
  storeId: string
  /** its sequence; grows by one with each */
  sequence: number
  type: StoreEventType
  createdAt: number
  /** who did it */
  actor: Actor | null
  /** the version that was written or redacted; without content */
  version: MemoryVersion | null
  /** whether a person is to review that version: of what people write and import, nothing is */
  isForReview: boolean
}

export interface ListEventsInput {
  storeId: string
  /** events after this number */
  after: number
  limit: number
}

/** The events of a store after a sequence, oldest first, without gaps. Refuses `store_not_found`. */
export async function listEvents(db: Database, input: ListEventsInput): Promise<StoreEvent[]> {
  const { key: storeKey } = await findStore(db.read, input.storeId)
  const { after, limit } = input
  const rows = await eventsAfter(db.read, { storeKey, after, limit })
  const first = rows[0]?.sequence
  const last = rows.at(-1)?.sequence
  if (first === undefined || last === undefined) return []
  const versions = new Map<number, VersionRow>()
  const own = await versionsBetween(db.read, { storeKey, first, last })
  for (const row of own) versions.set(row.sequence, row)
  for (const { versionSequence } of rows) {
    if (versionSequence === null || versions.has(versionSequence)) continue
    const version = await versionOfChange(db.read, storeKey, versionSequence)
    if (version) versions.set(versionSequence, version)
  }
  return rows.map((row) => eventOf(input.storeId, row, versions))
}

function eventOf(
  storeId: string,
  row: StoreEventRow,
  versions: ReadonlyMap<number, VersionRow>,
): StoreEvent {
  const found = row.versionSequence === null ? undefined : versions.get(row.versionSequence)
  const version = found ? versionOf(found, storeId, null) : null
  const actor =
    row.actorType !== null && row.actorId !== null
      ? { type: row.actorType, id: row.actorId }
      : (version?.createdBy ?? null)
  return {
    storeId,
    sequence: row.sequence,
    type: row.type,
    createdAt: row.createdAt,
    actor,
    version,
    isForReview: found?.changesetKey != null,
  }
}

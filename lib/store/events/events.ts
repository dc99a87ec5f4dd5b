import type { Database } from '@/lib/db/database'
import type { Actor } from '../model/actor'
import { findStore, type StoreEventType } from '../write/store-transaction'
import { SELECT_VERSIONS, type VersionRow, versionOf } from '../write/rows'
import type { MemoryVersion } from '../model/memory-version'

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
}

export interface ListEventsInput {
  storeId: string
  /** events after this number */
  after: number
  limit: number
}

interface EventRow {
  sequence: number
  type: StoreEventType
  created_at: number
  version_sequence: number | null
  actor_type: Actor['type'] | null
  actor_id: string | null
}

/** The events of a store after a sequence, oldest first, without gaps. Refuses `store_not_found`. */
export async function listEvents(db: Database, input: ListEventsInput): Promise<StoreEvent[]> {
  const store = await findStore(db.read, input.storeId)
  const rows = await db.read.all<EventRow>(
    `SELECT sequence, type, created_at, version_sequence, actor_type, actor_id FROM store_events
     WHERE store_key = ? AND sequence > ? ORDER BY sequence LIMIT ?`,
    [store.key, input.after, input.limit],
  )
  const first = rows[0]?.sequence
  const last = rows.at(-1)?.sequence
  if (first === undefined || last === undefined) return []
  const versions = new Map<number, VersionRow>()
  const own = await db.read.all<VersionRow>(
    `${SELECT_VERSIONS} WHERE v.store_key = ? AND v.sequence >= ? AND v.sequence <= ?`,
    [store.key, first, last],
  )
  for (const row of own) versions.set(row.sequence, row)
  for (const row of rows) {
    if (row.version_sequence === null || versions.has(row.version_sequence)) continue
    const version = await db.read.get<VersionRow>(
      `${SELECT_VERSIONS} WHERE v.store_key = ? AND v.sequence = ?`,
      [store.key, row.version_sequence],
    )
    if (version) versions.set(row.version_sequence, version)
  }
  return rows.map((row) => eventOf(input.storeId, row, versions))
}

function eventOf(
  storeId: string,
  row: EventRow,
  versions: ReadonlyMap<number, VersionRow>,
): StoreEvent {
  const found = row.version_sequence === null ? undefined : versions.get(row.version_sequence)
  const version = found ? versionOf(found, storeId, null) : null
  const actor =
    row.actor_type !== null && row.actor_id !== null
      ? { type: row.actor_type, id: row.actor_id }
      : (version?.createdBy ?? null)
  return {
    storeId,
    sequence: row.sequence,
    type: row.type,
    createdAt: row.created_at,
    actor,
    version,
  }
}

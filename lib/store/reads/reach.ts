import type { Database } from '@/lib/db/database'
import type { Sql } from '@/lib/db/sql'
import { groupedBy } from '@/lib/text/grouped-by'
import { turns } from '@/lib/turns'
import { changesAfter, storesChangedBy } from '../undo/chosen-versions'
import type { ChangedStore } from '../undo/sql/changed-stores'
import { isQuarantined, quarantinedFor, visibleTo } from '../quarantine/quarantined'
import { readersOf, type ReadVersion, type VersionReader } from './readers-of'
import type { StoreRow } from '../stores/sql/stores'
import type { VersionRow } from '../versions/sql/version-rows'
import { versionOf } from '../versions/version-of'
import { findStore } from '../write/store-transaction'
import { requireVersion } from '../versions/read-versions'
import type { Audience } from '../model/audience'
import type { MemoryVersion } from '../model/memory-version'
import { refuse } from '../model/problems'
import type { Certainty, Reach, ReachedChange, Reader } from '../model/reach'
import { flushReadsToShow } from './reads'
import { versionsOfChangeset } from './sql/readers'

export interface ReachInput {
  storeId: string
  versionId: string
  /** 1 to `MAX_STEPS` */
  steps: number
  /** begins at the changeset's first version of the memory: what it wrote may stand since then */
  changesetId?: string | undefined
  /** agents are shown no version in quarantine; people if left out */
  audience?: Audience | undefined
  /** only changes in these stores; all if left out */
  onlyStoreIds?: readonly string[] | undefined
  /** aborts for a caller who has left */
  signal?: AbortSignal | undefined
}

const MAX_READERS = 500
const MAX_CHANGES = 2_000

/**
 * Returns the reach of a version: its readers, what they changed afterwards in any store, who read
 * those changes, and so on, up to `steps`. Follows at most 500 readers and 2,000 changes. Costs the
 * later changes of the stores concerned, on a connection for long reads.
 *
 * Refuses `store_not_found`, `version_not_found`.
 */
export async function reachOf(db: Database, input: ReachInput): Promise<Reach> {
  await flushReadsToShow(db)
  const sql = db.bulk.until(input.signal)
  const { store, row } = await requireVisible(sql, input)
  const walk = new Walk(sql, store, await beginning(sql, row, input), input)
  const maybeYield = turns(input.signal)
  for (let step = 1; step <= input.steps && walk.hasMore; step++) {
    await walk.takeStep(step, maybeYield)
  }
  return walk.reach(versionOf(row, store.id, null))
}

async function requireVisible(
  sql: Sql,
  { storeId, versionId, audience }: ReachInput,
): Promise<{ store: StoreRow; row: VersionRow }> {
  const store = await findStore(sql, storeId)
  const row = await requireVersion(sql, store.key, { storeId, versionId })
  const quarantined = await quarantinedFor(sql, store, audience, { memoryId: row.memoryId })
  if (isQuarantined(quarantined, row)) refuse({ kind: 'version_not_found', storeId, versionId })
  return { store, row }
}

/** The version, after those of the changeset before it, if one is named. */
async function beginning(
  sql: Sql,
  row: VersionRow,
  { changesetId, audience }: ReachInput,
): Promise<VersionRow[]> {
  if (changesetId === undefined || audience === 'agents') return [row]
  const earlier = await versionsOfChangeset(sql, {
    changesetId,
    memoryKey: row.memoryKey,
    before: row.sequence,
    limit: MAX_CHANGES,
  })
  return [...earlier.reverse(), row]
}

/** A version whose readers are looked for next. */
interface Source extends ReadVersion {
  storeId: string
  versionId: string
  certainty: Certainty
}

/** The breadth-first walk from a version over its readers to what they changed. */
class Walk {
  private sources: Source[]
  private readonly readers: Reader[] = []
  private readonly changes: ReachedChange[] = []
  /** by session, or by actor outside of one: its place in `readers` */
  private readonly places = new Map<string, number>()
  private readonly known: Set<string>
  private isWhole = true

  constructor(
    private readonly sql: Sql,
    private readonly store: StoreRow,
    rows: readonly VersionRow[],
    private readonly input: ReachInput,
  ) {
    this.sources = rows.map((row) => sourceOf(store, row, 'exact'))
    this.known = new Set(rows.map(({ id }) => id))
  }

  get hasMore(): boolean {
    return this.sources.length > 0
  }

  async takeStep(step: number, maybeYield: () => Promise<void>): Promise<void> {
    const found = await this.newReaders(step)
    this.sources = []
    for (const place of found) {
      await this.follow(place, step)
      await maybeYield()
    }
  }

  reach(version: MemoryVersion): Reach {
    const { readers, changes, isWhole } = this
    return { version, readers, changes, isWhole }
  }

  /** The places of those that read a source for the first time, or earlier than was known. */
  private async newReaders(step: number): Promise<number[]> {
    const read: { reader: VersionReader; source: Source }[] = []
    for (const [storeKey, sources] of groupedBy(this.sources, (source) => source.storeKey)) {
      const bySequence = new Map(sources.map((source) => [source.sequence, source]))
      for (const reader of await readersOf(this.sql, storeKey, sources)) {
        const source = bySequence.get(reader.version.sequence)
        if (source) read.push({ reader, source })
      }
    }
    read.sort((one, other) => one.reader.readAt - other.reader.readAt)
    const places = new Set<number>()
    for (const { reader, source } of read) {
      const place = this.note(reader, source, step)
      if (place !== null) places.add(place)
    }
    return [...places]
  }

  private note(reader: VersionReader, source: Source, step: number): number | null {
    const { actor, sessionId, readAt } = reader
    const name = sessionId ?? actor.id
    const certainty = certaintyOf(reader, source)
    const place = this.places.get(name)
    const known = place === undefined ? undefined : this.readers[place]
    if (known && place !== undefined) {
      if (known.step === step && certainty === 'exact') known.certainty = 'exact'
      if (known.readAt <= readAt) return null
      known.readAt = readAt
      return place
    }
    if (this.readers.length === MAX_READERS) {
      this.isWhole = false
      return null
    }
    const { storeId, versionId } = source
    const read = { storeId, versionId }
    this.places.set(name, this.readers.length)
    return this.readers.push({ actor, sessionId, step, certainty, readAt, read }) - 1
  }

  /** Takes in what a reader changed since it read. */
  private async follow(place: number, step: number): Promise<void> {
    const reader = this.readers[place]
    if (!reader) return
    for (const store of await this.storesOf(reader)) {
      const room = MAX_CHANGES - this.changes.length
      const rows = await changesAfter(this.sql, reader, {
        storeKey: store.key,
        since: reader.readAt,
        visible: visibleTo(this.input.audience, store),
        limit: MAX_CHANGES + 1,
      })
      const fresh = rows.filter(({ id }) => !this.known.has(id))
      if (fresh.length > room) this.isWhole = false
      for (const row of fresh.slice(0, room)) this.take(row, store, { place, step })
    }
  }

  private take(
    row: VersionRow,
    store: ChangedStore,
    { place, step }: { place: number; step: number },
  ): void {
    const certainty = this.readers[place]?.certainty ?? 'possible'
    this.known.add(row.id)
    this.changes.push({ version: versionOf(row, store.id, null), step, certainty, reader: place })
    if (row.operation !== 'deleted') this.sources.push(sourceOf(store, row, certainty))
  }

  private async storesOf(reader: Reader): Promise<ChangedStore[]> {
    const { onlyStoreIds } = this.input
    const others = await storesChangedBy(this.sql, reader)
    const stores = others.some(({ key }) => key === this.store.key)
      ? others
      : [this.store, ...others]
    return onlyStoreIds ? stores.filter(({ id }) => onlyStoreIds.includes(id)) : stores
  }
}

function sourceOf(store: ChangedStore, row: VersionRow, certainty: Certainty): Source {
  const { memoryKey, sequence, id: versionId } = row
  return { storeKey: store.key, storeId: store.id, memoryKey, sequence, versionId, certainty }
}

/** Only what a session of this server read and wrote is known; a chain is as certain as each link. */
function certaintyOf(reader: VersionReader, source: Source): Certainty {
  if (reader.actor.type !== 'session' || !reader.isOfVersion) return 'possible'
  return source.certainty
}

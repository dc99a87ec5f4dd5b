import { getTranslations } from 'next-intl/server'
import type { Origin } from '@/components/history/came-from'
import { ageStep } from '@/components/history/ink'
import { versionWords } from '@/components/history/version-words'
import type { ShownVersion } from '@/components/history/versions'
import { unlessRefused } from '@/lib/refusal'
import { isToReview } from '@/lib/review/to-review'
import { writersOf } from '@/lib/store/actors'
import { getMemory } from '@/lib/store/memories'
import type { Writer } from '@/lib/store/model/actor'
import type { Version, Store } from '@/lib/store/model/model'
import { momentPlace } from '@/lib/store/moments'
import { lastAt } from '@/lib/store/past'
import { getStore } from '@/lib/store/stores'
import { toldOf, type Batch } from '@/lib/store/told'
import { getVersion, listVersions } from '@/lib/store/versions'
import { newestBefore, readVersion, type ToldVersion } from './read-version'
import type { StoreSearch } from './search'

/** The same, and who wrote it. */
export interface ReadVersion extends ToldVersion {
  writer: Writer
}

/** The memory that an address names, with all that its page shows of it. */
export interface ReadMemory {
  memoryId: string
  /** the newest version, or the newest of a past moment */
  current: Version
  /** what it holds now; null: it is deleted */
  head: { versionId: string; sha256: string } | null
  /** the version that is shown; null: the address names none of this memory's */
  shown: ReadVersion | null
  /** two that are compared, the older first */
  compared: { from: ReadVersion; to: ReadVersion } | null
  /** newest first */
  versions: ShownVersion[]
  /** how many there are, and whether older ones are not listed */
  count: number
  hasMore: boolean
}

/** Reads it; null: there is no such memory, or there was none at the moment. */
export async function readMemory(
  storeId: string,
  search: StoreSearch,
  { at, now }: { at: number | null; now: Date },
): Promise<ReadMemory | null> {
  const memoryId = await memoryIdOf(storeId, search, at)
  if (memoryId === null) return null
  const of = { storeId, memoryId }
  const { items, next } = await listVersions({ ...of, limit: search.versions })
  const [newest] = items
  if (!newest) return null
  const current = items.find(({ sequence }) => sequence <= (at ?? sequence)) ?? (await upTo(of, at))
  if (!current) return null
  const asked = search.before === null ? search.versionIds : [await idBefore(of, search.before)]
  const [one, other] = await Promise.all(asked.map((id) => versionOf(of, id)))
  const shown = one === undefined ? await versionOf(of, current.id) : one
  const beside = await besideOf(of, search, { shown, newest })
  const isTwo = search.versionIds.length === 2
  return {
    memoryId,
    current,
    head:
      newest.operation === 'deleted' || newest.sha256 === null
        ? null
        : { versionId: newest.id, sha256: newest.sha256 },
    shown: isTwo && !other ? null : shown,
    compared: inOrder(shown, isTwo ? (other ?? null) : beside),
    versions: await shownVersions(items, { memoryId, at, now }),
    count: newest.ordinal,
    hasMore: next !== null,
  }
}

interface Of {
  storeId: string
  memoryId: string
}

async function memoryIdOf(storeId: string, search: StoreSearch, at: number | null) {
  const { path, memoryId, versionIds } = search
  if (path !== null) {
    const address = { storeId, path, at: at ?? undefined }
    const memory = await unlessRefused(getMemory(address, 'basic'))
    return memory?.id ?? unlessRefused(lastAt(storeId, path))
  }
  const [versionId] = versionIds
  if (memoryId !== null || versionId === undefined) return memoryId
  const version = await unlessRefused(getVersion({ storeId, versionId }, 'basic'))
  return version?.memoryId ?? null
}

/** The newest version up to a number; null: there is none. */
const upTo = async (of: Of, at: number | null) =>
  at === null ? null : newestBefore({ ...of, sequence: at + 1 })

/** The id of the version before one of a memory; '': there is none. */
async function idBefore(of: Of, versionId: string): Promise<string> {
  const address = { storeId: of.storeId, versionId }
  const version = await unlessRefused(getVersion(address, 'basic'))
  if (version?.memoryId !== of.memoryId) return ''
  return (await newestBefore(version))?.id ?? ''
}

/** A version of a memory; null: it has none such. */
async function versionOf(
  { storeId, memoryId }: Of,
  versionId: string,
): Promise<ReadVersion | null> {
  const version = await unlessRefused(readVersion({ storeId, versionId }))
  if (version?.memoryId !== memoryId) return null
  return { ...version, writer: (await writersOf([version]))(version) }
}

/** The version with which the shown one is compared; null: with none. */
async function besideOf(
  of: Of,
  { diff }: StoreSearch,
  { shown, newest }: { shown: ReadVersion | null; newest: Version },
): Promise<ReadVersion | null> {
  if (diff === null || shown === null) return null
  const { id } = (diff === 'now' ? newest : await newestBefore(shown)) ?? shown
  return id === shown.id ? null : versionOf(of, id)
}

function inOrder(one: ReadVersion | null, other: ReadVersion | null): ReadMemory['compared'] {
  if (!one || !other) return null
  return one.sequence < other.sequence ? { from: one, to: other } : { from: other, to: one }
}

async function shownVersions(
  versions: readonly Version[],
  { memoryId, at, now }: { memoryId: string; at: number | null; now: Date },
): Promise<ShownVersion[]> {
  const t = await getTranslations('History')
  const [told, writerOf, isMarked] = await Promise.all([
    toldOf(versions),
    writersOf(versions),
    isToReview(memoryId),
  ])
  const origins = await originsOf(told.values())
  return versions.map((version) => {
    const own = told.get(version.id)
    const said = versionWords(t, version, own)
    return {
      id: version.id,
      ordinal: version.ordinal,
      at: version.createdAt,
      writer: writerOf(version),
      client: version.client,
      toolUseId: version.toolUseId,
      ...said,
      from: said.note === null ? null : (origins.get(version.batchId ?? '') ?? null),
      counts: own?.before ? own.lines : null,
      isToReview: isMarked(version),
      isRewritten: version.rewrittenAt !== null && version.redactedAt === null,
      ink: ageStep(version.createdAt, now),
      isLater: at !== null && version.sequence > at,
    }
  })
}

/** What a store is a copy of; null: it is none, or its origin is gone. */
export const copiedFrom = async ({ copiedFromId: id, copiedFromSequence: at }: Store) =>
  id === null ? null : originAt(id, at ?? 0)

/** Where what was copied or taken over came from, by the id of its batch; without what is gone. */
export async function originsOf(
  told: Iterable<{ batch: Batch | null }>,
): Promise<ReadonlyMap<string, Origin>> {
  const batches = new Map<string, Batch>()
  for (const { batch } of told) if (batch) batches.set(batch.id, batch)
  const origins = new Map<string, Origin>()
  for (const { id, kind, reference } of batches.values()) {
    if (kind !== 'copy' && kind !== 'take_over') continue
    const [, storeId = '', at] = /^(\w+)@(\d+)$/.exec(reference ?? '') ?? []
    const origin = await originAt(storeId, Number(at))
    if (origin) origins.set(id, origin)
  }
  return origins
}

async function originAt(storeId: string, upTo: number): Promise<Origin | null> {
  const store = await unlessRefused(getStore(storeId))
  const place = store && (await unlessRefused(momentPlace(storeId, upTo)))
  return place && { storeId, name: store.name, sequence: place.sequence, at: place.at }
}

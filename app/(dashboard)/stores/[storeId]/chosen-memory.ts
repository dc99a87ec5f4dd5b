import type { Database } from '@/lib/db/database'
import { type UnreviewedVersions, unreviewedVersions } from '@/lib/review/changesets/unreviewed'
import { getMemory } from '@/lib/store/memories/read-memories'
import { getVersion, listVersions } from '@/lib/store/versions/read-versions'
import type { Quarantine } from '@/lib/store/model/quarantine'
import { quarantineOf } from '@/lib/store/quarantine/quarantines'
import type { MemoryVersion } from '@/lib/store/model/memory-version'
import { actorNames } from '@/lib/store/stores/name-actor'
import { StoreError } from '@/lib/store/model/problems'

/** The parameters of a store's page: `path` or `memory`, `version`, or `from` and `to`. */
export type StoreSearch = Record<string, string | string[] | undefined>

export interface ChosenMemory {
  /** null when it is deleted or redacted */
  path: string | null
  /** newest first; at a past moment those after it too, unless they are many */
  versions: MemoryVersion[]
  /** the newest version, or the newest of a past moment */
  current: MemoryVersion
  /** number of versions after it */
  newerCount: number
  hasMoreVersions: boolean
  names: Map<string, string>
  /** its versions that nobody reviewed; null: all are reviewed */
  unreviewed: UnreviewedVersions | null
  /** its quarantine; null: there is none */
  quarantine: Quarantine | null
  /** the version shown, with its content, the newest by default; null: the memory has none such */
  shown: MemoryVersion | null
  /** time of reading it, milliseconds since 1970 */
  now: number
  /** two versions to compare */
  compared: { from: MemoryVersion; to: MemoryVersion } | null
}

const PAGE = 50
const MAX = 5_000

/** Limit on the versions after a past moment that are listed; more are counted. */
const MAX_NEWER = 200

/** Returns the number of versions to list: a page by default. */
export function versionLimit(search: StoreSearch): number {
  const asked = Number(one(search, 'versions') ?? PAGE)
  return Number.isSafeInteger(asked) ? Math.min(Math.max(asked, PAGE), MAX) : PAGE
}

/**
 * The memory that the address names with everything shown of it, as of a change if one is named;
 * null if there is and was no such memory.
 */
export async function chosenMemory(
  db: Database,
  storeId: string,
  search: StoreSearch,
  sequence: number | null,
): Promise<ChosenMemory | null> {
  const memoryId = await memoryIdOf(db, storeId, search, sequence)
  if (memoryId === null) return null
  const listed = await versionsAsOf(db, {
    storeId,
    memoryId,
    sequence,
    limit: versionLimit(search),
  })
  if (!listed) return null
  const { versions, current } = listed
  const from = await versionOf(db, storeId, one(search, 'from'))
  const to = await versionOf(db, storeId, one(search, 'to'))
  const named = one(search, 'version')
  const compared =
    from && to
      ? { from, to }
      : one(search, 'diff') === 'before'
        ? await withBefore(db, versions, named)
        : one(search, 'diff') === 'now'
          ? await withNow(db, current, named)
          : null
  const isCompared = one(search, 'from') !== undefined && one(search, 'to') !== undefined
  const shown = isCompared && !compared ? null : await versionOf(db, storeId, named ?? current.id)
  return {
    path: current.operation === 'deleted' ? null : current.path,
    ...listed,
    names: await actorNames(
      db,
      versions.map((version) => version.createdBy.id),
    ),
    unreviewed: await unreviewedVersions(db, memoryId),
    quarantine: await quarantineOf(db, { storeId, memoryId }),
    shown: shown?.memoryId === memoryId ? shown : null,
    now: Date.now(),
    compared,
  }
}

/**
 * The memory of the version that an address names alone, without a memory; null: it names none
 * alone, or the store has no such version.
 */
export async function memoryOfVersionAlone(
  db: Database,
  storeId: string,
  search: StoreSearch,
): Promise<string | null> {
  if (search.path !== undefined || search.memory !== undefined) return null
  const version = await versionOf(db, storeId, one(search, 'version') ?? one(search, 'to'))
  return version?.memoryId ?? null
}

interface AsOf {
  storeId: string
  memoryId: string
  /** the last change of a past moment; null: now */
  sequence: number | null
  /** versions up to then */
  limit: number
}

type ListedVersions = Pick<ChosenMemory, 'versions' | 'current' | 'newerCount' | 'hasMoreVersions'>

/** The versions up to a moment, and what came after; null if there was none by then. */
async function versionsAsOf(
  db: Database,
  { sequence, limit, ...memory }: AsOf,
): Promise<ListedVersions | null> {
  const before = sequence === null ? undefined : sequence + 1
  const { versions, next } = await listVersions(db, { ...memory, limit, before })
  const [current] = versions
  if (!current) return null
  const listed = { versions, current, newerCount: 0, hasMoreVersions: next !== null }
  if (sequence === null) return listed
  const newest = (await listVersions(db, { ...memory, limit: 1 })).versions[0]
  const newerCount = (newest?.ordinal ?? 0) - current.ordinal
  if (newerCount <= 0 || newerCount > MAX_NEWER) return { ...listed, newerCount }
  const { versions: newer } = await listVersions(db, { ...memory, limit: newerCount })
  return { ...listed, versions: [...newer, ...versions], newerCount }
}

/** A version and the one before it; null if there is nothing to show. */
async function withBefore(
  db: Database,
  versions: readonly MemoryVersion[],
  versionId: string | undefined,
): Promise<ChosenMemory['compared']> {
  const at = versions.findIndex(({ id }) => id === versionId)
  const [to, from] = at < 0 ? [] : versions.slice(at, at + 2)
  if (!from || !to) return null
  return {
    from: await shownVersion(db, from.storeId, from.id),
    to: await shownVersion(db, to.storeId, to.id),
  }
}

/** A version and what the memory holds now; null if there is no such version. */
async function withNow(
  db: Database,
  newest: MemoryVersion,
  versionId: string | undefined,
): Promise<ChosenMemory['compared']> {
  const from = await versionOf(db, newest.storeId, versionId)
  const to = await versionOf(db, newest.storeId, newest.id)
  return from && to ? { from, to } : null
}

function one(search: StoreSearch, name: string): string | undefined {
  const value = search[name]
  return typeof value === 'string' ? value : undefined
}

async function memoryIdOf(
  db: Database,
  storeId: string,
  search: StoreSearch,
  sequence: number | null,
): Promise<string | null> {
  const path = one(search, 'path')
  if (path === undefined) return one(search, 'memory') ?? null
  const at = sequence === null ? undefined : { sequence }
  const memory = await getMemory(db, { storeId, path, at, view: 'basic' }).catch(noneIfRefused)
  return memory?.id ?? null
}

async function versionOf(
  db: Database,
  storeId: string,
  versionId: string | undefined,
): Promise<MemoryVersion | null> {
  if (versionId === undefined) return null
  return shownVersion(db, storeId, versionId).catch(noneIfRefused)
}

/** Reads a version; a damaged one is shown as such, beside all else of the memory. */
function shownVersion(db: Database, storeId: string, versionId: string): Promise<MemoryVersion> {
  return getVersion(db, { storeId, versionId, whenDamaged: 'leave out' })
}

function noneIfRefused(error: unknown): null {
  if (error instanceof StoreError) return null
  throw error
}

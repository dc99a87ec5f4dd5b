import type { Database } from '@/lib/db/database'
import { getMemory } from '@/lib/store/get-memory'
import { getVersion } from '@/lib/store/get-version'
import { listVersions } from '@/lib/store/list-versions'
import type { MemoryVersion } from '@/lib/store/model/memory-version'
import { actorNames } from '@/lib/store/name-actor'
import { StoreError } from '@/lib/store/model/problems'

/** The parameters of a store's page: `path` or `memory`, `version`, or `from` and `to`. */
export type StoreSearch = Record<string, string | string[] | undefined>

export interface ChosenMemory {
  /** null when it is deleted or redacted */
  path: string | null
  versions: MemoryVersion[]
  hasMoreVersions: boolean
  names: Map<string, string>
  /** the version shown, with its content; the newest by default */
  shown: MemoryVersion | null
  /** when it was read, milliseconds since 1970 */
  now: number
  /** two versions to compare */
  compared: { from: MemoryVersion; to: MemoryVersion } | null
}

const PAGE = 50
const MOST = 5_000

/** How many versions are listed: a page by default. */
export function versionLimit(search: StoreSearch): number {
  const asked = Number(one(search, 'versions') ?? PAGE)
  return Number.isSafeInteger(asked) ? Math.min(Math.max(asked, PAGE), MOST) : PAGE
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
  const limit = versionLimit(search)
  const before = sequence === null ? undefined : sequence + 1
  const { versions, next } = await listVersions(db, { storeId, memoryId, limit, before })
  const [newest] = versions
  if (!newest) return null
  const from = await versionOf(db, storeId, one(search, 'from'))
  const to = await versionOf(db, storeId, one(search, 'to'))
  const named = one(search, 'version')
  const compared =
    from && to
      ? { from, to }
      : one(search, 'diff') === 'before'
        ? await withBefore(db, versions, named)
        : one(search, 'diff') === 'now'
          ? await withNow(db, newest, named)
          : null
  return {
    path: newest.operation === 'deleted' ? null : newest.path,
    versions,
    hasMoreVersions: next !== null,
    names: await actorNames(
      db,
      versions.map((version) => version.createdBy.id),
    ),
    shown: await versionOf(db, storeId, named ?? newest.id),
    now: Date.now(),
    compared,
  }
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
    from: await getVersion(db, { storeId: from.storeId, versionId: from.id }),
    to: await getVersion(db, { storeId: to.storeId, versionId: to.id }),
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
  return getVersion(db, { storeId, versionId }).catch(noneIfRefused)
}

function noneIfRefused(error: unknown): null {
  if (error instanceof StoreError) return null
  throw error
}

import type { Database } from '@/lib/db/database'
import type { Sql } from '@/lib/db/sql'
import { chunked } from '@/lib/text/chunked'
import { MEMORIES_PER_QUERY } from '../contents/memory-chains'
import { readStoredText, soundText } from '../contents/stored-content'
import type { Audience } from '../model/audience'
import type { View } from '../model/memory'
import type { VersionSummary } from '../model/memory-change'
import type { MemoryVersion, Operation } from '../model/memory-version'
import { refuse, StoreError } from '../model/problems'
import { isQuarantined, quarantinedFor, visibleTo } from '../quarantine/quarantined'
import { inSession } from '../write/find'
import type { VersionRow } from './sql/version-rows'
import { versionOf } from './version-of'
import { findStore } from '../write/store-transaction'
import {
  lastVersion,
  lastVersions,
  matchingVersions,
  pathOfVersion,
  pathsOfVersionIds,
  type SideRow,
  sidesBefore,
  versionById,
} from './sql/versions'

export interface GetVersionInput {
  storeId: string
  versionId: string
  /** 'full' unless only metadata is needed */
  view?: View | undefined
  /** agents are shown no version in quarantine; people if left out */
  audience?: Audience | undefined
  /** what to do if its content is damaged; left out: refuse */
  whenDamaged?: 'refuse' | 'leave out' | undefined
}

/** A version by its id. Refuses `store_not_found`, `version_not_found`, `version_damaged`. */
export async function getVersion(db: Database, input: GetVersionInput): Promise<MemoryVersion> {
  const store = await findStore(db.read, input.storeId)
  const row = await requireVersion(db.read, store.key, input)
  const where = { memoryId: row.memoryId }
  const quarantined = await quarantinedFor(db.read, store, input.audience, where)
  if (isQuarantined(quarantined, row)) {
    refuse({ kind: 'version_not_found', storeId: input.storeId, versionId: input.versionId })
  }
  if (input.view === 'basic') return versionOf(row, input.storeId, null)
  const content = await readStoredText(db.read, store.key, row.sequence)
  const isShown = input.whenDamaged === 'leave out'
  return versionOf(row, input.storeId, isShown || content === null ? content : soundText(content))
}

/** Like `getVersion`, for who goes on without it; null: it, or its store, is gone, or it is damaged. */
export async function versionIfThere(
  db: Database,
  input: GetVersionInput,
): Promise<MemoryVersion | null> {
  try {
    return await getVersion(db, input)
  } catch (error) {
    if (error instanceof StoreError) return null
    throw error
  }
}

export interface ListVersionsInput {
  storeId: string
  memoryId?: string | undefined
  operation?: Operation | undefined
  /** versions that were written in this session */
  sessionId?: string | undefined
  apiKeyId?: string | undefined
  serviceAccountId?: string | undefined
  batchId?: string | undefined
  /** versions that this actor wrote, whatever kind of actor it is */
  actorId?: string | undefined
  /** versions at paths with this prefix */
  pathStart?: string | undefined
  /** milliseconds since 1970, inclusive */
  createdFrom?: number | undefined
  createdTo?: number | undefined
  view?: View
  limit: number
  /** continues with versions before this sequence */
  before?: number | undefined
  /** agents are shown no version in quarantine; people if left out */
  audience?: Audience | undefined
}

export interface VersionPage {
  versions: MemoryVersion[]
  /** what to pass as `before` for the next page; null at the end */
  next: number | null
}

/** A page of versions, newest first. Refuses `store_not_found`. */
export async function listVersions(db: Database, input: ListVersionsInput): Promise<VersionPage> {
  const store = await findStore(db.read, input.storeId)
  const session = input.sessionId === undefined ? null : await inSession(db.read, input.sessionId)
  const { memoryId, operation, batchId, actorId, pathStart, apiKeyId, serviceAccountId } = input
  const rows = await matchingVersions(db.read, {
    storeKey: store.key,
    memoryId,
    operation,
    batchId,
    actorId,
    pathStart,
    apiKeyId,
    serviceAccountId,
    createdFrom: input.createdFrom,
    createdTo: input.createdTo,
    before: input.before,
    session,
    visible: visibleTo(input.audience, store),
    limit: input.limit + 1,
  })
  const versions: MemoryVersion[] = []
  for (const row of rows.slice(0, input.limit)) {
    const content =
      input.view === 'full' ? await readStoredText(db.read, store.key, row.sequence) : null
    versions.push(versionOf(row, input.storeId, content))
  }
  const hasMore = rows.length > input.limit
  return { versions, next: hasMore ? (versions.at(-1)?.sequence ?? null) : null }
}

/**
 * Returns the memory's path in the version before this one; null: there is none, or it is redacted.
 */
export async function pathBefore(
  db: Database,
  { memoryId, ordinal }: { memoryId: string; ordinal: number },
): Promise<string | null> {
  const row = await pathOfVersion(db.read, memoryId, ordinal - 1)
  return row?.path ?? null
}

/** The paths of memories in these versions, by their ids; those that are gone or emptied are missing. */
export async function pathsInVersions(
  db: Database,
  versionIds: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  const rows = await pathsOfVersionIds(db.read, versionIds)
  return new Map(rows.map(({ id, path }) => [id, path]))
}

/** The version with an id; refuses if the store has none. */
export async function requireVersion(
  sql: Sql,
  storeKey: number,
  address: { storeId: string; versionId: string },
): Promise<VersionRow> {
  const row = await versionById(sql, storeKey, address.versionId)
  return row ?? refuse({ kind: 'version_not_found', ...address })
}

/** The last version of each of these memories up to a sequence, by memory key. */
export async function versionsAt(
  sql: Sql,
  memoryKeys: readonly number[],
  sequence: number,
): Promise<Map<number, VersionRow>> {
  const rows = await lastVersions(sql, memoryKeys, sequence)
  return new Map(rows.map((row) => [row.memoryKey, row]))
}

/** The last version of a memory up to a sequence. */
export async function versionAt(
  sql: Sql,
  memoryKey: number,
  sequence: number,
): Promise<VersionRow | undefined> {
  return lastVersion(sql, memoryKey, sequence)
}

/** A memory as it was before a change. */
export interface WantedBefore {
  memoryKey: number
  sequence: number
}

export const beforeKey = ({ memoryKey, sequence }: WantedBefore) => `${memoryKey} ${sequence}`

/** The last version of each of these memories before a change, by `beforeKey`. */
export async function versionsBefore(
  sql: Sql,
  wanted: readonly WantedBefore[],
): Promise<Map<string, SideRow>> {
  const found = new Map<string, SideRow>()
  for (const some of chunked(wanted, MEMORIES_PER_QUERY)) {
    const rows = await sidesBefore(sql, some)
    for (const { before, ...row } of rows) {
      found.set(beforeKey({ memoryKey: row.memoryKey, sequence: before }), row)
    }
  }
  return found
}

/** A version as a side: null if the memory is not there, `emptied` if a redaction took it. */
export function sideOf(
  version: Omit<SideRow, 'memoryKey'> | undefined,
): VersionSummary | null | 'emptied' {
  if (!version || version.operation === 'deleted') return null
  const { id: versionId, sequence, path, sha256, size } = version
  if (path === null || sha256 === null || size === null) return 'emptied'
  return { versionId, sequence, path, sha256, size }
}

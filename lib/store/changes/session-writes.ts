import type { Database } from '@/lib/db/database'
import { flushReadsToShow } from '../reads/reads'
import { inSession } from '../write/find'
import { findStore } from '../write/store-transaction'
import {
  hasRunWritten,
  storeOfVersion,
  touchedMemories,
  writtenByToolUse,
} from './sql/session-changes'

/**
 * Returns whether a session's run wrote to a store, including sessions deleted since: their ids are
 * never reused. Refuses `store_not_found`.
 */
export async function hasSessionWritten(
  db: Database,
  { storeId, sessionId }: { storeId: string; sessionId: string },
): Promise<boolean> {
  const store = await findStore(db.read, storeId)
  return hasRunWritten(db.read, { storeKey: store.key, sessionId })
}

/** A live memory that a session read or wrote. */
export interface TouchedMemory {
  memoryId: string
  path: string
  /** when it was read or written last, milliseconds since 1970 */
  lastAt: number
}

/**
 * The live memories of a store that a session read or wrote, the latest first. Refuses
 * `store_not_found`.
 */
export async function sessionMemories(
  db: Database,
  input: { storeId: string; sessionId: string; limit: number },
): Promise<TouchedMemory[]> {
  await flushReadsToShow(db)
  const store = await findStore(db.read, input.storeId)
  const written = await inSession(db.read, input.sessionId)
  const rows = await touchedMemories(db.read, {
    storeKey: store.key,
    sessionId: input.sessionId,
    written,
    limit: input.limit,
  })
  return rows.map(({ id: memoryId, path, lastAt }) => ({ memoryId, path, lastAt }))
}

/** A version with its store. */
export interface VersionInStore {
  storeId: string
  versionId: string
}

const versionInStore = (row: { id: string; storeId: string }): VersionInStore => ({
  storeId: row.storeId,
  versionId: row.id,
})

/** The versions that one tool use of a session wrote, in these stores, oldest first. */
export async function versionsOfToolUse(
  db: Database,
  input: { storeIds: readonly string[]; sessionId: string; toolUseId: string },
): Promise<VersionInStore[]> {
  const versions: VersionInStore[] = []
  const { sessionId, toolUseId } = input
  for (const storeId of input.storeIds) {
    const rows = await writtenByToolUse(db.read, { storeId, sessionId, toolUseId })
    versions.push(...rows.map(versionInStore))
  }
  return versions
}

/** The store of each version, in the order given. */
export async function storesOfVersions(
  db: Database,
  versionIds: readonly string[],
): Promise<VersionInStore[]> {
  const versions: VersionInStore[] = []
  for (const versionId of versionIds) {
    const row = await storeOfVersion(db.read, versionId)
    if (row) versions.push(versionInStore(row))
  }
  return versions
}

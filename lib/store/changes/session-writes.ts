import type { Database } from '@/lib/db/database'
import { flushReadsToShow } from '../reads/reads'
import { inSession } from '../write/find'
import { findStore } from '../write/store-transaction'

/**
 * Whether a session's run wrote to a store, including sessions deleted since: their ids are never
 * reused. Refuses `store_not_found`.
 */
export async function hasSessionWritten(
  db: Database,
  { storeId, sessionId }: { storeId: string; sessionId: string },
): Promise<boolean> {
  const store = await findStore(db.read, storeId)
  const row = await db.read.get(
    `SELECT 1 AS found FROM memory_versions
     WHERE store_key = ? AND session_id = ? AND actor_type = 'session' LIMIT 1`,
    [store.key, sessionId],
  )
  return row !== undefined
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
  const rows = await db.read.all<{ id: string; path: string; last_at: number }>(
    `SELECT m.id, m.path, MAX(t.at) AS last_at FROM (
       SELECT r.memory_key, r.last_read_at AS at FROM memory_reads r
         WHERE r.store_key = ? AND r.session_id = ?
       UNION ALL
       SELECT v.memory_key, v.created_at AS at FROM memory_versions v
         WHERE v.store_key = ? AND ${written.condition}
     ) t JOIN memories m ON m.key = t.memory_key
     WHERE m.path IS NOT NULL
     GROUP BY m.id, m.path ORDER BY last_at DESC, m.id LIMIT ?`,
    [store.key, input.sessionId, store.key, ...written.params, input.limit],
  )
  return rows.map((row) => ({ memoryId: row.id, path: row.path, lastAt: row.last_at }))
}

/** A version with its store. */
export interface VersionInStore {
  storeId: string
  versionId: string
}

interface Row {
  id: string
  store_id: string
}

const versionInStore = (row: Row): VersionInStore => ({ storeId: row.store_id, versionId: row.id })

/** The versions that one tool use of a session wrote, in these stores, oldest first. */
export async function versionsOfToolUse(
  db: Database,
  input: { storeIds: readonly string[]; sessionId: string; toolUseId: string },
): Promise<VersionInStore[]> {
  const versions: VersionInStore[] = []
  for (const storeId of input.storeIds) {
    const rows = await db.read.all<Row>(
      `SELECT v.id, s.id AS store_id FROM memory_stores s
       JOIN memory_versions v ON v.store_key = s.key
       WHERE s.id = ? AND v.session_id = ? AND v.tool_use_id = ? ORDER BY v.sequence`,
      [storeId, input.sessionId, input.toolUseId],
    )
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
    const row = await db.read.get<Row>(
      `SELECT v.id, s.id AS store_id FROM memory_versions v
       JOIN memory_stores s ON s.key = v.store_key WHERE v.id = ?`,
      [versionId],
    )
    if (row) versions.push(versionInStore(row))
  }
  return versions
}

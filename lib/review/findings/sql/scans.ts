import { columns, type RowOf } from '@/lib/db/columns'
import { oneOf } from '@/lib/db/one-of'
import type { BulkSql, Sql, WriteSql } from '@/lib/db/sql'
import { IS_ROLLBACK } from './placed-findings'

/**
 * Progress of scans, and what a scan reads: all heads or all versions of a store, in a thread of
 * its own. A timer also starts scans, and follows what they found.
 */

const SCAN = columns('x', 'storeScan', ['followedSequence'])
const STORE = columns('s', 'memoryStore', ['key', 'id', 'lastSequence'])

export type FollowedStoreRow = RowOf<typeof STORE> & RowOf<typeof SCAN>

/** Stores that changed since their findings were followed. */
export function storesToFollow(sql: Sql): Promise<FollowedStoreRow[]> {
  return sql.all<FollowedStoreRow>(
    `SELECT ${STORE.list}, ${SCAN.list}
     FROM store_scans x JOIN memory_stores s ON s.key = x.store_key
     WHERE s.deleted_at IS NULL AND s.last_sequence > x.followed_sequence`,
  )
}

/** A store's findings were followed up to its last change, unless somebody followed them meanwhile. */
export async function noteFollowed(
  tx: WriteSql,
  { key, lastSequence, followedSequence }: FollowedStoreRow,
): Promise<void> {
  await tx.run(
    'UPDATE store_scans SET followed_sequence = ? WHERE store_key = ? AND followed_sequence = ?',
    [lastSequence, key, followedSequence],
  )
}

const CHANGED = columns('v', 'memoryVersion', ['memoryKey'])

/**
 * Memories that changed since then and in which something stands that was found, or may stand again
 * by a rollback.
 */
export function changedWithFindings(
  sql: BulkSql,
  { key, followedSequence, lastSequence }: FollowedStoreRow,
): Promise<RowOf<typeof CHANGED>[]> {
  return sql.all<RowOf<typeof CHANGED>>(
    `SELECT DISTINCT ${CHANGED.list} FROM memory_versions v
     WHERE v.store_key = ? AND v.sequence > ? AND v.sequence <= ? AND EXISTS (
       SELECT 1 FROM findings f WHERE f.memory_key = v.memory_key
         AND (f.fixed_sequence IS NULL OR (f.fixed_sequence < v.sequence AND ${IS_ROLLBACK})))
     ORDER BY v.memory_key`,
    [key, followedSequence, lastSequence],
  )
}

/** Makes the findings of a store be followed from a version on, if the memory changed since. */
export async function followFrom(
  tx: WriteSql,
  { storeKey, memoryKey, sequence }: { storeKey: number; memoryKey: number; sequence: number },
): Promise<void> {
  await tx.run(
    `INSERT INTO store_scans (store_key, followed_sequence) VALUES (?, ?)
     ON CONFLICT (store_key) DO UPDATE SET followed_sequence = CASE
       WHEN store_scans.followed_sequence > excluded.followed_sequence AND EXISTS (
         SELECT 1 FROM memories m WHERE m.key = ? AND m.head_sequence > ?)
       THEN excluded.followed_sequence ELSE store_scans.followed_sequence END`,
    [storeKey, sequence, memoryKey, sequence],
  )
}

const SCANNED = columns('x', 'storeScan', ['storeKey', 'followedSequence', 'rulesRevision'])

/** Records that all heads of a store were scanned by these rules. */
export async function noteRules(tx: WriteSql, row: RowOf<typeof SCANNED>): Promise<void> {
  await tx.run(
    `INSERT INTO store_scans (store_key, followed_sequence, rules_revision) VALUES (?, ?, ?)
     ON CONFLICT (store_key) DO UPDATE SET rules_revision = excluded.rules_revision`,
    [row.storeKey, row.followedSequence, row.rulesRevision],
  )
}

const JOB = columns('j', 'job', ['id'])

/** The last scan of a store; undefined: there was none. */
export function lastScanOf(sql: Sql, storeId: string): Promise<RowOf<typeof JOB> | undefined> {
  return sql.get<RowOf<typeof JOB>>(
    `SELECT ${JOB.list} FROM memory_stores s JOIN jobs j ON j.store_key = s.key AND j.kind = 'scan'
     WHERE s.id = ? ORDER BY j.key DESC LIMIT 1`,
    [storeId],
  )
}

const SCANNED_STORE = columns('s', 'memoryStore', ['key', 'lastSequence'])

/** Includes a store that is deleted and not purged yet. */
export function scannedStore(
  sql: Sql,
  storeId: string,
): Promise<RowOf<typeof SCANNED_STORE> | undefined> {
  return sql.get<RowOf<typeof SCANNED_STORE>>(
    `SELECT ${SCANNED_STORE.list} FROM memory_stores s WHERE s.id = ?`,
    [storeId],
  )
}

const HEAD = columns('m', 'memory', ['headSequence'])

/** The newest version of a memory; 0: there is no such memory. */
export async function headOf(sql: Sql, memoryKey: number): Promise<number> {
  const row = await sql.get<RowOf<typeof HEAD>>(
    `SELECT ${HEAD.list} FROM memories m WHERE m.key = ?`,
    [memoryKey],
  )
  return row?.headSequence ?? 0
}

const HASH = columns('v', 'memoryVersion', ['sequence', 'sha256'])

type HashRow = RowOf<typeof HASH>

/** The hash of a memory's current content. */
export function hashOfHead(sql: Sql, memoryKey: number): Promise<HashRow | undefined> {
  return sql.get<HashRow>(
    `SELECT ${HASH.list} FROM memories m JOIN memory_versions v
       ON v.store_key = m.store_key AND v.sequence = m.head_sequence WHERE m.key = ?`,
    [memoryKey],
  )
}

/** The hash of a version's content. */
export function hashOfVersion(
  sql: Sql,
  storeKey: number,
  sequence: number,
): Promise<HashRow | undefined> {
  return sql.get<HashRow>(
    `SELECT ${HASH.list} FROM memory_versions v WHERE v.store_key = ? AND v.sequence = ?`,
    [storeKey, sequence],
  )
}

export async function countOfHeads(sql: BulkSql, storeKey: number): Promise<number> {
  const row = await sql.get<{ count: number }>(
    'SELECT count(*) AS count FROM memories WHERE store_key = ? AND path IS NOT NULL',
    [storeKey],
  )
  return row?.count ?? 0
}

export async function countOfVersions(sql: BulkSql, storeKey: number): Promise<number> {
  const row = await sql.get<{ count: number }>(
    'SELECT count(*) AS count FROM memory_versions WHERE store_key = ?',
    [storeKey],
  )
  return row?.count ?? 0
}

const MEMORY = columns('m', 'memory', ['key'])

/** The memories of a store, deleted ones included. */
export function memoriesOfStore(sql: BulkSql, storeKey: number): Promise<RowOf<typeof MEMORY>[]> {
  return sql.all<RowOf<typeof MEMORY>>(
    `SELECT ${MEMORY.list} FROM memories m WHERE m.store_key = ?`,
    [storeKey],
  )
}

const VERSION = columns('v', 'memoryVersion', ['memoryKey', 'sequence', 'sha256'])
const NOW_AT = columns('m', 'memory', ['path'])

/** A version, and where its memory is now; null: deleted. */
export type ScannedRow = RowOf<typeof VERSION> & RowOf<typeof NOW_AT>

/** The newest versions of a store's live memories, by their paths. */
export function headsAfter(
  sql: BulkSql,
  { storeKey, after, limit }: { storeKey: number; after: string; limit: number },
): Promise<ScannedRow[]> {
  return sql.all<ScannedRow>(
    `SELECT ${VERSION.list}, ${NOW_AT.list} FROM memories m CROSS JOIN memory_versions v
     WHERE m.store_key = ? AND m.path > ?
       AND v.store_key = m.store_key AND v.sequence = m.head_sequence
     ORDER BY m.path LIMIT ?`,
    [storeKey, after, limit],
  )
}

/** A version of the past, with where the memory was in it. */
export type PastVersionRow = ScannedRow & { ownPath: string | null }

/** The versions of a memory, the oldest first. */
export function versionsAfter(
  sql: BulkSql,
  { memoryKey, after, limit }: { memoryKey: number; after: number; limit: number },
): Promise<PastVersionRow[]> {
  return sql.all<PastVersionRow>(
    `SELECT ${VERSION.list}, ${NOW_AT.list}, n.path AS "ownPath"
     FROM memories m CROSS JOIN memory_versions v LEFT JOIN path_nodes n ON n.key = v.node_key
     WHERE m.key = ? AND v.memory_key = m.key AND v.sequence > ? ORDER BY v.sequence LIMIT ?`,
    [memoryKey, after, limit],
  )
}

interface FoundAgainRow {
  changesetKey: number
  /** the first change of these memories that is examined */
  first: number
}

/** The changesets in which people still have to read changes of these memories. */
export function openChangesetsOf(
  sql: Sql,
  memoryKeys: readonly number[],
): Promise<FoundAgainRow[]> {
  return sql.all<FoundAgainRow>(
    `SELECT c.changeset_key AS "changesetKey", min(c.through_sequence) AS first
     FROM changeset_memories c
     WHERE c.memory_key IN ${oneOf(memoryKeys)} AND c.open_hunks > 0
     GROUP BY c.changeset_key ORDER BY c.changeset_key`,
    memoryKeys,
  )
}

/** Marks a changeset to be examined again from one of its changes on. */
export async function examineFrom(
  tx: WriteSql,
  { changesetKey, first }: FoundAgainRow,
): Promise<void> {
  await tx.run(
    `UPDATE changesets SET pending = 1, revision = revision + 1,
       examined_sequence = CASE WHEN examined_sequence < ? THEN examined_sequence ELSE ? END
     WHERE key = ?`,
    [first, first - 1, changesetKey],
  )
}

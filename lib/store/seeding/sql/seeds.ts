import { columns, type RowOf } from '@/lib/db/columns'
import { oneOf } from '@/lib/db/one-of'
import type { BulkSql, Sql, WriteSql } from '@/lib/db/sql'
import type { Audience } from '../../model/audience'

/**
 * Seeds as an import asks for them, which an agent's call starts, too: what it is a continuation of,
 * and what was last written where. All that a seed wrote is read by the threads for long work.
 */

const SEED = columns('s', 'seed', ['key', 'reference'])

export type SeedRow = RowOf<typeof SEED>

export function seedOfSource(
  sql: Sql,
  storeKey: number,
  source: string,
): Promise<SeedRow | undefined> {
  return sql.get<SeedRow>(
    `SELECT ${SEED.list} FROM seeds s WHERE s.store_key = ? AND s.source = ?`,
    [storeKey, source],
  )
}

const KEY = columns('s', 'seed', ['key'])

export function seedsOfStore(sql: Sql, storeKey: number): Promise<RowOf<typeof KEY>[]> {
  return sql.all<RowOf<typeof KEY>>(`SELECT ${KEY.list} FROM seeds s WHERE s.store_key = ?`, [
    storeKey,
  ])
}

/** Of stores that are not deleted. `storeIds` null: of all of them. */
export function locationsOfSeeds(
  sql: Sql,
  storeIds: readonly string[] | null,
): Promise<{ location: string }[]> {
  const among = storeIds === null ? '1 = 1' : `m.id IN ${oneOf(storeIds)}`
  return sql.all<{ location: string }>(
    `SELECT DISTINCT s.location FROM seeds s JOIN memory_stores m ON m.key = s.store_key
     WHERE s.location IS NOT NULL AND m.deleted_at IS NULL AND ${among} ORDER BY s.location`,
    storeIds ?? [],
  )
}

const OPENED = columns('s', 'seed', ['id', 'storeKey', 'source', 'location', 'taken', 'updatedAt'])

/** Adds a seed, or notes that its source is taken again, and how. */
export async function noteSeeding(tx: WriteSql, row: RowOf<typeof OPENED>): Promise<void> {
  await tx.run(
    `INSERT INTO seeds (id, store_key, source, created_at, updated_at, location, taken)
     VALUES (?, ?, ?, ?, ?, ?, ?)
     ON CONFLICT (store_key, source) DO UPDATE SET updated_at = excluded.updated_at,
       location = excluded.location, taken = excluded.taken`,
    [row.id, row.storeKey, row.source, row.updatedAt, row.updatedAt, row.location, row.taken],
  )
}

export async function updateReference(
  tx: WriteSql,
  { key, reference, updatedAt }: { key: number; reference: string; updatedAt: number },
): Promise<void> {
  await tx.run('UPDATE seeds SET reference = ?, updated_at = ? WHERE key = ?', [
    reference,
    updatedAt,
    key,
  ])
}

const ENTRY = columns('e', 'seedEntry', ['nodeKey', 'sequence'])
const VERSION = columns('v', 'memoryVersion', ['sha256'])

/**
 * The hash is null of a version that was redacted. `isCurrent` 1: the memory there has that content
 * still, as the source has it.
 */
export type SeededRow = RowOf<typeof ENTRY> &
  RowOf<typeof VERSION> & { path: string; isCurrent: number }

/**
 * Lists the versions that a seed last wrote at its paths, page by page. To agents nothing in
 * quarantine is current.
 */
export function seededEntries(
  sql: BulkSql,
  page: { seedKey: number; after: number; limit: number; audience: Audience | undefined },
): Promise<SeededRow[]> {
  const { seedKey, after, limit, audience } = page
  const visible = audience === 'agents' ? NOT_IN_QUARANTINE : '1 = 1'
  return sql.all<SeededRow>(
    `SELECT ${ENTRY.list}, ${VERSION.list}, n.path,
       CASE WHEN m.sha256 = v.sha256 AND v.rewritten_at IS NULL AND ${visible} THEN 1 ELSE 0 END
         AS "isCurrent"
     FROM seed_entries e
     JOIN path_nodes n ON n.key = e.node_key
     JOIN memory_versions v ON v.store_key = n.store_key AND v.sequence = e.sequence
     LEFT JOIN memories m ON m.key = n.memory_key
     WHERE e.seed_key = ? AND e.node_key > ? ORDER BY e.node_key LIMIT ?`,
    [seedKey, after, limit],
  )
}

const WRITTEN = columns('v', 'memoryVersion', ['sequence'])
const MEMORY = columns('m', 'memory', ['path'])

/**
 * Of versions whose paths have no memory now, where those memories went; null: they are deleted. What
 * is in quarantine is left out.
 */
export function pathsLeft(
  sql: BulkSql,
  storeKey: number,
  sequences: readonly number[],
): Promise<(RowOf<typeof WRITTEN> & RowOf<typeof MEMORY>)[]> {
  return sql.all<RowOf<typeof WRITTEN> & RowOf<typeof MEMORY>>(
    `SELECT ${WRITTEN.list}, ${MEMORY.list} FROM memory_versions v
     JOIN path_nodes n ON n.key = v.node_key
     JOIN memories m ON m.key = v.memory_key
     WHERE v.store_key = ? AND v.sequence IN ${oneOf(sequences)} AND n.memory_key IS NULL
       AND NOT EXISTS (SELECT 1 FROM quarantines q WHERE q.memory_key = m.key)`,
    [storeKey, ...sequences],
  )
}

const NOT_IN_QUARANTINE =
  'NOT EXISTS (SELECT 1 FROM quarantines q WHERE q.memory_key = n.memory_key)'

/** A path at which a seed wrote or no longer has something. */
interface SeededAt {
  seedKey: number
  storeKey: number
  path: string
}

export async function putEntry(
  tx: WriteSql,
  { seedKey, storeKey, path, sequence }: SeededAt & { sequence: number },
): Promise<void> {
  await tx.run(
    `INSERT INTO seed_entries (seed_key, node_key, sequence)
     SELECT CAST(? AS INTEGER), key, CAST(? AS BIGINT) FROM path_nodes
     WHERE store_key = ? AND path = ?
     ON CONFLICT (seed_key, node_key) DO UPDATE SET sequence = excluded.sequence`,
    [seedKey, sequence, storeKey, path],
  )
}

export async function deleteEntry(
  tx: WriteSql,
  { seedKey, storeKey, path }: SeededAt,
): Promise<void> {
  await tx.run(
    `DELETE FROM seed_entries WHERE seed_key = ? AND node_key =
       (SELECT key FROM path_nodes WHERE store_key = ? AND path = ?)`,
    [seedKey, storeKey, path],
  )
}

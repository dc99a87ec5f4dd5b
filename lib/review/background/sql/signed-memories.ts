import { columns, type RowOf } from '@/lib/db/columns'
import { oneOf } from '@/lib/db/one-of'
import type { BulkSql, Sql, WriteSql } from '@/lib/db/sql'

/** The bands of heads by which near duplicates are found: kept in the background. */

const STORE = columns('s', 'memoryStore', ['key', 'lastSequence'])

/** A store with changes after those up to which it is signed. */
export type UnsignedRow = RowOf<typeof STORE> & { signed: number }

/**
 * The stores to which agents write; one larger than `mostAtFirst` counts from its first change by
 * an agent on.
 */
export function unsignedStores(sql: Sql, mostAtFirst: number): Promise<UnsignedRow[]> {
  return sql.all<UnsignedRow>(
    `SELECT ${STORE.list},
       CASE WHEN coalesce(x.signed_sequence, 0) > 0 THEN x.signed_sequence
         WHEN s.memory_count <= ? THEN 0
         ELSE (SELECT min(c.first_sequence) - 1 FROM changesets c WHERE c.store_key = s.key)
         END AS signed
     FROM memory_stores s LEFT JOIN store_scans x ON x.store_key = s.key
     WHERE s.deleted_at IS NULL AND s.last_sequence > coalesce(x.signed_sequence, 0)
       AND EXISTS (SELECT 1 FROM changesets c WHERE c.store_key = s.key)`,
    [mostAtFirst],
  )
}

/** A store is signed up to its last change. */
export async function noteSigned(
  tx: WriteSql,
  { key, lastSequence }: RowOf<typeof STORE>,
): Promise<void> {
  await tx.run(
    `INSERT INTO store_scans (store_key, followed_sequence, signed_sequence) VALUES (?, ?, ?)
     ON CONFLICT (store_key) DO UPDATE SET signed_sequence = excluded.signed_sequence`,
    [key, lastSequence, lastSequence],
  )
}

const CHANGED = columns('v', 'memoryVersion', ['memoryKey'])

/** The memories that changed since a store was signed. */
export function changedUnsigned(
  sql: BulkSql,
  { key, signed, lastSequence }: UnsignedRow,
): Promise<RowOf<typeof CHANGED>[]> {
  return sql.all<RowOf<typeof CHANGED>>(
    `SELECT DISTINCT ${CHANGED.list} FROM memory_versions v
     WHERE v.store_key = ? AND v.sequence > ? AND v.sequence <= ? ORDER BY v.memory_key`,
    [key, signed, lastSequence],
  )
}

const MEMORY = columns('m', 'memory', ['key', 'headSequence'])
const VERSION = columns('v', 'memoryVersion', ['sha256'])

export type HeadRow = RowOf<typeof MEMORY> & RowOf<typeof VERSION>

/** The newest versions of these memories. */
export function headsOf(sql: BulkSql, memoryKeys: readonly number[]): Promise<HeadRow[]> {
  return sql.all<HeadRow>(
    `SELECT ${MEMORY.list}, ${VERSION.list} FROM memories m CROSS JOIN memory_versions v
     WHERE m.key IN ${oneOf(memoryKeys)}
       AND v.store_key = m.store_key AND v.sequence = m.head_sequence`,
    memoryKeys,
  )
}

/** The hash of a memory's content, if this version is still its head. */
export function hashOf(
  sql: Sql,
  { key, headSequence }: RowOf<typeof MEMORY>,
): Promise<RowOf<typeof VERSION> | undefined> {
  return sql.get<RowOf<typeof VERSION>>(
    `SELECT ${VERSION.list} FROM memories m JOIN memory_versions v
       ON v.store_key = m.store_key AND v.sequence = m.head_sequence
     WHERE m.key = ? AND m.head_sequence = ?`,
    [key, headSequence],
  )
}

/** Gives a memory these bands, which are each there once; those that it has are not written again. */
export async function putBands(
  tx: WriteSql,
  { storeKey, memoryKey, bands }: { storeKey: number; memoryKey: number; bands: readonly number[] },
): Promise<void> {
  const others = bands.length === 0 ? '' : `AND NOT band IN ${oneOf(bands)}`
  await tx.run(`DELETE FROM memory_bands WHERE memory_key = ? ${others}`, [memoryKey, ...bands])
  if (bands.length === 0) return
  await tx.run(
    `INSERT INTO memory_bands (store_key, band, memory_key)
     VALUES ${bands.map(() => '(?, ?, ?)').join(', ')} ON CONFLICT DO NOTHING`,
    bands.flatMap((band) => [storeKey, band, memoryKey]),
  )
}

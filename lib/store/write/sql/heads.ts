import { columns, type RowOf } from '@/lib/db/columns'
import type { Sql, WriteSql } from '@/lib/db/sql'

/**
 * The heads of memories, as every write of an agent finds and changes them: some hundredths of a
 * millisecond each.
 */

export const HEAD = columns('m', 'memory', [
  'key',
  'id',
  'path',
  'headSequence',
  'headVersionId',
  'sha256',
  'size',
  'createdAt',
  'updatedAt',
  'versionCount',
])

/** A row of `memories`; path, hash and size are null for a deleted memory. */
export type MemoryRow = RowOf<typeof HEAD>

export type LiveMemoryRow = MemoryRow & { path: string; sha256: string; size: number }

/** Live or deleted. */
export function memoryById(sql: Sql, storeKey: number, id: string): Promise<MemoryRow | undefined> {
  return sql.get<MemoryRow>(
    `SELECT ${HEAD.list} FROM memories m WHERE m.id = ? AND m.store_key = ?`,
    [id, storeKey],
  )
}

/** The live memory at a path. */
export function memoryAt(sql: Sql, storeKey: number, path: string): Promise<MemoryRow | undefined> {
  return sql.get<MemoryRow>(
    `SELECT ${HEAD.list} FROM memories m WHERE m.store_key = ? AND m.path = ?`,
    [storeKey, path],
  )
}

/** Returns its key. */
export function insertHead(
  tx: WriteSql,
  storeKey: number,
  row: Omit<MemoryRow, 'key'>,
): Promise<number> {
  return tx.insert(
    'memories',
    `INSERT INTO memories (key, id, store_key, path, head_sequence, head_version_id, sha256, size,
       created_at, updated_at, version_count)
     VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
    [
      row.id,
      storeKey,
      row.path,
      row.headSequence,
      row.headVersionId,
      row.sha256,
      row.size,
      row.createdAt,
      row.updatedAt,
      row.versionCount,
    ],
  )
}

export function updateHead(tx: WriteSql, row: MemoryRow): Promise<void> {
  return tx.later(
    `UPDATE memories SET path = ?, head_sequence = ?, head_version_id = ?, sha256 = ?, size = ?,
       updated_at = ?, version_count = ? WHERE key = ?`,
    [
      row.path,
      row.headSequence,
      row.headVersionId,
      row.sha256,
      row.size,
      row.updatedAt,
      row.versionCount,
      row.key,
    ],
  )
}

/** Frees a memory's path at once, for another that is to have it. */
export async function clearPath(tx: WriteSql, key: number): Promise<void> {
  await tx.run('UPDATE memories SET path = NULL WHERE key = ?', [key])
}

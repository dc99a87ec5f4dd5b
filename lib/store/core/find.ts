import type { Sql } from '@/lib/db/sql'
import { refuse } from '../model/problems'
import { type LiveMemoryRow, MEMORY_COLUMNS, type MemoryRow, isLive } from './rows'

/** A memory's row, live or deleted. */
export async function findMemoryRow(
  sql: Sql,
  storeKey: number,
  memoryId: string,
): Promise<MemoryRow | undefined> {
  return sql.get<MemoryRow>(
    `SELECT ${MEMORY_COLUMNS} FROM memories m WHERE m.id = ? AND m.store_key = ?`,
    [memoryId, storeKey],
  )
}

/** A memory, addressed by its store and an id or a path. */
export interface MemoryAddress {
  storeId: string
  memoryId?: string | undefined
  path?: string | undefined
}

/** The live memory with an id or at a path; refuses if there is none. */
export async function requireMemory(
  sql: Sql,
  storeKey: number,
  address: MemoryAddress,
): Promise<LiveMemoryRow> {
  const row = await findMemory(sql, storeKey, address)
  return (
    row ??
    refuse({
      kind: 'memory_not_found',
      storeId: address.storeId,
      memoryId: address.memoryId ?? null,
      path: address.path ?? null,
    })
  )
}

export async function findMemory(
  sql: Sql,
  storeKey: number,
  address: Pick<MemoryAddress, 'memoryId' | 'path'>,
): Promise<LiveMemoryRow | undefined> {
  const row =
    address.memoryId === undefined
      ? await sql.get<MemoryRow>(
          `SELECT ${MEMORY_COLUMNS} FROM memories m WHERE m.store_key = ? AND m.path = ?`,
          [storeKey, address.path ?? ''],
        )
      : await findMemoryRow(sql, storeKey, address.memoryId)
  return row && isLive(row) ? row : undefined
}

import { columns, type RowOf } from '@/lib/db/columns'
import { oneOf } from '@/lib/db/one-of'
import type { BulkSql, Sql } from '@/lib/db/sql'

/** All stores by a few of their columns, however many there are. */

const ADDRESSED = columns('s', 'memoryStore', ['id', 'name', 'archivedAt', 'settings'])

export type AddressedRow = RowOf<typeof ADDRESSED>

/** All, or those of these ids, the oldest first: what programs over MCP are told. */
export function addressedStores(
  sql: Sql,
  onlyIds: readonly string[] | null,
): Promise<AddressedRow[]> {
  const isMeant = onlyIds === null ? '' : `AND s.id IN ${oneOf(onlyIds)}`
  return sql.all<AddressedRow>(
    `SELECT ${ADDRESSED.list} FROM memory_stores s WHERE s.deleted_at IS NULL ${isMeant}
     ORDER BY s.id`,
    onlyIds ?? [],
  )
}

/** Counts stores, archived ones too, up to `most`. */
export async function countOfStores(sql: Sql, most: number): Promise<number> {
  const row = await sql.get<{ count: number }>(
    `SELECT count(*) AS count FROM (
       SELECT 1 FROM memory_stores s WHERE s.deleted_at IS NULL LIMIT ?) AS counted`,
    [most],
  )
  return row?.count ?? 0
}

const CHANGED = columns('s', 'memoryStore', ['id', 'lastSequence'])

export type ChangedStoreRow = RowOf<typeof CHANGED>

/** The last change of each, for programs that subscribed to stores. */
export function changedSequences(sql: Sql): Promise<ChangedStoreRow[]> {
  return sql.all<ChangedStoreRow>(
    `SELECT ${CHANGED.list} FROM memory_stores s WHERE s.deleted_at IS NULL`,
  )
}

const FOUND = columns('s', 'memoryStore', ['id', 'name', 'memoryCount'])

export type FoundStoreRow = RowOf<typeof FOUND>

/** A word anywhere in a name. */
const anywhere = (word: string) => `%${word.replace(/[\\%_]/g, (sign) => `\\${sign}`)}%`

/**
 * Finds stores whose names contain all of these words, which the database lower-cases; the last
 * changed first. Runs on the threads of long reads. `limit` null: all of them.
 */
export function storesNamed(
  sql: BulkSql,
  wanted: { words: readonly string[]; includeArchived: boolean; limit: number | null },
): Promise<FoundStoreRow[]> {
  const { words, includeArchived, limit } = wanted
  return sql.all<FoundStoreRow>(
    `SELECT ${FOUND.list} FROM memory_stores s
     WHERE s.deleted_at IS NULL${includeArchived ? '' : ' AND s.archived_at IS NULL'}
       ${words.map(() => String.raw`AND lower(s.name) LIKE ? ESCAPE '\'`).join(' ')}
     ORDER BY s.last_changed_at DESC, s.key DESC${limit === null ? '' : ' LIMIT ?'}`,
    [...words.map(anywhere), ...(limit === null ? [] : [limit])],
  )
}

const ORDER_BY = {
  // An empty store is as old as itself.
  changed: `CASE WHEN s.last_changed_at > s.created_at THEN s.last_changed_at ELSE s.created_at END
    DESC, s.id DESC`,
  created: 's.id DESC',
  name: 'lower(s.name), s.id',
  size: 's.byte_size DESC, s.id DESC',
} as const

const ID = columns('s', 'memoryStore', ['id'])

/** A page of all. Only a page asks, but the client orders by columns, not by what is computed. */
export function sortedIds(
  sql: Sql,
  { order, limit, offset }: { order: keyof typeof ORDER_BY; limit: number; offset: number },
): Promise<RowOf<typeof ID>[]> {
  return sql.all<RowOf<typeof ID>>(
    `SELECT ${ID.list} FROM memory_stores s WHERE s.deleted_at IS NULL
     ORDER BY ${ORDER_BY[order]} LIMIT ? OFFSET ?`,
    [limit, offset],
  )
}

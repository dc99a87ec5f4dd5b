import { columns, type RowOf } from '@/lib/db/columns'
import { oneOf } from '@/lib/db/one-of'
import type { BulkSql, Sql } from '@/lib/db/sql'

/** All stores by a few of their columns, however many there are. */

const ADDRESSED = columns('s', 'memoryStore', ['id', 'name', 'mountStem', 'archivedAt', 'settings'])

export type AddressedRow = RowOf<typeof ADDRESSED>

/** Not deleted, and one of those that a caller sees; null: it sees all. */
const isSeen = (seen: readonly string[] | null) =>
  `s.deleted_at IS NULL${seen === null ? '' : ` AND s.id IN ${oneOf(seen)}`}`

/** The oldest first, from an id on. */
export function addressedStores(
  sql: Sql,
  seen: readonly string[] | null,
  { from, limit }: { from: string | null; limit: number | null },
): Promise<AddressedRow[]> {
  return sql.all<AddressedRow>(
    `SELECT ${ADDRESSED.list} FROM memory_stores s WHERE ${isSeen(seen)}
       ${from === null ? '' : 'AND s.id >= ?'}
     ORDER BY s.id${limit === null ? '' : ' LIMIT ?'}`,
    [...(seen ?? []), ...(from === null ? [] : [from]), ...(limit === null ? [] : [limit])],
  )
}

/** Of some names' stems, by their index: the oldest first. `name` null: whatever they are called. */
export function storesWithStem(
  sql: Sql,
  seen: readonly string[] | null,
  wanted: { stem: string; name: string | null; offset: number; limit: number },
): Promise<AddressedRow[]> {
  const { stem, name, offset, limit } = wanted
  return sql.all<AddressedRow>(
    `SELECT ${ADDRESSED.list} FROM memory_stores s
     WHERE ${isSeen(seen)} AND s.mount_stem = ?${name === null ? '' : ' AND s.name = ?'}
     ORDER BY s.id LIMIT ? OFFSET ?`,
    [...(seen ?? []), stem, ...(name === null ? [] : [name]), limit, offset],
  )
}

/** Counts the stores with a stem that are older than one; null: all that have it. */
export async function countWithStem(
  sql: Sql,
  seen: readonly string[] | null,
  { stem, before }: { stem: string; before: string | null },
): Promise<number> {
  const row = await sql.get<{ count: number }>(
    `SELECT count(*) AS count FROM memory_stores s
     WHERE ${isSeen(seen)} AND s.mount_stem = ?${before === null ? '' : ' AND s.id < ?'}`,
    [...(seen ?? []), stem, ...(before === null ? [] : [before])],
  )
  return row?.count ?? 0
}

/** The ids of the stores that are the oldest with one of these stems. */
export async function oldestWithStems(
  sql: Sql,
  seen: readonly string[] | null,
  stems: readonly string[],
): Promise<string[]> {
  const rows = await sql.all<{ id: string }>(
    `SELECT min(s.id) AS id FROM memory_stores s
     WHERE ${isSeen(seen)} AND s.mount_stem IN ${oneOf(stems)} GROUP BY s.mount_stem`,
    [...(seen ?? []), ...stems],
  )
  return rows.map(({ id }) => id)
}

const STEM = columns('s', 'memoryStore', ['mountStem'])

/** Those of these stems that a store has. */
export async function stemsOf(
  sql: Sql,
  seen: readonly string[] | null,
  stems: readonly string[],
): Promise<string[]> {
  const rows = await sql.all<RowOf<typeof STEM>>(
    `SELECT DISTINCT ${STEM.list} FROM memory_stores s
     WHERE ${isSeen(seen)} AND s.mount_stem IN ${oneOf(stems)}`,
    [...(seen ?? []), ...stems],
  )
  return rows.map(({ mountStem }) => mountStem)
}

/** Counts the stores that a caller sees, archived ones too. */
export async function countSeen(sql: Sql, seen: readonly string[] | null): Promise<number> {
  const row = await sql.get<{ count: number }>(
    `SELECT count(*) AS count FROM memory_stores s WHERE ${isSeen(seen)}`,
    seen ?? [],
  )
  return row?.count ?? 0
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

import { columns, type RowOf } from '@/lib/db/columns'
import { oneOf } from '@/lib/db/one-of'
import type { Sql, SqlValue, WriteSql } from '@/lib/db/sql'

/**
 * Stores: every call of an agent reads its store's row, in 0.01 ms, and every write locks it. Agents
 * create, change, archive and delete stores, too.
 */

/** By the name of the table, so that RETURNING says the same. */
const STORE = columns('memory_stores', 'memoryStore', [
  'key',
  'id',
  'name',
  'description',
  'metadata',
  'settings',
  'createdAt',
  'updatedAt',
  'archivedAt',
  'lastSequence',
  'lastChangedAt',
  'memoryCount',
  'byteSize',
  'versionCount',
  'policyRevision',
  'quarantinedCount',
  'carriedOutBy',
])

export type StoreRow = RowOf<typeof STORE>

/** Of stores that were not deleted; the caller adds AND and ORDER. */
const SELECT_STORES = `SELECT ${STORE.list} FROM memory_stores WHERE deleted_at IS NULL`

const KEY = columns('s', 'memoryStore', ['key', 'id'])

/** The keys of all stores that were not deleted: checks of a whole installation go over them. */
export function keysOfStores(sql: Sql): Promise<RowOf<typeof KEY>[]> {
  return sql.all<RowOf<typeof KEY>>(
    `SELECT ${KEY.list} FROM memory_stores s WHERE s.deleted_at IS NULL ORDER BY s.key`,
  )
}

export function storeById(sql: Sql, id: string): Promise<StoreRow | undefined> {
  return sql.get<StoreRow>(`${SELECT_STORES} AND id = ?`, [id])
}

/** The same, locked until the transaction ends. */
export function lockedStore(tx: WriteSql, id: string): Promise<StoreRow | undefined> {
  return tx.get<StoreRow>(`${SELECT_STORES} AND id = ? ${tx.forUpdate}`, [id])
}

/**
 * Several, locked in the order of their ids, so that nobody waits in a circle; with `skip` those that
 * nobody else has locked.
 */
export function lockedStores(
  tx: WriteSql,
  ids: readonly string[],
  whenLocked: 'skip' | 'wait',
): Promise<StoreRow[]> {
  const skip = whenLocked === 'skip' && tx.forUpdate ? ' SKIP LOCKED' : ''
  return tx.all<StoreRow>(
    `${SELECT_STORES} AND id IN ${oneOf(ids)} ORDER BY id ${tx.forUpdate}${skip}`,
    ids,
  )
}

type OwnFields = Pick<StoreRow, 'name' | 'description' | 'metadata' | 'settings'> & {
  /** of the name */
  mountStem: string
}

/** Inserts a store, its root, and how far it is compressed. */
export async function insertStore(
  tx: WriteSql,
  {
    id,
    name,
    mountStem,
    description,
    metadata,
    settings,
    createdAt,
  }: OwnFields & Pick<StoreRow, 'id' | 'createdAt'>,
): Promise<StoreRow | undefined> {
  const row = await tx.get<StoreRow>(
    `INSERT INTO memory_stores
       (id, name, mount_stem, description, metadata, settings, created_at, updated_at)
     VALUES (?, ?, ?, ?, ?, ?, ?, ?) RETURNING ${STORE.list}`,
    [id, name, mountStem, description, metadata, settings, createdAt, createdAt],
  )
  if (!row) return undefined
  await tx.later(`INSERT INTO path_nodes (store_key, path) VALUES (?, '')`, [row.key])
  await tx.later('INSERT INTO store_compressions (store_key) VALUES (?)', [row.key])
  return row
}

export function updateOwnFields(
  tx: WriteSql,
  {
    key,
    updatedAt,
    name,
    mountStem,
    description,
    metadata,
    settings,
  }: OwnFields & Pick<StoreRow, 'key' | 'updatedAt'>,
): Promise<StoreRow | undefined> {
  return tx.get<StoreRow>(
    `UPDATE memory_stores
     SET name = ?, mount_stem = ?, description = ?, metadata = ?, settings = ?, updated_at = ?
     WHERE key = ? RETURNING ${STORE.list}`,
    [name, mountStem, description, metadata, settings, updatedAt, key],
  )
}

export function noteArchived(tx: WriteSql, key: number, at: number): Promise<StoreRow | undefined> {
  return tx.get<StoreRow>(
    `UPDATE memory_stores SET archived_at = ?, updated_at = ? WHERE key = ? RETURNING ${STORE.list}`,
    [at, at, key],
  )
}

export async function noteDeleted(tx: WriteSql, key: number, at: number): Promise<void> {
  await tx.run('UPDATE memory_stores SET deleted_at = ? WHERE key = ?', [at, key])
}

/** The newest first. */
export function listedStores(
  sql: Sql,
  wanted: {
    limit: number
    after: string | undefined
    includeArchived: boolean
    createdFrom: number
    createdTo: number
    onlyIds: readonly string[] | undefined
  },
): Promise<StoreRow[]> {
  const { after, onlyIds } = wanted
  const conditions = ['created_at >= ?', 'created_at <= ?']
  const params: SqlValue[] = [wanted.createdFrom, wanted.createdTo]
  if (!wanted.includeArchived) conditions.push('archived_at IS NULL')
  if (after !== undefined) {
    conditions.push('id < ?')
    params.push(after)
  }
  if (onlyIds !== undefined) {
    conditions.push(`id IN ${oneOf(onlyIds)}`)
    params.push(...onlyIds)
  }
  return sql.all<StoreRow>(
    `${SELECT_STORES} AND ${conditions.join(' AND ')} ORDER BY id DESC LIMIT ?`,
    [...params, wanted.limit],
  )
}

import { columns, type RowOf } from '@/lib/db/columns'
import { oneOf } from '@/lib/db/one-of'
import type { BulkSql, Sql, WriteSql } from '@/lib/db/sql'
import { TABLES } from '@/lib/db/tables'

/** Deletes deleted stores' rows in slices: runs in the background, also after a start. */

/** Conditions that select a store's rows in a table, by what owns them. */
const OWNED_BY = {
  store: 'store_key = ?',
  seed: 'seed_key IN (SELECT key FROM seeds WHERE store_key = ?)',
  changeset: 'changeset_key IN (SELECT key FROM changesets WHERE store_key = ?)',
}

/** Reads that were being stored when the store was deleted come late. */
const LAST = 'memory_reads'

/** A table with rows of stores, and how to find them. */
export interface PurgedTable {
  name: string
  key: string
  isOwned: string
}

/**
 * Rows before those by which they are found. Without directory spans, which are handled separately.
 */
export const PURGED: readonly PurgedTable[] = [
  ...ownedBy('seed'),
  ...ownedBy('changeset'),
  ...ownedBy('store').filter(({ name }) => name !== LAST),
  ...ownedBy('store').filter(({ name }) => name === LAST),
]

function ownedBy(owner: keyof typeof OWNED_BY): PurgedTable[] {
  return TABLES.filter((table) => table.owner === owner).map(({ name, primaryKey }) => ({
    name,
    key: primaryKey.join(', '),
    isOwned: OWNED_BY[owner],
  }))
}

const KEY = columns('s', 'memoryStore', ['key'])

type KeyRow = RowOf<typeof KEY>

const COMPRESSION = columns('c', 'storeCompression', ['storeKey'])

/** Those that were deleted, and branches that were never whole and that nobody goes on with. */
export function deletedStores(tx: WriteSql): Promise<KeyRow[]> {
  return tx.all<KeyRow>(
    `SELECT ${KEY.list} FROM memory_stores s LEFT JOIN branches b ON b.store_key = s.key
     WHERE s.deleted_at IS NOT NULL
       AND (b.filling_until IS NULL OR b.filling_until <= ${tx.clock})`,
  )
}

/** Waits for transactions that have locked the store, and for who compresses it. */
export async function waitForStore(tx: WriteSql, storeKey: number): Promise<void> {
  await tx.get(`SELECT ${KEY.list} FROM memory_stores s WHERE s.key = ? ${tx.forUpdate}`, [
    storeKey,
  ])
  await tx.get(
    `SELECT ${COMPRESSION.list} FROM store_compressions c WHERE c.store_key = ? ${tx.forUpdate}`,
    [storeKey],
  )
}

/** Deletes at most so many rows of a store from a table; returns how many. */
export function deleteSlice(
  tx: WriteSql,
  { name, key, isOwned }: PurgedTable,
  { storeKey, limit }: { storeKey: number; limit: number },
): Promise<number> {
  return tx.run(
    `DELETE FROM ${name} WHERE (${key}) IN (SELECT ${key} FROM ${name} WHERE ${isOwned} LIMIT ?)`,
    [storeKey, limit],
  )
}

/** Deletes a store and what is still left of its rows. */
export async function deleteRest(tx: WriteSql, storeKey: number): Promise<void> {
  for (const { name, isOwned } of PURGED) {
    await tx.run(`DELETE FROM ${name} WHERE ${isOwned}`, [storeKey])
  }
  await tx.run('DELETE FROM memory_stores WHERE key = ?', [storeKey])
}

const REPLAY = columns('r', 'replay', ['key', 'sessionKey'])

/** Replays of sessions that had a store attached. */
export function replaysOfStore(
  sql: Sql,
  { storeKey, limit }: { storeKey: number; limit: number },
): Promise<RowOf<typeof REPLAY>[]> {
  return sql.all<RowOf<typeof REPLAY>>(
    `SELECT ${REPLAY.list} FROM replays r JOIN session_stores a ON a.session_key = r.session_key
     JOIN memory_stores s ON s.id = a.store_id WHERE s.key = ? LIMIT ?`,
    [storeKey, limit],
  )
}

/** Deletes replays with their answers. */
export async function deleteReplays(tx: WriteSql, keys: readonly number[]): Promise<void> {
  if (keys.length === 0) return
  await tx.run(`DELETE FROM replay_samples WHERE replay_key IN ${oneOf(keys)}`, keys)
  await tx.run(`DELETE FROM replays WHERE key IN ${oneOf(keys)}`, keys)
}

const SPAN = columns('d', 'directorySpan', ['nodeKey'])

/** The nodes of a store that have directory spans. */
export function nodesWithSpans(sql: BulkSql, storeKey: number): Promise<RowOf<typeof SPAN>[]> {
  return sql.all<RowOf<typeof SPAN>>(
    `SELECT DISTINCT ${SPAN.list} FROM path_nodes n CROSS JOIN directory_spans d
     WHERE n.store_key = ? AND d.node_key = n.key`,
    [storeKey],
  )
}

export async function deleteSpans(tx: WriteSql, nodeKeys: readonly number[]): Promise<void> {
  await tx.run(`DELETE FROM directory_spans WHERE node_key IN ${oneOf(nodeKeys)}`, nodeKeys)
}

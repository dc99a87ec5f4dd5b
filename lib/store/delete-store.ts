import type { Database } from '@/lib/db/database'
import { log } from '@/lib/log'
import type { Cause } from './model/actor'
import { changeStore } from './core/store-transaction'
import { refuseChangedStore, type StoreAsShown } from './core/refuse-changed-store'
import { storeOf } from './core/rows'
import { TABLES } from './model/tables'

export interface DeleteStoreInput {
  storeId: string
  /** the store as the caller saw it; refuses `store_changed` if it has changed */
  shown?: StoreAsShown | undefined
  cause: Cause
}

/**
 * Deletes a store with all its memories and versions. It is gone for every reader when this
 * returns; its rows are purged afterwards, a slice at a time. Refuses `store_not_found`,
 * `store_changed`.
 */
export async function deleteStore(db: Database, input: DeleteStoreInput): Promise<void> {
  await changeStore(
    db,
    input.storeId,
    input.cause,
    async (transaction) => {
      refuseChangedStore(storeOf(transaction.row), input.shown)
      await transaction.sql.run('UPDATE memory_stores SET deleted_at = ? WHERE key = ?', [
        Date.now(),
        transaction.storeKey,
      ])
      transaction.sql.touch(transaction.storeKey)
    },
    { whenArchived: 'allow' },
  )
  purgeDeletedStores(db).catch(() => log.warn('a deleted store could not be purged yet'))
}

/** A transaction deletes as many rows as take about this many milliseconds, within bounds. */
const SLICE_MS = 6
const MIN_ROWS = 100
const FIRST_ROWS = 500
const MAX_ROWS = 2000

/** How a store's rows are found in a table. */
const OWNED_BY = {
  store: 'store_key = ?',
  seed: 'seed_key IN (SELECT key FROM seeds WHERE store_key = ?)',
  changeset: 'changeset_key IN (SELECT key FROM changesets WHERE store_key = ?)',
}

/** The tables with rows of stores, and how to find them. Directory spans are handled separately. */
const PURGED = TABLES.flatMap(({ name, primaryKey, owner }) =>
  owner === 'store' || owner === 'seed' || owner === 'changeset'
    ? [{ name, key: primaryKey.join(', '), isOwned: OWNED_BY[owner] }]
    : [],
)

/** Purges the rows of deleted stores, in short transactions. */
export async function purgeDeletedStores(db: Database): Promise<void> {
  const stores = await db.read.all<{ key: number }>(
    'SELECT key FROM memory_stores WHERE deleted_at IS NOT NULL',
  )
  for (const { key } of stores) {
    await untilReadsAreStored(db, key)
    await purgeDirectories(db, key)
    for (const { name, key: rowKey, isOwned } of PURGED) {
      const slice = `DELETE FROM ${name} WHERE (${rowKey}) IN
        (SELECT ${rowKey} FROM ${name} WHERE ${isOwned} LIMIT ?)`
      for (let rows = FIRST_ROWS; ;) {
        const { gone, ms } = await db.write((tx) => timed(() => tx.run(slice, [key, rows])))
        if (gone < rows) break
        const fitting = Math.round((rows * SLICE_MS) / Math.max(ms, 0.1))
        rows = Math.min(Math.max(fitting, MIN_ROWS), MAX_ROWS)
      }
    }
    await db.write(async (tx) => {
      // Once more: a transaction that had seen the store before its deletion may have ended since.
      for (const { name, isOwned } of PURGED) {
        await tx.run(`DELETE FROM ${name} WHERE ${isOwned}`, [key])
      }
      await tx.run('DELETE FROM memory_stores WHERE key = ?', [key])
    })
  }
}

/** Waits for transactions that store reads (`flushReads`) and saw the store before its deletion. */
async function untilReadsAreStored(db: Database, storeKey: number): Promise<void> {
  await db.write((tx) =>
    tx.get(`SELECT key FROM memory_stores WHERE key = ? ${tx.forUpdate}`, [storeKey]),
  )
}

const NODES_PER_SLICE = 100

/** Goes by node keys: looking up the store's spans in each slice would scan all of its nodes. */
async function purgeDirectories(db: Database, storeKey: number): Promise<void> {
  const nodes = await db.bulk.all<{ key: number }>(
    `SELECT DISTINCT d.node_key AS key FROM path_nodes n CROSS JOIN directory_spans d
     WHERE n.store_key = ? AND d.node_key = n.key`,
    [storeKey],
  )
  for (let from = 0; from < nodes.length; from += NODES_PER_SLICE) {
    const keys = nodes.slice(from, from + NODES_PER_SLICE).map((node) => node.key)
    await db.write((tx) =>
      tx.run(
        `DELETE FROM directory_spans WHERE node_key IN (?${', ?'.repeat(NODES_PER_SLICE - 1)})`,
        [...keys, ...Array<number>(NODES_PER_SLICE - keys.length).fill(0)],
      ),
    )
  }
}

async function timed(remove: () => Promise<number>): Promise<{ gone: number; ms: number }> {
  const began = performance.now()
  const gone = await remove()
  return { gone, ms: performance.now() - began }
}

import type { Database } from '@/lib/db/database'
import { log } from '@/lib/log'
import type { Cause } from './actor'
import { changeStore } from './core/ledger'

export interface DeleteStoreInput {
  storeId: string
  cause: Cause
}

/**
 * Deletes a store with all its memories and versions. It is gone for every reader when this
 * returns; its rows are purged afterwards, a slice at a time. Refuses `store_not_found`.
 */
export async function deleteStore(db: Database, input: DeleteStoreInput): Promise<void> {
  await changeStore(
    db,
    input.storeId,
    input.cause,
    async (ledger) => {
      await ledger.tx.run('UPDATE memory_stores SET deleted_at = ? WHERE key = ?', [
        Date.now(),
        ledger.storeKey,
      ])
      ledger.tx.touch(ledger.storeKey)
    },
    { whenArchived: 'allow' },
  )
  purgeDeletedStores(db).catch(() => log.warn('a deleted store could not be purged yet'))
}

const ROWS_A_SLICE = 2000

/** A store's tables, children before parents: what its rows are found by, and their primary keys. */
const OWN = { column: 'store_key', keys: '(?)' }
const TABLES: readonly { table: string; column: string; keys: string; primaryKey: string }[] = [
  {
    table: 'seed_entries',
    column: 'seed_key',
    keys: '(SELECT key FROM seeds WHERE store_key = ?)',
    primaryKey: 'seed_key, node_key',
  },
  { table: 'seed_left_outs', ...OWN, primaryKey: 'key' },
  { table: 'seeds', ...OWN, primaryKey: 'key' },
  { table: 'search_postings', ...OWN, primaryKey: 'store_key, gram, first_sequence' },
  {
    table: 'directory_spans',
    column: 'node_key',
    keys: '(SELECT key FROM path_nodes WHERE store_key = ?)',
    primaryKey: 'node_key, since_sequence',
  },
  { table: 'version_contents', ...OWN, primaryKey: 'store_key, sequence' },
  { table: 'memory_versions', ...OWN, primaryKey: 'store_key, sequence' },
  { table: 'memories', ...OWN, primaryKey: 'key' },
  // After the memories: reads that are still counted are written down for memories that there are.
  { table: 'memory_reads', ...OWN, primaryKey: 'memory_key, actor_id, session_id, hour' },
  { table: 'path_nodes', ...OWN, primaryKey: 'key' },
  { table: 'store_events', ...OWN, primaryKey: 'store_key, sequence' },
  { table: 'batches', ...OWN, primaryKey: 'key' },
  { table: 'named_moments', ...OWN, primaryKey: 'store_key, sequence' },
]

/** Removes what deleted stores left, in transactions that nobody has to wait long for. */
export async function purgeDeletedStores(db: Database): Promise<void> {
  const stores = await db.read.all<{ key: number }>(
    'SELECT key FROM memory_stores WHERE deleted_at IS NOT NULL',
  )
  for (const { key } of stores) {
    for (const { table, column, keys, primaryKey } of TABLES) {
      const slice = `DELETE FROM ${table} WHERE (${primaryKey}) IN
        (SELECT ${primaryKey} FROM ${table} WHERE ${column} IN ${keys} LIMIT ${ROWS_A_SLICE})`
      while ((await db.write((tx) => tx.run(slice, [key]))) === ROWS_A_SLICE);
    }
    await db.write((tx) => tx.run('DELETE FROM memory_stores WHERE key = ?', [key]))
  }
}

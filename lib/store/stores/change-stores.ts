import type { z } from 'zod'
import type { Database } from '@/lib/db/database'
import type { SqlValue } from '@/lib/db/sql'
import { log } from '@/lib/log'
import { newId } from '@/lib/text/prefixed-id'
import type { Cause } from '../model/actor'
import type { MemoryStore } from '../model/memory-store'
import { refuse } from '../model/problems'
import {
  storeDescriptionSchema,
  storeMetadataSchema,
  storeNameSchema,
  storeMetadataPatchSchema,
} from '../model/store-fields'
import { storeSettingsSchema, type StoreSettings } from '../model/store-settings'
import { TABLES } from '../model/tables'
import { parseField } from '../write/refusals'
import { STORE_COLUMNS, storeOf, type StoreRow } from '../write/rows'
import {
  changeStore,
  type StoreTransaction,
  logEvent,
  nextSequence,
} from '../write/store-transaction'

export interface CreateStoreInput {
  /** 1 to 255 characters; need not be unique */
  name: string
  description?: string | undefined
  metadata?: Record<string, string> | undefined
  /** limits and reading limits; each has a default */
  settings?: z.input<typeof storeSettingsSchema> | undefined
}

/** The fields of a new store, with defaults; creates none. Refuses `invalid_input`. */
export function newStoreFields(input: CreateStoreInput) {
  return {
    name: parseField('name', storeNameSchema, input.name),
    description: parseField('description', storeDescriptionSchema, input.description ?? ''),
    metadata: parseField('metadata', storeMetadataSchema, input.metadata ?? {}),
    settings: parseField('settings', storeSettingsSchema, input.settings ?? {}),
  }
}

/** Creates an empty store. Refuses `invalid_input`. */
export async function createStore(db: Database, input: CreateStoreInput): Promise<MemoryStore> {
  const { name, description, metadata, settings } = newStoreFields(input)
  const now = Date.now()
  return db.write(async (tx) => {
    const row = await tx.get<StoreRow>(
      `INSERT INTO memory_stores (id, name, description, metadata, settings, created_at, updated_at)
       VALUES (?, ?, ?, ?, ?, ?, ?) RETURNING ${STORE_COLUMNS}`,
      [
        newId('memstore', now),
        name,
        description,
        JSON.stringify(metadata),
        JSON.stringify(settings),
        now,
        now,
      ],
    )
    if (!row) throw new Error('an inserted store has no row')
    await tx.run(`INSERT INTO path_nodes (store_key, path) VALUES (?, '')`, [row.key])
    tx.touch(row.key)
    return storeOf(row)
  })
}

export interface UpdateStoreInput {
  storeId: string
  name?: string | undefined
  description?: string | undefined
  /** a key set to null is deleted, keys left out are kept */
  metadata?: Record<string, string | null> | undefined
  /** settings left out are kept */
  settings?: Partial<StoreSettings> | undefined
  /** the store as the caller saw it; refuses `store_changed` if it has changed */
  shown?: StoreAsShown | undefined
  cause: Cause
}

/**
 * Updates a store's own fields. Refuses `store_not_found`, `store_archived`, `store_changed`,
 * `invalid_input`.
 */
export async function updateStore(db: Database, input: UpdateStoreInput): Promise<MemoryStore> {
  return changeStore(db, input.storeId, input.cause, async (transaction) => {
    const before = storeOf(transaction.row)
    refuseChangedStore(before, input.shown)
    const changed = {
      name: parseField('name', storeNameSchema, input.name ?? before.name),
      description: parseField(
        'description',
        storeDescriptionSchema,
        input.description ?? before.description,
      ),
      metadata: patched(before.metadata, input.metadata ?? {}),
      settings: parseField('settings', storeSettingsSchema, {
        ...before.settings,
        ...input.settings,
      }),
    }
    const { name, description, metadata, settings } = before
    if (JSON.stringify(changed) === JSON.stringify({ name, description, metadata, settings })) {
      return before
    }
    return writeStore(
      transaction,
      'memory_store.updated',
      'name = ?, description = ?, metadata = ?, settings = ?',
      [
        changed.name,
        changed.description,
        JSON.stringify(changed.metadata),
        JSON.stringify(changed.settings),
      ],
    )
  })
}

function patched(
  metadata: Record<string, string>,
  patch: Record<string, string | null>,
): Record<string, string> {
  const changes = parseField('metadata', storeMetadataPatchSchema, patch)
  const result = Object.entries({ ...metadata, ...changes }).filter(
    (pair): pair is [string, string] => pair[1] !== null,
  )
  return parseField('metadata', storeMetadataSchema, Object.fromEntries(result))
}

export interface ArchiveStoreInput {
  storeId: string
  /** the store as the caller saw it; refuses `store_changed` if it has changed */
  shown?: StoreAsShown | undefined
  cause: Cause
}

/**
 * Archives a store permanently: it stays readable and still allows deleting and redacting; creating
 * and updating are refused. Archiving again changes nothing. Refuses `store_not_found`,
 * `store_changed`.
 */
export async function archiveStore(db: Database, input: ArchiveStoreInput): Promise<MemoryStore> {
  return changeStore(
    db,
    input.storeId,
    input.cause,
    async (transaction) => {
      const before = storeOf(transaction.row)
      refuseChangedStore(before, input.shown)
      return transaction.row.archived_at === null
        ? writeStore(transaction, 'memory_store.archived', 'archived_at = ?', [transaction.now])
        : before
    },
    { whenArchived: 'allow' },
  )
}

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

/** Updates a store's own columns and logs it. */
export async function writeStore(
  transaction: StoreTransaction,
  type: 'memory_store.updated' | 'memory_store.archived',
  assignments: string,
  params: SqlValue[],
): Promise<MemoryStore> {
  await logEvent(transaction, nextSequence(transaction), {
    type,
    versionSequence: null,
    actor: transaction.cause.actor,
  })
  const row = await transaction.sql.get<StoreRow>(
    `UPDATE memory_stores SET ${assignments}, updated_at = ? WHERE key = ?
     RETURNING ${STORE_COLUMNS}`,
    [...params, transaction.now, transaction.storeKey],
  )
  if (!row) throw new Error('an updated store has no row')
  return storeOf({ ...row, last_sequence: transaction.sequence, last_changed_at: transaction.now })
}

/** What a caller saw of a store before acting on it; fields left out were not seen. */
export type StoreAsShown = Partial<Pick<MemoryStore, 'name' | 'description'> & StoreSettings>

/** Refuses `store_changed` if the store is not as the caller saw it. */
export function refuseChangedStore(store: MemoryStore, shown: StoreAsShown | undefined): void {
  const now = {
    name: store.name,
    description: store.description,
    ...store.settings,
  }
  const isChanged = Object.entries({ ...now, ...shown }).some(
    ([field, value]) => JSON.stringify(now[field as keyof typeof now]) !== JSON.stringify(value),
  )
  if (isChanged) refuse({ kind: 'store_changed', storeId: store.id })
}

import type { z } from 'zod'
import type { Database } from '@/lib/db/database'
import { log } from '@/lib/log'
import { chunked } from '@/lib/text/chunked'
import { mountStem } from '@/lib/text/mount-name'
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
import { branchOfStore, noteFormerBranch } from '../branches/sql/branches'
import { parseField } from '../write/refusals'
import { giveAllContents } from '../contents/own-contents'
import { storeOf } from './store-of'
import {
  changeStore,
  type StoreTransaction,
  logEvent,
  nextSequence,
} from '../write/store-transaction'
import {
  deletedStores,
  deleteRest,
  deleteSlice,
  deleteSpans,
  nodesWithSpans,
  deleteReplays,
  PURGED,
  replaysOfStore,
  waitForStore,
} from './sql/purged-stores'
import {
  insertStore,
  noteArchived,
  noteDeleted,
  type StoreRow,
  updateOwnFields,
} from './sql/stores'

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
    const row = await insertStore(tx, {
      id: newId('memstore', now),
      name,
      mountStem: mountStem(name),
      description,
      metadata: JSON.stringify(metadata),
      settings: JSON.stringify(settings),
      createdAt: now,
    })
    if (!row) throw new Error('an inserted store has no row')
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
    return writeStore(transaction, 'memory_store.updated', () =>
      updateOwnFields(transaction.sql, {
        key: transaction.storeKey,
        updatedAt: transaction.now,
        name: changed.name,
        mountStem: mountStem(changed.name),
        description: changed.description,
        metadata: JSON.stringify(changed.metadata),
        settings: JSON.stringify(changed.settings),
      }),
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
      const { sql, storeKey, now } = transaction
      return before.archivedAt === null
        ? writeStore(transaction, 'memory_store.archived', () => noteArchived(sql, storeKey, now))
        : before
    },
    { whenArchived: 'allow' },
  )
}

export interface DeleteStoreInput {
  storeId: string
  /** the store as the caller saw it; refuses `store_changed` if it has changed */
  shown?: StoreAsShown | undefined
  /** the last change that the caller knows of; refuses `store_changed` if there is another */
  lastSequence?: number | undefined
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
      const { storeId, lastSequence = transaction.row.lastSequence } = input
      if (lastSequence !== transaction.row.lastSequence) {
        refuse({ kind: 'store_changed', storeId, isWritten: true })
      }
      const branch = await branchOfStore(transaction.sql, transaction.storeKey)
      const originId = branch && branch.originKey !== null ? branch.originId : null
      await noteFormerBranch(transaction.sql, { storeId, originId })
      await noteDeleted(transaction.sql, transaction.storeKey, Date.now())
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

/** Purges the rows of deleted stores, in short transactions. */
export async function purgeDeletedStores(db: Database): Promise<void> {
  for (const { key: storeKey } of await db.write(deletedStores)) {
    // Transactions that store reads (`flushReads`) may have seen the store before its deletion.
    await db.write((tx) => waitForStore(tx, storeKey))
    await giveAllContents(db, storeKey)
    await purgeReplays(db, storeKey)
    await purgeDirectories(db, storeKey)
    for (const table of PURGED) {
      for (let limit = FIRST_ROWS; ;) {
        const slice = { storeKey, limit }
        const { gone, ms } = await db.write((tx) => timed(() => deleteSlice(tx, table, slice)))
        if (gone < limit) break
        const fitting = Math.round((limit * SLICE_MS) / Math.max(ms, 0.1))
        limit = Math.min(Math.max(fitting, MIN_ROWS), MAX_ROWS)
      }
    }
    // Once more: a transaction that had seen the store before its deletion may have ended since.
    await db.write((tx) => deleteRest(tx, storeKey))
  }
}

/** Each has some hundred answers at most. */
const REPLAYS_PER_SLICE = 5

/** Replays of its sessions quote a store: they go with it, and whoever works on them stops. */
async function purgeReplays(db: Database, storeKey: number): Promise<void> {
  for (let gone = REPLAYS_PER_SLICE; gone === REPLAYS_PER_SLICE;) {
    gone = await db.write(async (tx) => {
      const some = await replaysOfStore(tx, { storeKey, limit: REPLAYS_PER_SLICE })
      for (const { sessionKey } of some) tx.touchSession(sessionKey)
      await deleteReplays(
        tx,
        some.map(({ key }) => key),
      )
      return some.length
    })
  }
}

const NODES_PER_SLICE = 100

/** Goes by node keys: looking up the store's spans in each slice would scan all of its nodes. */
async function purgeDirectories(db: Database, storeKey: number): Promise<void> {
  const nodes = await nodesWithSpans(db.bulk, storeKey)
  for (const some of chunked(nodes, NODES_PER_SLICE)) {
    const keys = some.map(({ nodeKey }) => nodeKey)
    // One text for any number of them: the databases keep statements by their text.
    const padded = [...keys, ...Array<number>(NODES_PER_SLICE - keys.length).fill(0)]
    await db.write((tx) => deleteSpans(tx, padded))
  }
}

async function timed(remove: () => Promise<number>): Promise<{ gone: number; ms: number }> {
  const began = performance.now()
  const gone = await remove()
  return { gone, ms: performance.now() - began }
}

/** Updates a store's own columns and logs it. */
async function writeStore(
  transaction: StoreTransaction,
  type: 'memory_store.updated' | 'memory_store.archived',
  write: () => Promise<StoreRow | undefined>,
): Promise<MemoryStore> {
  await logEvent(transaction, nextSequence(transaction), {
    type,
    versionSequence: null,
    actor: transaction.cause.actor,
  })
  const row = await write()
  if (!row) throw new Error('an updated store has no row')
  return storeOf({ ...row, lastSequence: transaction.sequence, lastChangedAt: transaction.now })
}

/** The state of a store that a caller saw before acting on it; an omitted field was not seen. */
export type StoreAsShown = Partial<Pick<MemoryStore, 'name' | 'description'> & StoreSettings>

/** Refuses `store_changed` if the store is not as the caller saw it. */
function refuseChangedStore(store: MemoryStore, shown: StoreAsShown | undefined): void {
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

import type { Database } from '@/lib/db/database'
import type { Sql, WriteSql } from '@/lib/db/sql'
import { newId } from '@/lib/text/prefixed-id'
import type { Actor, Cause } from '../model/actor'
import type { BatchKind } from '../model/memory-version'
import { refuse } from '../model/problems'
import { parseStoreSettings, type StoreSettings } from '../model/store-settings'
import { STORE_COLUMNS, type StoreRow } from './rows'
import { nextStamp } from './stamp'

/**
 * A store inside a write transaction: its row is locked, so changes of one store happen one after
 * another, and each takes the next number. The totals are written back when the change ends.
 */
export interface StoreTransaction {
  readonly sql: WriteSql
  readonly storeKey: number
  readonly storeId: string
  readonly settings: StoreSettings
  readonly row: StoreRow
  readonly cause: Cause
  /** the time of the change; never before that of an earlier one, unless that one's lay ahead of the clock */
  readonly now: number
  sequence: number
  memoryCount: number
  byteSize: number
  versionCount: number
  /** the batch that this transaction's versions belong to */
  batchKey: number | null
  /** marks of versions from which something was redacted (redaction-marks.ts); kept for the day when a backup is restored */
  readonly redacted: string[]
}

export interface ChangeOptions {
  /** whether the change is one that an archived store still takes: deleting, redacting */
  whenArchived?: 'refuse' | 'allow'
  /** when the change was made, if not now: a commit that is imported. Moved up to the store's last change where it is earlier */
  at?: number | undefined
}

/** Runs one change of a store: everything that it writes, or nothing. */
export async function changeStore<T>(
  db: Database,
  storeId: string,
  cause: Cause,
  change: (transaction: StoreTransaction) => Promise<T>,
  options: ChangeOptions = {},
): Promise<T> {
  const { result, redacted } = await db.write(async (tx) => {
    const transaction = await openStoreTransaction(tx, storeId, cause, options)
    const result = await change(transaction)
    await closeStoreTransaction(transaction)
    return { result, redacted: transaction.redacted }
  })
  if (redacted.length > 0) db.keepRedactions(redacted)
  return result
}

/** Locks a store for a change; for transactions that span several, in the order of their ids. */
export async function openStoreTransaction(
  tx: WriteSql,
  storeId: string,
  cause: Cause,
  options: ChangeOptions = {},
): Promise<StoreTransaction> {
  const row = await tx.get<StoreRow>(
    `SELECT ${STORE_COLUMNS} FROM memory_stores WHERE id = ? AND deleted_at IS NULL ${tx.forUpdate}`,
    [storeId],
  )
  if (!row) return refuse({ kind: 'store_not_found', storeId })
  if (row.archived_at !== null && options.whenArchived !== 'allow') {
    refuse({ kind: 'store_archived', storeId })
  }
  return {
    sql: tx,
    storeKey: row.key,
    storeId,
    settings: parseStoreSettings(row.settings),
    row,
    cause,
    now: await nextStamp(tx, row, options.at),
    sequence: row.last_sequence,
    memoryCount: row.memory_count,
    byteSize: row.byte_size,
    versionCount: row.version_count,
    batchKey: null,
    redacted: [],
  }
}

export async function closeStoreTransaction(transaction: StoreTransaction): Promise<void> {
  if (transaction.sequence === transaction.row.last_sequence) return
  await transaction.sql.run(
    `UPDATE memory_stores SET last_sequence = ?, last_changed_at = ?, memory_count = ?,
       byte_size = ?, version_count = ? WHERE key = ?`,
    [
      transaction.sequence,
      transaction.now,
      transaction.memoryCount,
      transaction.byteSize,
      transaction.versionCount,
      transaction.storeKey,
    ],
  )
  transaction.sql.touch(transaction.storeKey)
}

/** Begins the batch that the versions written from here on belong to. */
export async function beginBatch(
  transaction: StoreTransaction,
  kind: BatchKind,
  about: { message?: string | null | undefined; reference?: string | null | undefined } = {},
): Promise<string> {
  const id = newId('batch', transaction.now)
  const row = await transaction.sql.get<{ key: number }>(
    `INSERT INTO batches (id, store_key, kind, message, reference, created_at)
     VALUES (?, ?, ?, ?, ?, ?) RETURNING key`,
    [
      id,
      transaction.storeKey,
      kind,
      about.message ?? null,
      about.reference ?? null,
      transaction.now,
    ],
  )
  transaction.batchKey = row?.key ?? null
  return id
}

/** Takes back a batch in which nothing was written. */
export async function dropEmptyBatch(transaction: StoreTransaction): Promise<void> {
  await transaction.sql.run('DELETE FROM batches WHERE key = ?', [transaction.batchKey])
  transaction.batchKey = null
}

export type StoreEventType =
  | 'memory.created'
  | 'memory.modified'
  | 'memory.deleted'
  | 'memory_version.redacted'
  /** a text was taken out of versions of a memory; the event names the newest of them */
  | 'memory_versions.rewritten'
  | 'memory_store.updated'
  | 'memory_store.archived'

/** Takes the next number of the store's changes. */
export function nextSequence(transaction: StoreTransaction): number {
  return ++transaction.sequence
}

/** Logs what happened at a sequence that was taken for it. */
export async function logEvent(
  transaction: StoreTransaction,
  sequence: number,
  event: { type: StoreEventType; versionSequence: number | null; actor: Actor | null },
): Promise<void> {
  await transaction.sql.run(
    `INSERT INTO store_events (store_key, sequence, type, created_at, version_sequence, actor_type, actor_id)
     VALUES (?, ?, ?, ?, ?, ?, ?)`,
    [
      transaction.storeKey,
      sequence,
      event.type,
      transaction.now,
      event.versionSequence,
      event.actor?.type ?? null,
      event.actor?.id ?? null,
    ],
  )
}

/** The store's row for reading; refuses a store that is not there. */
export async function findStore(sql: Sql, storeId: string): Promise<StoreRow> {
  const row = await sql.get<StoreRow>(
    `SELECT ${STORE_COLUMNS} FROM memory_stores WHERE id = ? AND deleted_at IS NULL`,
    [storeId],
  )
  return row ?? refuse({ kind: 'store_not_found', storeId })
}

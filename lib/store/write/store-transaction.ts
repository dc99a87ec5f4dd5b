import type { Database } from '@/lib/db/database'
import type { Sql, WriteSql } from '@/lib/db/sql'
import { newId } from '@/lib/text/prefixed-id'
import type { Actor, Cause } from '../model/actor'
import type { BatchKind } from '../model/memory-version'
import { refuse } from '../model/problems'
import type { StoreEventType } from '../model/store-event-type'
import type { KnownFacts } from '../judging/write-guard'
import type { KnownRows } from './known-rows'
import { dropRows, knownRows, type ReadAhead, togetherOn } from './read-ahead'
import { parseStoreSettings, type StoreSettings } from '../model/store-settings'
import { lockedStore, storeById, type StoreRow } from '../stores/sql/stores'
import { countInChangeset } from './join-changeset'
import { type JudgingTransaction, notJudged, stopIfJudged, underPolicy } from './judge-version'
import { deleteBatch, insertBatch } from './sql/batches'
import { insertEvent } from './sql/notes'
import { setTotals } from './sql/write-back'
import { clearRecents } from '../contents/recent-contents'
import { nextStamp } from '../time/stamp'

/**
 * A store inside a write transaction: its row is locked, so its changes run one after another and
 * each takes the next sequence. The totals are written back at the end.
 */
export interface StoreTransaction extends JudgingTransaction {
  /** of the versions from here on; of one transaction each may have its own author */
  cause: Cause
  readonly settings: StoreSettings
  readonly row: StoreRow
  /** the time of the change; never before that of an earlier one, unless that was ahead of the clock */
  readonly now: number
  sequence: number
  memoryCount: number
  byteSize: number
  versionCount: number
  /** the batch of this transaction's versions */
  batchKey: number | null
  /** what is known of the store's rows without reading them; null: nothing */
  readonly known: KnownRows | null
  /** where agents' writes asked, and nothing was in quarantine (quarantined.ts) */
  readonly unheld: Set<string>
  /** what `known` learns of this change; run when it can no longer fail */
  readonly effects: (() => void)[]
  /** what this change adds to directories and the database does not have yet (tree.ts) */
  readonly uncounted: { nodeKey: number; memories: number; bytes: number }[]
  /**
   * marks of versions that were emptied or rewritten (redaction-marks.ts); kept for when a backup
   * is restored
   */
  readonly redacted: string[]
}

export interface ChangeOptions {
  /** whether an archived store allows the change: deleting, redacting */
  whenArchived?: 'refuse' | 'allow'
  /**
   * when the change was made, if not now: an imported commit. Raised to the time of the store's
   * last change if earlier
   */
  at?: number | undefined
  /** what was found out about its writes before; see `underPolicy` */
  known?: KnownFacts | undefined
  /**
   * for a short change: what it reads first, if it is of one memory. It may then share its
   * transaction with others
   */
  ahead?: ReadAhead | 'nothing' | undefined
  /**
   * who takes the change over from elsewhere, with its author and time: it is judged and reviewed as
   * theirs
   */
  importedBy?: Cause | undefined
  /** for what a redaction writes */
  review?: 'exempt'
}

/** Runs one change of a store, all or nothing. */
export async function changeStore<T>(
  db: Database,
  storeId: string,
  cause: Cause,
  change: (transaction: StoreTransaction) => Promise<T>,
  options: ChangeOptions = {},
): Promise<T> {
  const together = options.ahead && togetherOn(storeId, cause, options.ahead)
  const { result, isRedacted } = await underPolicy(db, (known) =>
    db.write(async (tx) => {
      if (options.ahead === 'nothing') dropRows(tx, storeId)
      const transaction = await openStoreTransaction(tx, storeId, cause, { ...options, known })
      const result = await change(transaction)
      await closeStoreTransaction(transaction)
      const { redacted } = transaction
      if (redacted.length > 0) await db.keepRedactions(tx, redacted)
      return { result, isRedacted: redacted.length > 0 }
    }, together),
  )
  if (isRedacted) {
    clearRecents()
    await db.listRedactions()
  }
  return result
}

/** Locks a store for a change; transactions over several lock them in order of id. */
export async function openStoreTransaction(
  tx: WriteSql,
  storeId: string,
  cause: Cause,
  options: ChangeOptions = {},
): Promise<StoreTransaction> {
  const known = knownRows(tx, storeId)
  const row = known?.store ?? (await lockedStore(tx, storeId))
  if (!row) return refuse({ kind: 'store_not_found', storeId })
  if (row.policyRevision > 0 || row.quarantinedCount > 0) cause.guarded?.()
  if (row.archivedAt !== null && options.whenArchived !== 'allow') {
    refuse({ kind: 'store_archived', storeId })
  }
  return {
    sql: tx,
    storeKey: row.key,
    storeId,
    settings: parseStoreSettings(row.settings),
    row,
    cause,
    imported: options.importedBy ? { by: options.importedBy, at: Date.now() } : null,
    now: await nextStamp(tx, row, options.at),
    sequence: row.lastSequence,
    memoryCount: row.memoryCount,
    byteSize: row.byteSize,
    versionCount: row.versionCount,
    batchKey: null,
    changeset: options.review === 'exempt' ? null : undefined,
    judging: notJudged(row.policyRevision, options.known),
    known,
    agents: known?.agents ?? new Map<string, boolean>(),
    unheld: new Set(),
    effects: [],
    uncounted: [],
    redacted: [],
  }
}

export async function closeStoreTransaction(transaction: StoreTransaction): Promise<void> {
  if (transaction.sequence === transaction.row.lastSequence) return
  stopIfJudged(transaction.judging)
  const { known, judging } = transaction
  const row: StoreRow = {
    ...transaction.row,
    lastSequence: transaction.sequence,
    lastChangedAt: transaction.now,
    memoryCount: transaction.memoryCount,
    byteSize: transaction.byteSize,
    versionCount: transaction.versionCount,
  }
  await countInChangeset(transaction)
  // A policy may have changed more of the row.
  if (known && judging.revision === 0) known.keepStore(row)
  else {
    await setTotals(transaction.sql, row)
    if (known) known.store = undefined
  }
  for (const effect of transaction.effects) effect()
  for (const { nodeKey, memories, bytes } of transaction.uncounted) {
    known?.count(nodeKey, memories, bytes)
  }
  transaction.sql.touch(transaction.storeKey)
}

/** Begins the batch of the versions written from here on. */
export async function beginBatch(
  transaction: StoreTransaction,
  kind: BatchKind,
  about: { message?: string | null | undefined; reference?: string | null | undefined } = {},
): Promise<string> {
  const id = newId('batch', transaction.now)
  const row = await insertBatch(transaction.sql, {
    id,
    storeKey: transaction.storeKey,
    kind,
    message: about.message ?? null,
    reference: about.reference ?? null,
    createdAt: transaction.now,
  })
  transaction.batchKey = row?.key ?? null
  return id
}

/** Deletes a batch in which nothing was written. */
export async function dropEmptyBatch(transaction: StoreTransaction): Promise<void> {
  await deleteBatch(transaction.sql, transaction.batchKey)
  transaction.batchKey = null
}

/** Takes the store's next sequence. */
export function nextSequence(transaction: StoreTransaction): number {
  return ++transaction.sequence
}

/** Logs what happened at a sequence taken for it. */
export async function logEvent(
  transaction: StoreTransaction,
  sequence: number,
  event: { type: StoreEventType; versionSequence: number | null; actor: Actor | null },
): Promise<void> {
  await insertEvent(transaction.sql, {
    storeKey: transaction.storeKey,
    sequence,
    type: event.type,
    createdAt: transaction.now,
    versionSequence: event.versionSequence,
    actorType: event.actor?.type ?? null,
    actorId: event.actor?.id ?? null,
  })
}

/** The store's row for reading; refuses a missing store. */
export async function findStore(sql: Sql, storeId: string): Promise<StoreRow> {
  const row = await storeById(sql, storeId)
  return row ?? refuse({ kind: 'store_not_found', storeId })
}

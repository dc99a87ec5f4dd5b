import type { Database } from '@/lib/db/database'
import type { Sql, WriteSql } from '@/lib/db/sql'
import { mountNames, withRenamedMounts } from '@/lib/text/mount-name'
import { occurrences } from '@/lib/text/occurrences'
import type { Cause } from '../model/actor'
import { changeStore, logEvent, nextSequence } from '../write/store-transaction'
import { TEXT_COLUMNS, type RemarkColumn } from '../model/tables'
import { mapTexts, redactedValue, writtenAs } from './text-values'

/**
 * Redacts texts in remarks about memories: names, descriptions, messages of imported commits,
 * reports.
 */

/** Where a text occurs in remarks: a column, of one store or of rows without a store. */
export interface RemarkHit {
  table: string
  column: string
  storeId: string | null
  /** values that contain it */
  values: number
  /** how often it occurs there */
  count: number
}

const REMARK_COLUMNS = TEXT_COLUMNS.filter((textColumn) => textColumn.holds === 'remark')

/**
 * Per table: the columns that identify a row, its store, and which rows a redaction limited to
 * stores reaches.
 */
interface Rows {
  key: string
  /** column with the store's key */
  store: string | null
  /** `keys`: the stores' keys, as an SQL list */
  ofStores: (keys: string) => string
}

const ofStoreKey = (keys: string) => `t.store_key IN (${keys})`

const wroteIn = (keys: string) =>
  `EXISTS (SELECT 1 FROM memory_versions v WHERE v.store_key IN (${keys}) AND v.actor_id = t.id)`

const ROWS: Record<string, Rows> = {
  memory_stores: { key: 't.key', store: 't.key', ofStores: (keys) => `t.key IN (${keys})` },
  memory_versions: { key: 't.id', store: 't.store_key', ofStores: ofStoreKey },
  batches: { key: 't.key', store: 't.store_key', ofStores: ofStoreKey },
  policy_revisions: {
    key: `t.store_key || ' ' || t.revision`,
    store: 't.store_key',
    ofStores: ofStoreKey,
  },
  named_moments: {
    key: `t.store_key || ' ' || t.sequence`,
    store: 't.store_key',
    ofStores: ofStoreKey,
  },
  proposals: { key: 't.key', store: 't.store_key', ofStores: ofStoreKey },
  policy_outcomes: { key: 't.key', store: 't.store_key', ofStores: ofStoreKey },
  seeds: { key: 't.key', store: 't.store_key', ofStores: ofStoreKey },
  attributions: {
    key: `t.store_key || ' ' || t.sequence`,
    store: 't.store_key',
    ofStores: ofStoreKey,
  },
  observed_sessions: {
    key: 't.key',
    store: null,
    ofStores: (keys) =>
      `EXISTS (SELECT 1 FROM attributions a WHERE a.store_key IN (${keys}) AND a.session_id = t.id)`,
  },
  // What hooks told of is of folders, whichever they are.
  heard_calls: {
    key: 't.key',
    store: null,
    ofStores: (keys) => `EXISTS (SELECT 1 FROM connections c WHERE c.store_key IN (${keys}))`,
  },
  connections: { key: 't.key', store: 't.store_key', ofStores: ofStoreKey },
  seed_left_outs: { key: 't.key', store: 't.store_key', ofStores: ofStoreKey },
  hunk_decisions: {
    key: 't.key',
    store: '(SELECT c.store_key FROM changesets c WHERE c.key = t.changeset_key)',
    ofStores: (keys) =>
      `t.changeset_key IN (SELECT c.key FROM changesets c WHERE c.store_key IN (${keys}))`,
  },
  findings: { key: 't.key', store: 't.store_key', ofStores: ofStoreKey },
  finding_exceptions: { key: 't.key', store: 't.store_key', ofStores: ofStoreKey },
  comment_remarks: { key: 't.key', store: 't.store_key', ofStores: ofStoreKey },
  quarantines: { key: 't.memory_key', store: 't.store_key', ofStores: ofStoreKey },
  jobs: { key: 't.key', store: 't.store_key', ofStores: ofStoreKey },
  // Actors who wrote in the stores, and the sessions that these are attached to, since an actor
  // has its session's name.
  actors: {
    key: 't.id',
    store: null,
    ofStores: (keys) =>
      `(${wroteIn(keys)} OR EXISTS (SELECT 1 FROM attributions a
         WHERE a.store_key IN (${keys}) AND a.session_id = t.id)
       OR EXISTS (SELECT 1 FROM sessions s
         JOIN session_stores a ON a.session_key = s.key JOIN memory_stores m ON m.id = a.store_id
         WHERE s.id = t.id AND m.key IN (${keys})))`,
  },
  api_keys: { key: 't.id', store: null, ofStores: wroteIn },
  mcp_clients: {
    key: 't.id',
    store: null,
    ofStores: (keys) =>
      `EXISTS (SELECT 1 FROM memory_versions v
         WHERE v.store_key IN (${keys}) AND v.actor_id = t.actor_id)`,
  },
}

interface Row {
  row_key: number | string
  store_key: number | null
  store_id: string | null
  value: string
}

/** `storeKeys`: only remarks on these; left out: all. */
export async function findInRemarks(
  sql: Sql,
  text: string,
  storeKeys: readonly number[] | undefined,
): Promise<RemarkHit[]> {
  const found: RemarkHit[] = []
  for (const textColumn of REMARK_COLUMNS) {
    const byStore = new Map<string | null, RemarkHit>()
    for (const row of await rowsOf(sql, textColumn, text, storeKeys)) {
      let count = 0
      mapTexts(row.value, textColumn.format, (each) => {
        count += occurrences(each, text).length
        return each
      })
      if (count === 0) continue
      const { table, column } = textColumn
      const { store_id: storeId } = row
      const known = byStore.get(storeId) ?? { table, column, storeId, values: 0, count: 0 }
      byStore.set(storeId, { ...known, values: known.values + 1, count: known.count + count })
    }
    found.push(...byStore.values())
  }
  return found
}

/**
 * Removes a text from all remarks, each in the transaction that reads it; returns how many were
 * rewritten.
 */
export async function rewriteRemarks(
  db: Database,
  redaction: { text: string; replacement: string; cause: Cause },
  storeKeys: readonly number[] | undefined,
): Promise<number> {
  let rewritten = 0
  for (const textColumn of REMARK_COLUMNS) {
    for (const row of await rowsOf(db.bulk, textColumn, redaction.text, storeKeys)) {
      rewritten += await rewriteRemark(db, textColumn, row, redaction)
    }
  }
  return rewritten
}

async function rewriteRemark(
  db: Database,
  textColumn: RemarkColumn,
  row: Row,
  redaction: { text: string; replacement: string; cause: Cause },
): Promise<number> {
  const write = (tx: WriteSql) => writeRemark(tx, textColumn, row, redaction)
  const isStore = textColumn.table === 'memory_stores' && row.store_id !== null
  const isLive =
    isStore &&
    (await db.read.get('SELECT 1 AS one FROM memory_stores WHERE id = ? AND deleted_at IS NULL', [
      row.store_id,
    ]))
  if (!isLive || row.store_id === null) return db.write(write)
  // Notifies whoever shows the store.
  return changeStore(
    db,
    row.store_id,
    redaction.cause,
    async (transaction) => {
      const written = await write(transaction.sql)
      const { actor } = redaction.cause
      const event = { type: 'memory_store.updated', versionSequence: null, actor } as const
      if (written > 0) await logEvent(transaction, nextSequence(transaction), event)
      return written
    },
    { whenArchived: 'allow' },
  )
}

async function writeRemark(
  tx: WriteSql,
  textColumn: RemarkColumn,
  row: Row,
  redaction: { text: string; replacement: string },
): Promise<number> {
  const { table, column, format } = textColumn
  const { key = '' } = ROWS[table] ?? {}
  const now = await tx.get<{ value: string | null }>(
    `SELECT t.${column} AS value FROM ${table} t WHERE ${key} = ? ${tx.forUpdate}`,
    [row.row_key],
  )
  if (typeof now?.value !== 'string') return 0
  const value = redactedValue(now.value, format, redaction)
  if (value === now.value) return 0
  if (table === 'memory_stores' && column === 'name') await renameInProposals(tx, row, value)
  const own = key.replaceAll('t.', '')
  return tx.run(`UPDATE ${table} SET ${column} = ? WHERE ${own} = ?`, [
    table === 'seeds' && column === 'source' ? await freeSource(tx, row, value) : value,
    row.row_key,
  ])
}

/** A write that waits names the directory of its store, which derives from the store's name. */
async function renameInProposals(tx: WriteSql, row: Row, name: string): Promise<void> {
  const [before = '', after = ''] = [row.value, name].flatMap((each) => mountNames([each]))
  if (before === after) return
  const waiting = await tx.all<{ key: number; command: string }>(
    `SELECT key, command FROM proposals WHERE store_key = ? AND replace(command, ?, '') <> command`,
    [row.row_key, before],
  )
  const format = { json: ['mountName', 'input'] }
  const renamed = new Map([[before, after]])
  for (const { key, command } of waiting) {
    const value = mapTexts(command, format, (each) => withRenamedMounts(each, renamed))
    await tx.run('UPDATE proposals SET command = ? WHERE key = ?', [value, key])
  }
}

/** A source is unique in its store: of two that became equal, the second gets a number. */
async function freeSource(tx: WriteSql, row: Row, source: string): Promise<string> {
  for (let number = 1; ; number++) {
    const wanted = number === 1 ? source : `${source}-${number}`
    const taken = await tx.get('SELECT 1 AS one FROM seeds WHERE store_key = ? AND source = ?', [
      row.store_key,
      wanted,
    ])
    if (!taken) return wanted
  }
}

/** The rows whose value may contain the text. */
async function rowsOf(
  sql: Sql,
  textColumn: RemarkColumn,
  text: string,
  storeKeys: readonly number[] | undefined,
): Promise<Row[]> {
  const { table, column, format } = textColumn
  const { key = '', store = null, ofStores } = ROWS[table] ?? {}
  if (storeKeys?.length === 0) return []
  const scope = storeKeys && ofStores ? ` AND ${ofStores(storeKeys.join(', '))}` : ''
  const storeId =
    store === null ? 'NULL' : `(SELECT s.id FROM memory_stores s WHERE s.key = ${store})`
  return sql.all<Row>(
    `SELECT ${key} AS row_key, ${store ?? 'NULL'} AS store_key, ${storeId} AS store_id,
       t.${column} AS value FROM ${table} t
     WHERE replace(t.${column}, ?, '') <> t.${column}${scope}`,
    [writtenAs(text, format)],
  )
}

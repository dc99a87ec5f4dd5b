import type { Database } from '@/lib/db/database'
import type { Sql, WriteSql } from '@/lib/db/sql'
import { mountStem, withRenamedMounts } from '@/lib/text/mount-name'
import { occurrences } from '@/lib/text/occurrences'
import type { Cause } from '../model/actor'
import { REMARK_COLUMNS, type TextColumn } from '../model/text-columns'
import { seedOfSource } from '../seeding/sql/seeds'
import { storeById } from '../stores/sql/stores'
import { changeStore, logEvent, nextSequence } from '../write/store-transaction'
import {
  commandsWith,
  lockedRemark,
  type RemarkRow,
  remarksWith,
  setCommand,
  setExperimentRedacted,
  setMountStem,
  setRemark,
  setTestRedacted,
} from './sql/remarks'
import { mapTexts, redactedValue, writtenAs } from './text-values'

/**
 * Redacts texts in remarks about memories: names, descriptions, messages of imported commits,
 * reports.
 */

/** Occurrences of a text in one column of remarks, of one store or of rows without a store. */
export interface RemarkHit {
  table: string
  column: string
  storeId: string | null
  /** values that contain it */
  values: number
  /** how often it occurs there */
  count: number
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
      const { storeId } = row
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
  textColumn: TextColumn,
  row: RemarkRow,
  redaction: { text: string; replacement: string; cause: Cause },
): Promise<number> {
  const write = (tx: WriteSql) => writeRemark(tx, textColumn, row, redaction)
  const { storeId } = row
  const isOfStore = textColumn.table === 'memory_stores' && storeId !== null
  const live = isOfStore ? await storeById(db.read, storeId) : undefined
  if (!live) return db.write(write)
  // Notifies whoever shows the store.
  return changeStore(
    db,
    live.id,
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

/** The columns of a test that say what it asks and looks for. */
const ASKED = ['messages', 'checks', 'instructions']

async function writeRemark(
  tx: WriteSql,
  textColumn: TextColumn,
  row: RemarkRow,
  redaction: { text: string; replacement: string },
): Promise<number> {
  const { table, column, format } = textColumn
  const now = await lockedRemark(tx, textColumn, row)
  if (now === null) return 0
  const value = redactedValue(now, format, redaction)
  if (value === now) return 0
  const { storeKey } = row
  if (storeKey !== null && table === 'memory_stores' && column === 'name') {
    await renameInProposals(tx, storeKey, { from: row.value, to: value })
    await setMountStem(tx, storeKey, mountStem(value))
  }
  const isAsked = table === 'memory_tests' && ASKED.includes(column)
  if (isAsked) await setTestRedacted(tx, row)
  if (table === 'experiments' && column === 'instructions') await setExperimentRedacted(tx, row)
  const isSource = storeKey !== null && table === 'seeds' && column === 'source'
  await setRemark(tx, textColumn, row, isSource ? await freeSource(tx, storeKey, value) : value)
  return 1
}

/** A write that waits names the directory of its store, which derives from the store's name. */
async function renameInProposals(
  tx: WriteSql,
  storeKey: number,
  name: { from: string; to: string },
): Promise<void> {
  const [before, after] = [mountStem(name.from), mountStem(name.to)]
  if (before === after) return
  const format = { json: ['mountName', 'input'] }
  const renamed = new Map([[before, after]])
  for (const { key, command } of await commandsWith(tx, storeKey, before)) {
    const value = mapTexts(command, format, (each) => withRenamedMounts(each, renamed))
    await setCommand(tx, { key, command: value })
  }
}

/** A source is unique in its store: of two that became equal, the second gets a number. */
async function freeSource(tx: WriteSql, storeKey: number, source: string): Promise<string> {
  for (let number = 1; ; number++) {
    const wanted = number === 1 ? source : `${source}-${number}`
    if (!(await seedOfSource(tx, storeKey, wanted))) return wanted
  }
}

/** The rows whose value may contain the text. */
async function rowsOf(
  sql: Sql,
  textColumn: TextColumn,
  text: string,
  storeKeys: readonly number[] | undefined,
): Promise<RemarkRow[]> {
  if (storeKeys?.length === 0) return []
  return remarksWith(sql, textColumn, writtenAs(text, textColumn.format), storeKeys)
}

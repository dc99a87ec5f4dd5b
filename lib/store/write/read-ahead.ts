import type { Together } from '@/lib/db/database'
import type { SqlValue, WriteSql } from '@/lib/db/sql'
import { ancestorPaths } from '@/lib/text/memory-path'
import type { Cause } from '../model/actor'
import { groupingOf, mayBeAgent } from './join-changeset'
import { type HeadRow, KnownRows, type NodeRow, writeBack } from './known-rows'
import { lockedStores } from '../stores/sql/stores'
import { MEMORY_COLUMNS } from './rows'
import { checkedContent, decodedOrNot } from '../contents/stored-content'

/** What a write of one memory reads first; each path fulfils the rules. */
export interface ReadAhead {
  /** where a memory may be created */
  newPath?: string | undefined
  /** the memory at this path */
  path?: string | undefined
  memoryId?: string | undefined
  /** whether its content is read too */
  content?: 'read' | undefined
}

interface Ask extends ReadAhead {
  storeId: string
  cause: Cause
}

/**
 * Has a short write of one store share its transaction with others that arrive together, also of
 * other stores: what all of them read first is read at once.
 */
export function togetherOn(
  storeId: string,
  cause: Cause,
  ahead: ReadAhead | 'nothing',
): Together<Ask> {
  const known = ahead === 'nothing' ? {} : ahead
  const goes = ahead === 'nothing' ? 'last' : 'first'
  return { key: storeId, ask: { ...known, storeId, cause }, goes, prepare }
}

/** A change of more memories would keep those who share its transaction waiting. */
const MAX_TOGETHER = 20

/** Before a change of many memories writes: it is run again in a transaction of its own. */
export function leaveIfLong(tx: WriteSql, memories: number): void {
  if (memories > MAX_TOGETHER) tx.shared?.leave()
}

/**
 * From here on the store's rows are read from the database. What was known and is not written yet is
 * written before that.
 */
export function dropRows(tx: WriteSql, storeId: string): void {
  tx.shared?.memo.delete(storeId)
}

/** What is known of a store's rows in this transaction; null: nothing, as in most. */
export function knownRows(tx: WriteSql, storeId: string): KnownRows | null {
  return (tx.shared?.memo.get(storeId) as KnownRows | undefined) ?? null
}

/** All of it goes out at once, behind the locks of the stores' rows. */
async function prepare(
  tx: WriteSql,
  asks: readonly Ask[],
  whenLocked: 'skip' | 'wait',
): Promise<ReadonlySet<string>> {
  const { shared } = tx
  if (!shared) return new Set()
  const known = new Map(asks.map(({ storeId }) => [storeId, new KnownRows()]))
  const locking = lockedStores(tx, padToPowerOfTwo([...known.keys()]), whenLocked)
  // Whether a put creates is not known yet, and a number that is not used is lost.
  const created = asks.filter(({ newPath, path }) => newPath !== undefined && path === undefined)
  if (created.length > 0) {
    shared.reserve('memories', created.length)
    shared.reserve('path_nodes', created.length)
  }
  const rowsOf = (storeId: string) => known.get(storeId) ?? new KnownRows()
  const [locked] = await Promise.all([
    locking,
    readNodes(tx, asks, rowsOf),
    readMemories(tx, asks, rowsOf),
    readChangesets(tx, asks, rowsOf),
    readKeys(tx, asks, [...known.values()]),
  ])
  for (const row of locked) {
    const rows = rowsOf(row.id)
    rows.store = row
    shared.memo.set(row.id, rows)
  }
  shared.onSend((later) => writeBack(known.values(), later))
  return new Set(locked.map(({ id }) => id))
}

type RowsOf = (storeId: string) => KnownRows

async function readNodes(tx: WriteSql, asks: readonly Ask[], rowsOf: RowsOf): Promise<void> {
  const paths = asks.flatMap(({ storeId, newPath }) =>
    newPath === undefined
      ? []
      : ['', ...ancestorPaths(newPath), newPath].map((path): OfStore => [storeId, path]),
  )
  if (paths.length === 0) return
  const { from, params } = asked(paths)
  for (const [storeId, path] of paths) rowsOf(storeId).nodes.set(path, null)
  const rows = await tx.all<NodeRow & { store_id: string }>(
    `SELECT asked.store_id, n.key, n.path, n.memory_key, n.memory_count FROM ${from}
     JOIN path_nodes n ON n.store_key = s.key AND n.path = asked.value`,
    params,
  )
  for (const { store_id: storeId, ...row } of rows) rowsOf(storeId).nodes.set(row.path, row)
}

interface HeadWithContent extends HeadRow {
  store_id: string
  encoding?: number | null
  bytes?: Buffer | null
}

async function readMemories(tx: WriteSql, asks: readonly Ask[], rowsOf: RowsOf): Promise<void> {
  const isContentRead = asks.some(({ content }) => content === 'read')
  const read = async (column: 'id' | 'path', values: readonly OfStore[]) => {
    if (values.length === 0) return
    const { from, params } = asked(values)
    const rows = await tx.all<HeadWithContent>(
      `SELECT asked.store_id, ${MEMORY_COLUMNS}, v.node_key${isContentRead ? ', c.encoding, c.bytes' : ''}
       FROM ${from} JOIN memories m ON m.store_key = s.key AND m.${column} = asked.value
       JOIN memory_versions v ON v.store_key = m.store_key AND v.sequence = m.head_sequence
       ${isContentRead ? WHOLE_CONTENT : ''}`,
      params,
    )
    for (const { store_id: storeId, encoding, bytes, ...row } of rows) {
      rowsOf(storeId).keepMemory(row)
      if (encoding == null || bytes == null) continue
      const { headVersionId: id, sha256 } = row
      const content = checkedContent({ id, sha256 }, decodedOrNot({ encoding, bytes }, null))
      // What is damaged is refused where it is needed.
      if (Buffer.isBuffer(content)) rowsOf(storeId).contents.set(row.headSequence, content)
    }
  }
  const ids = asks.flatMap(({ storeId, memoryId: id }): OfStore[] => (id ? [[storeId, id]] : []))
  const paths = asks.flatMap(({ storeId, path }): OfStore[] => (path ? [[storeId, path]] : []))
  await Promise.all([read('id', ids), read('path', paths)])
  for (const [storeId, path] of paths) rowsOf(storeId).keepFree(path)
}

/** A delta is read when it is needed, with what it is against. */
const WHOLE_CONTENT = `LEFT JOIN version_contents c ON c.store_key = m.store_key
  AND c.sequence = m.head_sequence AND c.base_sequence IS NULL`

async function readChangesets(tx: WriteSql, asks: readonly Ask[], rowsOf: RowsOf): Promise<void> {
  const groupings = asks.flatMap(({ storeId, cause }): OfStore[] =>
    mayBeAgent(cause) ? [[storeId, groupingOf({ cause, batchKey: null, now: 0 }).grouping]] : [],
  )
  if (groupings.length === 0) return
  const { from, params } = asked(groupings)
  for (const [storeId, grouping] of groupings) rowsOf(storeId).changesets.set(grouping, null)
  const rows = await tx.all<ChangesetRow>(
    `SELECT asked.store_id, asked.value AS grouping, c.key, c.last_changed_at FROM ${from}
     CROSS JOIN LATERAL (SELECT key, last_changed_at FROM changesets
       WHERE store_key = s.key AND grouping = asked.value ORDER BY key DESC LIMIT 1) c`,
    params,
  )
  for (const { store_id: storeId, grouping, key, last_changed_at: lastChangedAt } of rows) {
    rowsOf(storeId).changesets.set(grouping, { key, lastChangedAt })
  }
}

interface ChangesetRow {
  store_id: string
  grouping: string
  key: number
  last_changed_at: number
}

async function readKeys(
  tx: WriteSql,
  asks: readonly Ask[],
  known: readonly KnownRows[],
): Promise<void> {
  const actors = asks.map(({ cause }) => cause.actor)
  const ids = distinct(actors.flatMap(({ type, id }) => (type === 'api_key' ? id : [])))
  if (ids.length === 0) return
  const { list, params } = oneOf(ids)
  const rows = await tx.all<{ id: string; purpose: string }>(
    `SELECT id, purpose FROM api_keys WHERE id IN ${list}`,
    params,
  )
  const purposes = new Map(rows.map(({ id, purpose }) => [id, purpose]))
  for (const { agents } of known) {
    for (const id of ids) agents.set(id, purposes.get(id) !== 'script')
  }
}

const distinct = <T>(values: readonly T[]) => [...new Set(values)]

/** The id of a store, and something in it. */
type OfStore = readonly [storeId: string, value: string]

/** What is asked of several stores, as a table `asked` with the stores `s`. */
function asked(values: readonly OfStore[]): { from: string; params: SqlValue[] } {
  const filled = padToPowerOfTwo([
    ...new Map(values.map((value) => [value.join(' '), value])).values(),
  ])
  const rows = `(?, ?)${', (?, ?)'.repeat(filled.length - 1)}`
  return {
    from: `(VALUES ${rows}) AS asked(store_id, value) JOIN memory_stores s ON s.id = asked.store_id`,
    params: filled.flat(),
  }
}

/** A list for IN. */
function oneOf(values: readonly string[]): { list: string; params: SqlValue[] } {
  const params = padToPowerOfTwo(values)
  return { list: `(?${', ?'.repeat(params.length - 1)})`, params }
}

/** Repeats the last value up to a power of two, so that few statements differ. */
function padToPowerOfTwo<T>(values: readonly T[]): T[] {
  const missing = 2 ** Math.ceil(Math.log2(values.length)) - values.length
  return [...values, ...values.slice(-1).flatMap((last) => Array<T>(missing).fill(last))]
}

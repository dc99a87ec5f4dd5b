import type { Together } from '@/lib/db/database'
import type { WriteSql } from '@/lib/db/sql'
import { toPowerOfTwo } from '@/lib/db/to-power-of-two'
import { ancestorPaths } from '@/lib/text/memory-path'
import type { Cause } from '../model/actor'
import { groupingOf, mayBeAgent } from './join-changeset'
import { KnownRows, writeBack } from './known-rows'
import { lockedStores } from '../stores/sql/stores'
import { headsAtPaths, headsOfIds, newestChangesets, nodesAhead, type OfStore } from './sql/ahead'
import { purposesOfKeys } from './sql/keys'
import { checkedContent, decodedOrNot } from '../contents/stored-content'

/** The reads that a write of one memory begins with; each path fulfils the rules. */
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

/** Returns the rows of a store that are known in this transaction; null: none, as in most. */
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
  const locking = lockedStores(tx, toPowerOfTwo([...known.keys()]), whenLocked)
  // Whether a put creates is not known yet, and a number that is not used is lost.
  const created = asks.filter(({ newPath, path }) => newPath !== undefined && path === undefined)
  if (created.length > 0) shared.reserve(['memories', 'path_nodes'], created.length)
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
      : ['', ...ancestorPaths(newPath), newPath].map((value) => ({ storeId, value })),
  )
  if (paths.length === 0) return
  for (const { storeId, value } of paths) rowsOf(storeId).nodes.set(value, null)
  for (const { storeId, ...row } of await nodesAhead(tx, distinctOfStores(paths))) {
    rowsOf(storeId).nodes.set(row.path, row)
  }
}

async function readMemories(tx: WriteSql, asks: readonly Ask[], rowsOf: RowsOf): Promise<void> {
  const contents = asks.some(({ content }) => content === 'read') ? 'read' : undefined
  const read = async (heads: typeof headsOfIds, values: readonly OfStore[]) => {
    if (values.length === 0) return
    const rows = await heads(tx, distinctOfStores(values), contents)
    for (const { storeId, encoding, bytes, ...row } of rows) {
      rowsOf(storeId).keepMemory(row)
      if (encoding == null || bytes == null) continue
      const { headVersionId: id, sha256 } = row
      const content = checkedContent({ id, sha256 }, decodedOrNot({ encoding, bytes }, null))
      // What is damaged is refused where it is needed.
      if (Buffer.isBuffer(content)) rowsOf(storeId).contents.set(row.headSequence, content)
    }
  }
  const ids = asks.flatMap(({ storeId, memoryId }) =>
    memoryId ? [{ storeId, value: memoryId }] : [],
  )
  const paths = asks.flatMap(({ storeId, path }) => (path ? [{ storeId, value: path }] : []))
  await Promise.all([read(headsOfIds, ids), read(headsAtPaths, paths)])
  for (const { storeId, value } of paths) rowsOf(storeId).keepFree(value)
}

async function readChangesets(tx: WriteSql, asks: readonly Ask[], rowsOf: RowsOf): Promise<void> {
  const groupings = asks.flatMap(({ storeId, cause }) =>
    mayBeAgent(cause)
      ? [{ storeId, value: groupingOf({ cause, batchKey: null, now: 0 }).grouping }]
      : [],
  )
  if (groupings.length === 0) return
  const rows = await newestChangesets(tx, distinctOfStores(groupings))
  for (const { storeId, grouping, key, lastChangedAt } of rows) {
    const newest = key === null || lastChangedAt === null ? null : { key, lastChangedAt }
    rowsOf(storeId).changesets.set(grouping, newest)
  }
}

async function readKeys(
  tx: WriteSql,
  asks: readonly Ask[],
  known: readonly KnownRows[],
): Promise<void> {
  const actors = asks.map(({ cause }) => cause.actor)
  const ids = [...new Set(actors.flatMap(({ type, id }) => (type === 'api_key' ? id : [])))]
  if (ids.length === 0) return
  const rows = await purposesOfKeys(tx, ids)
  const purposes = new Map(rows.map(({ id, purpose }) => [id, purpose]))
  for (const { agents } of known) {
    for (const id of ids) agents.set(id, purposes.get(id) !== 'script')
  }
}

function distinctOfStores(values: readonly OfStore[]): OfStore[] {
  return [...new Map(values.map((each) => [`${each.storeId} ${each.value}`, each])).values()]
}

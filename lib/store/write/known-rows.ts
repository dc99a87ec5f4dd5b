import type { WriteSql } from '@/lib/db/sql'
import type { StoreRow } from '../stores/sql/stores'
import { isLive, type LiveMemoryRow, type MemoryRow } from './rows'

/** A node of the tree (`path_nodes`). */
export interface NodeRow {
  key: number
  path: string
  memory_key: number | null
  memory_count: number
}

/** A memory's row, with the node of its head. */
export type HeadRow = MemoryRow & { node_key: number | null }

/** The newest changeset of a grouping. */
interface KnownChangeset {
  key: number
  lastChangedAt: number
}

/**
 * What the writes that share a transaction know of their store's rows, which nobody else can change
 * meanwhile: read once before the first of them (read-ahead.ts), kept up to date by each, and the
 * totals written back after the last. What is not known is read from the database. A write changes
 * this when it can no longer fail (`StoreTransaction.effects`).
 */
export class KnownRows {
  /** undefined: it must be read */
  store: StoreRow | undefined
  /** by path; null: there is none */
  readonly nodes = new Map<string, NodeRow | null>()
  /** by grouping; null: there is none */
  readonly changesets = new Map<string, KnownChangeset | null>()
  /** by the id of a key */
  readonly agents = new Map<string, boolean>()
  /** by sequence */
  readonly contents = new Map<number, Buffer>()
  private readonly byId = new Map<string, HeadRow>()
  private readonly idAt = new Map<string, string | null>()
  private isStoreBehind = false
  private readonly uncounted = new Map<number, { memories: number; bytes: number }>()
  private readonly joined = new Map<
    number,
    { lastSequence: number; changes: number; now: number }
  >()

  /** A live memory; null: there is none, undefined: not known. */
  memory(address: { memoryId?: string | undefined; path?: string | undefined }) {
    const id = address.memoryId ?? this.idAt.get(address.path ?? '')
    if (id === null) return null
    const row = id === undefined ? undefined : this.byId.get(id)
    return row && (isLive(row) ? (row satisfies LiveMemoryRow) : null)
  }

  /** The node of a memory's head; undefined: not known. */
  headNode(memoryId: string): number | null | undefined {
    return this.byId.get(memoryId)?.node_key
  }

  keepMemory(row: HeadRow): void {
    const before = this.byId.get(row.id)
    if (before && before.path !== null) this.idAt.set(before.path, null)
    this.byId.set(row.id, row)
    if (row.path !== null) this.idAt.set(row.path, row.id)
  }

  /** At this path is no memory. */
  keepFree(path: string): void {
    if (!this.idAt.has(path)) this.idAt.set(path, null)
  }

  /** The store's row after a change; its totals are written back. */
  keepStore(row: StoreRow): void {
    this.store = row
    this.isStoreBehind = true
  }

  /** Memories and bytes came to a directory. */
  count(nodeKey: number, memories: number, bytes: number): void {
    const sum = this.uncounted.get(nodeKey)
    this.uncounted.set(nodeKey, {
      memories: (sum?.memories ?? 0) + memories,
      bytes: (sum?.bytes ?? 0) + bytes,
    })
    for (const node of this.nodes.values()) {
      if (node?.key === nodeKey) node.memory_count += memories
    }
  }

  /** Versions joined a changeset. */
  join(key: number, joining: { lastSequence: number; changes: number; now: number }): void {
    const changes = (this.joined.get(key)?.changes ?? 0) + joining.changes
    this.joined.set(key, { ...joining, changes })
  }

  /** What is not in the database yet; it counts as written from here on. */
  takeUnwritten(): Unwritten {
    const unwritten = {
      stores: this.isStoreBehind && this.store ? [totalsOf(this.store)] : [],
      directories: [...this.uncounted].map(([key, { memories, bytes }]) => [memories, bytes, key]),
      changesets: [...this.joined].map(([key, { lastSequence, changes, now }]) => [
        ...[lastSequence, changes, now - INEXACT_MS, now, key],
      ]),
    }
    this.isStoreBehind = false
    this.uncounted.clear()
    this.joined.clear()
    return unwritten
  }
}

/** Rows of numbers for the statements below; the last of each is the key. */
interface Unwritten {
  stores: number[][]
  directories: number[][]
  changesets: number[][]
}

/** Writes back what is known of several stores. */
export function writeBack(known: Iterable<KnownRows>, later: WriteSql['later']): void {
  const unwritten = [...known].map((rows) => rows.takeUnwritten())
  const update = (text: (rows: string) => string, rows: number[][]) => {
    if (rows.length === 0) return
    const width = rows[0]?.length ?? 0
    // Filled up to a power of two with what matches no row, so that few statements differ.
    const filled = 2 ** Math.ceil(Math.log2(rows.length)) - rows.length
    const nobody = Array<number>(width * filled).fill(-1)
    const row = `(${Array(width).fill('CAST(? AS BIGINT)').join(', ')})`
    const marks = Array(rows.length + filled)
      .fill(row)
      .join(', ')
    void later(text(`(VALUES ${marks}) d`), [...rows.flat(), ...nobody])
  }
  update(
    COUNT_IN_DIRECTORIES,
    unwritten.flatMap(({ directories }) => directories),
  )
  update(
    JOIN_CHANGESETS,
    unwritten.flatMap(({ changesets }) => changesets),
  )
  update(
    UPDATE_MANY_TOTALS,
    unwritten.flatMap(({ stores }) => stores),
  )
}

const COUNT_IN_DIRECTORIES = (
  rows: string,
) => `UPDATE path_nodes SET memory_count = memory_count + d.memories, byte_size = byte_size + d.bytes
   FROM ${rows}(memories, bytes, changed) WHERE key = d.changed`

const JOIN_CHANGESETS = (
  rows: string,
) => `UPDATE changesets SET last_sequence = d.sequence, change_count = change_count + d.changes,
   revision = revision + d.changes, last_changed_at = CASE WHEN pending = 1 AND state = 'open'
     AND last_changed_at >= d.since THEN last_changed_at ELSE d.now END,
   pending = 1, state = 'open', snoozed_until = NULL
   FROM ${rows}(sequence, changes, since, now, changed) WHERE key = d.changed`

const UPDATE_MANY_TOTALS = (
  rows: string,
) => `UPDATE memory_stores SET last_sequence = d.sequence, last_changed_at = d.at,
   memory_count = d.memories, byte_size = d.bytes, version_count = d.versions
   FROM ${rows}(sequence, at, memories, bytes, versions, changed) WHERE key = d.changed`

/**
 * Writes that follow each other faster leave the time of a changeset's last change as it is: every
 * index of the inbox has it, and changing them is most of what keeping a changeset costs.
 * Milliseconds.
 */
export const INEXACT_MS = 1_000

/** Sets a store's totals, as `totalsOf` lists them. */
export const UPDATE_TOTALS = `UPDATE memory_stores SET last_sequence = ?, last_changed_at = ?,
   memory_count = ?, byte_size = ?, version_count = ? WHERE key = ?`

export function totalsOf(row: StoreRow): number[] {
  const { lastSequence, lastChangedAt, memoryCount, byteSize, versionCount, key } = row
  return [lastSequence, lastChangedAt, memoryCount, byteSize, versionCount, key]
}

import type { WriteSql } from '@/lib/db/sql'
import type { StoreRow } from '../stores/sql/stores'
import type { NodeRow } from '../tree/sql/tree'
import { isLive } from './memory-of'
import type { LiveMemoryRow } from './sql/heads'
import type { HeadRow } from './sql/ahead'
import {
  type ChangesetGrowth,
  type DirectoryGrowth,
  growChangesets,
  growDirectories,
  setManyTotals,
  type StoreTotals,
} from './sql/write-back'

/** The newest changeset of a grouping. */
interface KnownChangeset {
  key: number
  lastChangedAt: number
}

type Joining = Pick<ChangesetGrowth, 'lastSequence' | 'changes' | 'now'>

/**
 * The rows of a store as the writes that share a transaction know them, which nobody else can
 * change meanwhile: read once before the first of them (read-ahead.ts), kept up to date by each,
 * and the totals written back after the last. Rows that are not known are read from the database. A
 * write changes this when it can no longer fail (`StoreTransaction.effects`).
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
  private readonly uncounted = new Map<number, Omit<DirectoryGrowth, 'key'>>()
  private readonly joined = new Map<number, Joining>()

  /** A live memory; null: there is none, undefined: not known. */
  memory(address: { memoryId?: string | undefined; path?: string | undefined }) {
    const id = address.memoryId ?? this.idAt.get(address.path ?? '')
    if (id === null) return null
    const row = id === undefined ? undefined : this.byId.get(id)
    return row && (isLive(row) ? (row satisfies LiveMemoryRow) : null)
  }

  /** The node of a memory's head; undefined: not known. */
  headNode(memoryId: string): number | null | undefined {
    return this.byId.get(memoryId)?.nodeKey
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
      if (node?.key === nodeKey) node.memoryCount += memories
    }
  }

  /** Versions joined a changeset. */
  join(key: number, joining: Joining): void {
    const changes = (this.joined.get(key)?.changes ?? 0) + joining.changes
    this.joined.set(key, { ...joining, changes })
  }

  /** Takes what is not in the database yet; it counts as written from here on. */
  takeUnwritten(): Unwritten {
    const unwritten = {
      stores: this.isStoreBehind && this.store ? [this.store] : [],
      directories: [...this.uncounted].map(([key, growth]) => ({ key, ...growth })),
      changesets: [...this.joined].map(([key, joining]) => ({
        key,
        ...joining,
        since: joining.now - INEXACT_MS,
      })),
    }
    this.isStoreBehind = false
    this.uncounted.clear()
    this.joined.clear()
    return unwritten
  }
}

interface Unwritten {
  stores: StoreTotals[]
  directories: DirectoryGrowth[]
  changesets: ChangesetGrowth[]
}

/** Writes back what is known of several stores. */
export function writeBack(known: Iterable<KnownRows>, later: WriteSql['later']): void {
  const unwritten = [...known].map((rows) => rows.takeUnwritten())
  const directories = unwritten.flatMap((rows) => rows.directories)
  const changesets = unwritten.flatMap((rows) => rows.changesets)
  const stores = unwritten.flatMap((rows) => rows.stores)
  if (directories.length > 0) void growDirectories({ later }, directories)
  if (changesets.length > 0) void growChangesets({ later }, changesets)
  if (stores.length > 0) void setManyTotals({ later }, stores)
}

/**
 * Writes that follow each other faster leave the time of a changeset's last change as it is: every
 * index of the inbox has it, and changing them is most of what keeping a changeset costs.
 * Milliseconds.
 */
export const INEXACT_MS = 1_000

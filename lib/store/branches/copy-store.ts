import type { Database } from '@/lib/db/database'
import type { WriteSql } from '@/lib/db/sql'
import { chunked } from '@/lib/text/chunked'
import { baseName } from '@/lib/text/memory-path'
import { newId } from '@/lib/text/prefixed-id'
import { turns } from '@/lib/turns'
import { type CopiedTotals, stillFilling } from './sql/branches'
import {
  copyAttributions,
  copyBatches,
  type CopiedNode,
  type CopiedVersion,
  copyHeads,
  type Copying,
  copyLastEvent,
  copyMergedWriters,
  copyQuarantines,
  copySpans,
  copyVersions,
  insertNodes,
  lastEventAt,
  nodesAfter,
  quarantinedUpTo,
  rootOf,
  versionsBetween,
} from './sql/copying'

/** Rows that one statement reads, on a connection for long reads. */
const ROWS_PER_PAGE = 1_024

/** Rows that one transaction inserts: some milliseconds, for which others wait. */
const ROWS_PER_WRITE = 128

/** Numbers of changes that one transaction looks at for what was found out of their authors. */
const CHANGES_PER_WRITE = 8_192

/**
 * Copies a store's changes up to one of them into an empty store that nobody sees, in short
 * transactions: memories, versions, paths, the times of directories, batches, what is known of
 * authors, and quarantines. Returns the totals of what it copied.
 */
export async function copyStore(
  db: Database,
  copying: Copying,
  signal: AbortSignal | undefined,
): Promise<CopiedTotals> {
  const copy = new Copy(db, copying, signal)
  return copy.run()
}

/** A version with its id in the branch. */
interface Numbered extends CopiedVersion {
  id: string
}

class Copy {
  private readonly maybeYield: () => Promise<void>
  private readonly versions: Numbered[] = []
  /** the newest of each memory's versions, and those of them that are no deletions by their nodes */
  private readonly heads: Numbered[] = []
  private readonly live = new Map<number | null, Numbered>()
  private byteSize = 0
  /** keys in the origin of what versions name */
  private readonly usedNodes = new Set<number>()
  private readonly usedBatches = new Set<number>()
  /** keys in the origin to keys in the branch */
  private readonly memories = new Map<number, number>()
  private readonly nodes = new Map<number, number>()
  private readonly batches = new Map<number, number>()
  private last: Promise<unknown> = Promise.resolve()

  constructor(
    private readonly db: Database,
    private readonly copying: Copying,
    private readonly signal: AbortSignal | undefined,
  ) {
    this.maybeYield = turns(signal)
  }

  async run(): Promise<CopiedTotals> {
    await this.readVersions()
    await this.insertBatches()
    await this.insertHeads()
    await this.insertTree()
    await this.insertVersions()
    await this.insertAttributions()
    const quarantinedCount = await this.insertQuarantines()
    await this.write((tx) => copyLastEvent(tx, this.copying))
    await this.last
    const newest = await lastEventAt(this.db.read, this.copying)
    return {
      storeKey: this.copying.storeKey,
      lastSequence: this.copying.sequence,
      lastChangedAt: newest?.createdAt ?? 0,
      memoryCount: this.live.size,
      byteSize: this.byteSize,
      versionCount: this.versions.length,
      quarantinedCount,
    }
  }

  private async readVersions(): Promise<void> {
    const { originKey: storeKey, sequence: upTo } = this.copying
    const now = Date.now()
    for (let after = 0; ;) {
      const page = { storeKey, after, upTo, limit: ROWS_PER_PAGE }
      const rows = await versionsBetween(this.db.bulk.until(this.signal), page)
      for (const row of rows) {
        this.note({ ...row, id: newId('memver', now) }, upTo)
        await this.maybeYield()
      }
      const last = rows.at(-1)
      if (!last || rows.length < ROWS_PER_PAGE) return
      after = last.sequence
    }
  }

  private note(version: Numbered, upTo: number): void {
    const { nodeKey, batchKey, untilSequence, operation, size } = version
    this.versions.push(version)
    if (nodeKey !== null) this.usedNodes.add(nodeKey)
    if (batchKey !== null) this.usedBatches.add(batchKey)
    if (untilSequence !== null && untilSequence <= upTo) return
    this.heads.push(version)
    if (operation === 'deleted' || nodeKey === null) return
    this.live.set(nodeKey, version)
    this.byteSize += size ?? 0
  }

  private async insertBatches(): Promise<void> {
    const now = Date.now()
    for (const some of chunked([...this.usedBatches], ROWS_PER_WRITE)) {
      const batches = some.map((key) => ({ key, id: newId('batch', now) }))
      const keyOf = new Map(batches.map(({ key, id }) => [id, key]))
      await this.write(async (tx) => {
        for (const { id, key } of await copyBatches(tx, this.copying.storeKey, batches)) {
          this.batches.set(keyOf.get(id) ?? -1, key)
        }
      })
    }
    await this.last
  }

  private async insertHeads(): Promise<void> {
    const now = Date.now()
    for (const some of chunked(this.heads, ROWS_PER_WRITE)) {
      const memoryOf = new Map(some.map((head) => [head.sequence, head.memoryKey]))
      const heads = some.map(({ id: versionId, sequence }) => ({
        id: newId('mem', now),
        versionId,
        sequence,
      }))
      await this.write(async (tx) => {
        for (const { key, headSequence } of await copyHeads(tx, this.copying, heads)) {
          this.memories.set(memoryOf.get(headSequence) ?? -1, key)
        }
      })
    }
    await this.last
  }

  private async insertTree(): Promise<void> {
    const { originKey, storeKey } = this.copying
    const nodes = await this.readNodes()
    const counts = await this.countsOf(nodes)
    const [from, to] = [await rootOf(this.db.read, originKey), await rootOf(this.db.read, storeKey)]
    if (!from || !to) throw new Error('a store has no root node')
    this.nodes.set(from.key, to.key)
    // A level at a time: the key of a parent is known once it is inserted.
    for (const level of await this.levelsOf(nodes)) {
      for (const some of chunked(level, ROWS_PER_WRITE)) {
        const keyOf = new Map(some.map(({ key, path }) => [path, key]))
        const rows = some.map(({ key, parentKey, path }) => {
          const head = this.live.get(key)
          const count = counts.get(key) ?? NOTHING
          return {
            parentKey: parentKey === null ? null : (this.nodes.get(parentKey) ?? null),
            path,
            entry: head ? baseName(path) : count.memories > 0 ? `${baseName(path)}/` : null,
            memoryKey: head ? (this.memories.get(head.memoryKey) ?? null) : null,
            memoryCount: count.memories,
            byteSize: count.bytes,
          }
        })
        await this.write(async (tx) => {
          for (const { key, path } of await insertNodes(tx, storeKey, rows)) {
            this.nodes.set(keyOf.get(path) ?? -1, key)
          }
        })
      }
      await this.last
    }
    await this.insertSpans(nodes)
  }

  /** The nodes of copied versions and what is above them; others tell paths of a later time. */
  private async readNodes(): Promise<CopiedNode[]> {
    const { originKey: storeKey } = this.copying
    const all: CopiedNode[] = []
    for (let after = ''; ;) {
      const page = { storeKey, after, limit: ROWS_PER_PAGE }
      const rows = await nodesAfter(this.db.bulk.until(this.signal), page)
      for (const row of rows) all.push(row)
      await this.maybeYield()
      const last = rows.at(-1)
      if (!last || rows.length < ROWS_PER_PAGE) break
      after = last.path
    }
    const used: CopiedNode[] = []
    // Those below come first: what is used below uses what is above it.
    for (let at = all.length - 1; at >= 0; at--) {
      const node = all[at]
      if (!node || !this.usedNodes.has(node.key)) continue
      used.push(node)
      if (node.parentKey !== null) this.usedNodes.add(node.parentKey)
      await this.maybeYield()
    }
    return used
  }

  /** Counts the memories and bytes below each directory; `nodes`: those below come first. */
  private async countsOf(nodes: readonly CopiedNode[]): Promise<Map<number, Count>> {
    const counts = new Map<number, Count>()
    for (const { key, parentKey } of nodes) {
      await this.maybeYield()
      if (parentKey === null) continue
      const below = counts.get(key) ?? NOTHING
      const head = this.live.get(key)
      const parent = counts.get(parentKey) ?? NOTHING
      counts.set(parentKey, {
        memories: parent.memories + below.memories + Number(head !== undefined),
        bytes: parent.bytes + below.bytes + (head?.size ?? 0),
      })
    }
    return counts
  }

  /** Nodes by how deep they are, the first below the root first. */
  private async levelsOf(nodes: readonly CopiedNode[]): Promise<CopiedNode[][]> {
    const levels: CopiedNode[][] = []
    for (const node of nodes) {
      const depth = node.path.split('/').length - 2
      while (levels.length <= depth) levels.push([])
      levels[depth]?.push(node)
      await this.maybeYield()
    }
    return levels
  }

  private async insertSpans(nodes: readonly CopiedNode[]): Promise<void> {
    const directories = new Set<number>()
    for (const { parentKey } of nodes) {
      if (parentKey !== null) directories.add(parentKey)
      await this.maybeYield()
    }
    const keys = [...directories].map((key) => ({ from: key, to: this.nodes.get(key) ?? -1 }))
    for (const some of chunked(keys, ROWS_PER_WRITE)) {
      await this.write((tx) => copySpans(tx, this.copying, some))
    }
  }

  private async insertVersions(): Promise<void> {
    for (const some of chunked(this.versions, ROWS_PER_WRITE)) {
      const rows = some.map(({ id, sequence, memoryKey, nodeKey, batchKey }) => ({
        id,
        sequence,
        memoryKey: this.memories.get(memoryKey) ?? -1,
        nodeKey: nodeKey === null ? null : (this.nodes.get(nodeKey) ?? null),
        batchKey: batchKey === null ? null : (this.batches.get(batchKey) ?? null),
      }))
      await this.write((tx) => copyVersions(tx, this.copying, rows))
    }
  }

  private async insertAttributions(): Promise<void> {
    const { sequence } = this.copying
    for (let after = 0; after < sequence; after += CHANGES_PER_WRITE) {
      const upTo = Math.min(after + CHANGES_PER_WRITE, sequence)
      await this.write(async (tx) => {
        await copyAttributions(tx, this.copying, { after, upTo })
        await copyMergedWriters(tx, this.copying, { after, upTo })
      })
    }
  }

  private async insertQuarantines(): Promise<number> {
    let count = 0
    const rows = await quarantinedUpTo(this.db.read, this.copying)
    const keys = rows.flatMap(({ memoryKey: from }) => {
      const to = this.memories.get(from)
      return to === undefined ? [] : [{ from, to }]
    })
    for (const some of chunked(keys, ROWS_PER_WRITE)) {
      await this.write(async (tx) => {
        count += await copyQuarantines(tx, this.copying, some)
      })
    }
    await this.last
    return count
  }

  /**
   * Writes, while what was written before gets durable: resolves once the write before is. What it
   * returned is known after `last`.
   */
  private async write(job: (tx: WriteSql) => Promise<unknown>): Promise<void> {
    this.signal?.throwIfAborted()
    const before = this.last
    const { storeKey } = this.copying
    this.last = this.db.write(async (tx) => {
      if (!(await stillFilling(tx, storeKey))) throw new Error('it was taken for abandoned')
      return job(tx)
    })
    this.last.catch(() => {})
    await before
    await this.maybeYield()
  }
}

interface Count {
  memories: number
  bytes: number
}

const NOTHING: Count = { memories: 0, bytes: 0 }

import type { FoundInSnapshot, Snapshot, SnapshotFile } from '@/lib/replay/scratch/snapshot'
import { checkedQuery, MATCHES_PER_MEMORY } from '@/lib/store/search/search-store'
import type { StoreSettings } from '@/lib/store/model/store-settings'
import { containsFolded, findMatches } from '@/lib/text/matches'
import { comparePaths } from '@/lib/text/memory-path'
import { turns } from '@/lib/turns'
import type { ComingState, LaidMemory } from './coming-state'

/** A store as it would be: another state of it, with changes laid over. */
export class LaidSnapshot implements Snapshot {
  private listed: Promise<readonly SnapshotFile[]> | null = null

  constructor(
    private readonly store: Snapshot,
    private readonly laid: ComingState['laid'],
  ) {}

  get storeId(): string {
    return this.store.storeId
  }

  async contentAt(path: string): Promise<string | null> {
    const laid = this.laid.get(path)
    return laid === undefined ? this.store.contentAt(path) : (laid?.content ?? null)
  }

  list(): Promise<readonly SnapshotFile[]> {
    this.listed ??= this.readList()
    return this.listed
  }

  settings(): Promise<StoreSettings> {
    return this.store.settings()
  }

  /** Memories that would be written come first: they are last changed. Refuses as a store's search. */
  async search(query: string, limit: number): Promise<FoundInSnapshot> {
    const folded = checkedQuery(query)
    const maybeYield = turns()
    const hits: FoundInSnapshot['hits'][number][] = []
    for (const [path, memory] of this.laid) {
      await maybeYield()
      if (!memory) continue
      const matches = findMatches(memory.content, folded, MATCHES_PER_MEMORY)
      if (matches.length === 0 && !containsFolded(path, folded)) continue
      if (hits.length === limit) return { hits, hasMore: true }
      hits.push({ memory: { path }, matches })
    }
    const stands = await this.standing(query, limit - hits.length)
    return { hits: [...hits, ...stands.hits], hasMore: stands.hasMore }
  }

  /** Hits that nothing is laid over. Of many that are, the store is asked for more and more. */
  private async standing(query: string, limit: number): Promise<FoundInSnapshot> {
    for (let asked = Math.max(limit, 1); ; asked *= 2) {
      const found = await this.store.search(query, asked)
      const hits = found.hits.filter(({ memory }) => !this.laid.has(memory.path))
      if (hits.length > limit) return { hits: hits.slice(0, limit), hasMore: true }
      if (!found.hasMore || (hits.length === limit && limit > 0)) {
        return { hits, hasMore: found.hasMore }
      }
    }
  }

  private async readList(): Promise<readonly SnapshotFile[]> {
    const maybeYield = turns()
    const files: SnapshotFile[] = []
    const laid = [...this.laid]
    let next = 0
    const layUpTo = (path: string | null) => {
      for (; next < laid.length; next++) {
        const [at, memory] = laid[next] ?? ['', null]
        if (path !== null && comparePaths(at, path) > 0) return
        // No version is of it yet.
        if (memory) files.push({ path: at, ...fileOf(memory) })
      }
    }
    for (const file of await this.store.list()) {
      await maybeYield()
      layUpTo(file.path)
      if (!this.laid.has(file.path)) files.push(file)
    }
    layUpTo(null)
    return files
  }
}

const fileOf = ({ memoryId, size }: LaidMemory) => ({ memoryId, versionId: '', size })

import type { FoundInSnapshot, Snapshot, SnapshotFile } from '@/lib/replay/scratch/snapshot'
import { checkedQuery, MATCHES_PER_MEMORY } from '@/lib/store/search/search-store'
import type { StoreSettings } from '@/lib/store/model/store-settings'
import { utf8Bytes } from '@/lib/text/content'
import { containsFolded, findMatches } from '@/lib/text/matches'
import { comparePaths } from '@/lib/text/memory-path'
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
    const found = await this.store.search(query, limit + this.laid.size)
    const laid = this.memories().flatMap(([path, { content }]) => {
      const matches = findMatches(content, folded, MATCHES_PER_MEMORY)
      const isHit = matches.length > 0 || containsFolded(path, folded)
      return isHit ? [{ memory: { path }, matches }] : []
    })
    const stands = found.hits.filter(({ memory }) => !this.laid.has(memory.path))
    const hits = [...laid, ...stands]
    return { hits: hits.slice(0, limit), hasMore: hits.length > limit || found.hasMore }
  }

  private async readList(): Promise<readonly SnapshotFile[]> {
    const stands = (await this.store.list()).filter(({ path }) => !this.laid.has(path))
    const laid = this.memories().map(([path, { memoryId, content }]) => {
      const size = utf8Bytes(content).length
      // No version is of it yet.
      return { path, memoryId, versionId: '', size }
    })
    return [...stands, ...laid].sort((one, other) => comparePaths(one.path, other.path))
  }

  private memories(): [string, LaidMemory][] {
    return [...this.laid].flatMap(([path, memory]): [string, LaidMemory][] =>
      memory ? [[path, memory]] : [],
    )
  }
}

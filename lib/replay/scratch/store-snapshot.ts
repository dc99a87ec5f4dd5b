import type { Database } from '@/lib/db/database'
import { getMemory, listMemories } from '@/lib/store/memories/read-memories'
import type { Audience } from '@/lib/store/model/audience'
import { StoreError } from '@/lib/store/model/problems'
import type { StoreSettings } from '@/lib/store/model/store-settings'
import { type SearchHit, searchStore } from '@/lib/store/search/search-store'
import { getStore } from '@/lib/store/stores/read-stores'
import type { Snapshot, SnapshotFile } from './snapshot'

const FILES_PER_PAGE = 1000

/** Files of more memories are found in the list of all. */
const MAX_SINGLE = 20

/**
 * A store as agents were served it after one of its changes. It copies nothing: what is asked for is
 * read from the store's history. The samples of a replay share one; its list is read once.
 */
export class StoreSnapshot implements Snapshot {
  private listed: Promise<readonly SnapshotFile[]> | null = null
  private readonly single = new Map<string, Promise<SnapshotFile | null>>()
  private byId: Promise<ReadonlyMap<string, SnapshotFile>> | null = null
  private known: Promise<StoreSettings> | null = null

  constructor(
    private readonly db: Database,
    readonly storeId: string,
    /** the last change that it includes */
    readonly sequence: number,
  ) {}

  /** The content at a path; null: no memory stood there. */
  async contentAt(path: string): Promise<string | null> {
    const { db, storeId } = this
    try {
      const at = { sequence: this.sequence }
      return (await getMemory(db, { storeId, path, at, audience: 'agents' })).content
    } catch (error) {
      if (error instanceof StoreError && error.problem.kind === 'memory_not_found') return null
      throw error
    }
  }

  /** The memory at a path, which agents may not be served now; null: none stood there. */
  async memoryAt(path: string): Promise<SnapshotFile | null> {
    return this.file({ path }, 'people')
  }

  /** All memories, in path order. */
  list(): Promise<readonly SnapshotFile[]> {
    this.listed ??= this.readList()
    return this.listed
  }

  /** The files of these memories, as far as they were there, by their ids. */
  async filesOf(memoryIds: readonly string[]): Promise<ReadonlyMap<string, SnapshotFile>> {
    if (this.listed === null && memoryIds.length <= MAX_SINGLE) {
      const found = new Map<string, SnapshotFile>()
      for (const memoryId of memoryIds) {
        const file = await this.singleFile(memoryId)
        if (file) found.set(memoryId, file)
      }
      return found
    }
    this.byId ??= this.list().then((files) => new Map(files.map((file) => [file.memoryId, file])))
    return this.byId
  }

  private singleFile(memoryId: string): Promise<SnapshotFile | null> {
    const known = this.single.get(memoryId)
    if (known) return known
    const found = this.file({ memoryId }, 'agents')
    this.single.set(memoryId, found)
    return found
  }

  private async file(
    where: { path: string } | { memoryId: string },
    audience: Audience,
  ): Promise<SnapshotFile | null> {
    const { db, storeId } = this
    try {
      const at = { sequence: this.sequence }
      const memory = await getMemory(db, { storeId, ...where, at, audience, view: 'basic' })
      const { path, id: memoryId, versionId, size } = memory
      return { path, memoryId, versionId, size }
    } catch (error) {
      if (error instanceof StoreError && error.problem.kind === 'memory_not_found') return null
      throw error
    }
  }

  /** The store's limits, as they are now. */
  settings(): Promise<StoreSettings> {
    this.known ??= getStore(this.db, this.storeId).then(({ settings }) => settings)
    return this.known
  }

  /** Refuses `invalid_input` for a text that is too short. */
  async search(query: string, limit: number): Promise<{ hits: SearchHit[]; hasMore: boolean }> {
    const { db, storeId } = this
    const at = { sequence: this.sequence }
    return searchStore(db, { storeId, query, at, limit, audience: 'agents' })
  }

  private async readList(): Promise<readonly SnapshotFile[]> {
    const files: SnapshotFile[] = []
    let after: string | undefined
    do {
      const page = await listMemories(this.db, {
        storeId: this.storeId,
        directory: '',
        depth: 'all',
        at: { sequence: this.sequence },
        audience: 'agents',
        limit: FILES_PER_PAGE,
        after,
      })
      for (const entry of page.entries) {
        if (entry.type !== 'memory') continue
        const { path, id: memoryId, versionId, size } = entry.memory
        files.push({ path, memoryId, versionId, size })
      }
      after = page.next ?? undefined
    } while (after !== undefined)
    return files
  }
}

import type { StoreSettings } from '@/lib/store/model/store-settings'
import type { SearchHit } from '@/lib/store/search/search-store'

/** A memory of a snapshot, without its content. */
export interface SnapshotFile {
  readonly path: string
  readonly memoryId: string
  readonly versionId: string
  /** bytes */
  readonly size: number
}

/** Hits of a search of a snapshot, those changed last first. */
export interface FoundInSnapshot {
  readonly hits: readonly (Pick<SearchHit, 'matches'> & { memory: { path: string } })[]
  readonly hasMore: boolean
}

/** The ground of a scratch store: a store as agents were served it at one time. */
export interface Snapshot {
  readonly storeId: string
  /** the content at a path; null: no memory stood there */
  contentAt(path: string): Promise<string | null>
  /** all memories, in path order */
  list(): Promise<readonly SnapshotFile[]>
  /** the store's limits, as they are now */
  settings(): Promise<StoreSettings>
  /** refuses `invalid_input` for a text that is too short */
  search(query: string, limit: number): Promise<FoundInSnapshot>
}

/** A store without its memories: nobody has written in it yet. */
export class EmptySnapshot implements Snapshot {
  constructor(private readonly store: Snapshot) {}

  get storeId(): string {
    return this.store.storeId
  }

  async contentAt(): Promise<null> {
    return null
  }

  async list(): Promise<readonly SnapshotFile[]> {
    return []
  }

  settings(): Promise<StoreSettings> {
    return this.store.settings()
  }

  async search(): Promise<FoundInSnapshot> {
    return { hits: [], hasMore: false }
  }
}

import type { QueryClient } from '@tanstack/react-query'
import type { StoreChange } from '@/components/live/use-store-events'
import { changedListing, type TreeChange, withItem, withoutItem } from './listing-change'
import { directoryOfKey, lastChangeKey, presentKey, treeKey } from './queries'
import type { TreeDirectory, TreeItem, TreeListing, TreeMemory } from './tree-item'
import { parentOf } from './tree-rows'

/** The one place that updates a store's present tree in TanStack Query's cache. */
export class TreeCache {
  constructor(
    private readonly queries: QueryClient,
    private readonly storeId: string,
  ) {
    queries.setQueryDefaults(lastChangeKey(storeId), { gcTime: Infinity })
  }

  /** Applies a change from the stream. */
  follow({ type, sequence, version }: StoreChange): void {
    this.queries.setQueryData(lastChangeKey(this.storeId), sequence)
    if (!type.startsWith('memory.') || version === null || version.path === null) return
    const { memoryId, path, size, operation, isForReview } = version
    const existing = this.find((item) => item.type === 'memory' && item.id === memoryId)
    if (type === 'memory.quarantined' || type === 'memory.released') {
      // The event names an earlier version: the row stays as it is.
      if (existing?.type !== 'memory') return
      const isQuarantined = type === 'memory.quarantined'
      return this.apply({ gone: null, memory: { ...existing, isQuarantined } })
    }
    if (operation === 'deleted') return this.apply({ gone: existing?.path ?? path, memory: null })
    const memory: TreeMemory = {
      type: 'memory',
      id: memoryId,
      path,
      size: size ?? 0,
      sequence,
      isFirstVersion: operation === 'created',
      isRead: existing?.type === 'memory' && existing.isRead,
      isQuarantined: existing?.type === 'memory' && existing.isQuarantined,
      isUnreviewed: isForReview || (existing?.type === 'memory' && existing.isUnreviewed),
      found: existing?.type === 'memory' ? existing.found : 'none',
    }
    this.apply({ gone: existing && existing.path !== path ? existing.path : null, memory })
  }

  /** The last change received from the stream; null: none yet. */
  get heard(): number | null {
    return this.queries.getQueryData<number>(lastChangeKey(this.storeId)) ?? null
  }

  /** Returns the path of a memory; undefined if it is not loaded. */
  pathOf(memoryId: string | undefined): string | undefined {
    return this.find((item) => item.type === 'memory' && item.id === memoryId)?.path
  }

  /** Removes the rows at these paths. */
  remove(paths: readonly string[]): void {
    for (const path of paths) {
      const item = this.find((each) => each.path === path)
      if (item?.type === 'memory') this.apply({ gone: path, memory: null })
      else this.changeListings((listing) => withoutItem(listing, path))
    }
  }

  /** Moves the row at a path to another. */
  move(path: string, newPath: string): void {
    const item = this.find((each) => each.path === path)
    if (!item) return
    if (item.type === 'memory') {
      this.apply({ gone: path, memory: { ...item, path: newPath, isFirstVersion: false } })
      return
    }
    const moved: TreeDirectory = { ...item, path: newPath }
    // A chain of folders is shown where its first one lies, also under the last one's new name.
    const isRenamed = parentOf(path) === parentOf(newPath)
    this.changeListings((listing, directory) => {
      const without = withoutItem(listing, path)
      const isHere = isRenamed ? without !== listing : directory === parentOf(newPath)
      return isHere ? withItem(without, moved) : without
    })
  }

  /** The current listings, for `restore` should the server refuse. */
  snapshot(): ReturnType<QueryClient['getQueriesData']> {
    return this.queries.getQueriesData({ queryKey: presentKey(this.storeId) })
  }

  /** Restores a snapshot, and refetches. */
  restore(snapshot: ReturnType<TreeCache['snapshot']>): void {
    for (const [key, data] of snapshot) this.queries.setQueryData(key, data)
    void this.refresh()
  }

  /** Refetches everything that is open. */
  refresh(): Promise<void> {
    return this.queries.invalidateQueries({ queryKey: treeKey(this.storeId) })
  }

  get isRefreshing(): boolean {
    return this.queries.isFetching({ queryKey: treeKey(this.storeId) }) > 0
  }

  /** Gives up refetching: what waits for the network would show unasked what came meanwhile. */
  stopRefreshing(): Promise<void> {
    return this.queries.cancelQueries({
      queryKey: treeKey(this.storeId),
      predicate: ({ state }) => state.data !== undefined,
    })
  }

  private apply(change: TreeChange): void {
    for (const [key, listing] of this.listings()) {
      const changed = changedListing(listing, directoryOfKey(key), change)
      if (changed !== listing) this.queries.setQueryData(key, changed)
    }
  }

  private changeListings(change: (listing: TreeListing, directory: string) => TreeListing): void {
    for (const [key, listing] of this.listings()) {
      const changed = change(listing, directoryOfKey(key))
      if (changed !== listing) this.queries.setQueryData(key, changed)
    }
  }

  private find(isIt: (item: TreeItem) => boolean): TreeItem | undefined {
    for (const [, listing] of this.listings()) {
      const found = listing.items.find(isIt)
      if (found) return found
    }
    return undefined
  }

  private listings(): [readonly unknown[], TreeListing][] {
    return this.queries
      .getQueriesData<TreeListing>({ queryKey: presentKey(this.storeId) })
      .flatMap(([key, data]) => (data ? [[key, data] as [readonly unknown[], TreeListing]] : []))
  }
}

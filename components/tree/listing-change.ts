import { comparePaths } from '@/lib/text/memory-path'
import type { TreeItem, TreeListing, TreeMemory } from './tree-item'

/** A change of a memory, as far as a tree shows it. */
export interface TreeChange {
  /** its former path; null if it is new, or stays */
  gone: string | null
  /** its new state; null if deleted */
  memory: TreeMemory | null
}

/** A directory's listing after a change anywhere; the same object if it is not affected. */
export function changedListing(
  listing: TreeListing,
  directory: string,
  change: TreeChange,
): TreeListing {
  const without = change.gone === null ? listing : withoutPath(listing, directory, change.gone)
  return change.memory ? withMemory(without, directory, change.memory, change.gone) : without
}

/** The listing without the directory or memory at a path. */
export function withoutItem(listing: TreeListing, path: string): TreeListing {
  const items = listing.items.filter((item) => item.path !== path)
  return items.length === listing.items.length ? listing : { ...listing, items }
}

/** The listing with an item inserted in order; unchanged if that position is not loaded yet. */
export function withItem(listing: TreeListing, item: TreeItem): TreeListing {
  const at = placeOf(listing.items, item.path)
  if (at === listing.items.length && listing.next !== null) return listing
  const replaced = listing.items[at]?.path === item.path ? 1 : 0
  const items = [...listing.items.slice(0, at), item, ...listing.items.slice(at + replaced)]
  return { ...listing, items }
}

function withoutPath(listing: TreeListing, directory: string, path: string): TreeListing {
  const child = childOf(directory, path)
  if (child === null) return listing
  if (child === path) return withoutItem(listing, path)
  return recounted(listing, child, -1)
}

function withMemory(
  listing: TreeListing,
  directory: string,
  memory: TreeMemory,
  gone: string | null,
): TreeListing {
  const child = childOf(directory, memory.path)
  if (child === null) return listing
  if (child === memory.path) {
    const before = listing.items[placeOf(listing.items, memory.path)]
    const isRead = before?.path === memory.path && before.type === 'memory' && before.isRead
    return withItem(listing, { ...memory, isRead: memory.isRead || isRead })
  }
  const isNewHere = memory.isFirstVersion || gone !== null
  const isShown = listing.items[placeOf(listing.items, child)]?.path === child
  if (!isShown) return withItem(listing, { type: 'directory', path: child, memoryCount: 1 })
  return isNewHere ? recounted(listing, child, 1) : listing
}

/** A directory that becomes empty disappears. */
function recounted(listing: TreeListing, path: string, by: number): TreeListing {
  const at = placeOf(listing.items, path)
  const item = listing.items[at]
  if (item?.path !== path || item.type !== 'directory' || item.memoryCount === null) return listing
  const memoryCount = item.memoryCount + by
  return memoryCount <= 0 ? withoutItem(listing, path) : withItem(listing, { ...item, memoryCount })
}

/**
 * The entry that a directory shows for a path: the memory, or the subdirectory above it; null if it
 * is not below.
 */
function childOf(directory: string, path: string): string | null {
  if (!path.startsWith(directory)) return null
  const slash = path.indexOf('/', directory.length)
  return slash === -1 ? path : path.slice(0, slash + 1)
}

/** The index of a path in ordered items, or where it would be inserted. */
function placeOf(items: readonly TreeItem[], path: string): number {
  let low = 0
  let high = items.length
  while (low < high) {
    const middle = (low + high) >>> 1
    const item = items[middle]
    if (item && comparePaths(item.path, path) < 0) low = middle + 1
    else high = middle
  }
  return low
}

import { comparePaths } from '@/lib/text/memory-path'
import { compareInTree } from '@/lib/text/natural-order'
import type { TreeDirectory, TreeItem, TreeListing, TreeMemory } from './tree-item'

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
  const at = placeOf(listing, item.path)
  if (at === listing.items.length && listing.next !== null) return listing
  const replaced = listing.items[at]?.path === item.path ? 1 : 0
  const items = [...listing.items.slice(0, at), item, ...listing.items.slice(at + replaced)]
  return { ...listing, items }
}

/** Returns whether the loaded part of a listing ends before a path. */
export function endsBefore(listing: TreeListing, path: string): boolean {
  return listing.next !== null && placeOf(listing, path) === listing.items.length
}

function withoutPath(listing: TreeListing, directory: string, path: string): TreeListing {
  const child = childOf(directory, path)
  if (child === null) return listing
  if (child === path) return withoutItem(listing, path)
  const shown = directoryAt(listing, child)
  return shown ? recounted(listing, shown, path, -1) : listing
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
    const before = listing.items[placeOf(listing, memory.path)]
    const isRead = before?.path === memory.path && before.type === 'memory' && before.isRead
    return withItem(listing, { ...memory, isRead: memory.isRead || isRead })
  }
  const isNewHere = memory.isFirstVersion || gone !== null
  const shown = directoryAt(listing, child)
  if (!shown) {
    return withItem(listing, { type: 'directory', path: folderOf(memory.path), memoryCount: 1 })
  }
  return isNewHere ? recounted(listing, shown, memory.path, 1) : listing
}

/** The item that shows a subdirectory: by itself, or as the last of the chain that it begins. */
function directoryAt(listing: TreeListing, child: string): TreeDirectory | null {
  const item = listing.items[placeOf(listing, child)]
  return item?.type === 'directory' && item.path.startsWith(child) ? item : null
}

/**
 * A directory with one memory more or less, at a path. It disappears when it becomes empty; as a
 * chain it ends where the memory lies beside it.
 */
function recounted(
  listing: TreeListing,
  item: TreeDirectory,
  path: string,
  by: 1 | -1,
): TreeListing {
  if (item.memoryCount === null) return listing
  const memoryCount = item.memoryCount + by
  if (memoryCount <= 0) return withoutItem(listing, item.path)
  const changed = { ...item, path: by > 0 ? sharedFolder(item.path, path) : item.path, memoryCount }
  return {
    ...listing,
    items: listing.items.map((each) => (each.path === item.path ? changed : each)),
  }
}

/** The innermost folder that two paths lie in. */
function sharedFolder(one: string, other: string): string {
  let shared = 0
  while (shared < one.length && one[shared] === other[shared]) shared++
  return folderOf(one.slice(0, shared))
}

function folderOf(path: string): string {
  return path.slice(0, path.lastIndexOf('/') + 1)
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

/** The index of a path in a listing's items, or where it would be inserted. */
function placeOf({ items, order }: TreeListing, path: string): number {
  const compare = order === 'natural' ? compareInTree : comparePaths
  let low = 0
  let high = items.length
  while (low < high) {
    const middle = (low + high) >>> 1
    const item = items[middle]
    if (item && compare(item.path, path) < 0) low = middle + 1
    else high = middle
  }
  return low
}

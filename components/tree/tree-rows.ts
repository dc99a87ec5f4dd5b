import { ancestorPaths } from '@/lib/text/memory-path'
import { compareInTree } from '@/lib/text/natural-order'
import type { TreeDirectory, TreeItem, TreeListing, TreeMemory } from './tree-item'

/** A row of the flattened tree. */
export type TreeRow =
  | ItemRow
  /** of a directory that is loading, failed to load, or has more entries */
  | { kind: 'loading' | 'failed' | 'more'; key: string; directory: string; level: number }

export interface ItemRow {
  kind: 'item'
  /** the item's path */
  key: string
  item: TreeItem
  /** the shown name; for a chain of single folders all of their names */
  name: string
  /** stays when a chain of folders becomes longer or shorter */
  place: string
  /** 1 for what lies in the root */
  level: number
  isOpen: boolean
  /** its position in its directory, from 1 */
  position: number
  /** number of the directory's entries; -1 if not all are loaded */
  siblings: number
}

/** A directory's listing, or its state. */
export type ListingState = TreeListing | 'loading' | 'failed'

/** The rows of the root and of the open directories below it. */
export function rowsOf(
  listings: ReadonlyMap<string, ListingState>,
  open: ReadonlySet<string>,
): TreeRow[] {
  const rows: TreeRow[] = []
  addRows(rows, listings, open, '/', 1)
  return rows
}

function addRows(
  rows: TreeRow[],
  listings: ReadonlyMap<string, ListingState>,
  open: ReadonlySet<string>,
  directory: string,
  level: number,
): void {
  const listing = listings.get(directory) ?? 'loading'
  if (typeof listing === 'string') {
    rows.push({ kind: listing, key: `${directory}?${listing}`, directory, level })
    return
  }
  const { items, next } = listing
  const siblings = next === null ? items.length : -1
  for (const [index, item] of items.entries()) {
    const isOpen = item.type === 'directory' && open.has(item.path)
    const shown = item.path.slice(directory.length)
    rows.push({
      kind: 'item',
      key: item.path,
      item,
      name: item.type === 'directory' ? shown.slice(0, -1) : shown,
      place: directory + shown.replace(/(?<=\/).*/, ''),
      level,
      isOpen,
      position: index + 1,
      siblings,
    })
    if (isOpen) addRows(rows, listings, open, item.path, level + 1)
  }
  if (next !== null) rows.push({ kind: 'more', key: `${directory}?more`, directory, level })
}

/** The rows for a filter's matches: each memory, and the directories above it, all open. */
export function filteredRows(memories: readonly TreeMemory[]): TreeRow[] {
  const listings = new Map<string, TreeListing>([['/', emptyListing()]])
  const open = new Set<string>()
  for (const memory of memories) {
    let parent = '/'
    for (const path of ancestorPaths(memory.path)) {
      const directory = `${path}/`
      if (!listings.has(directory)) {
        listings.set(directory, emptyListing())
        listings.get(parent)?.items.push(directoryAt(directory))
        open.add(directory)
      }
      parent = directory
    }
    listings.get(parent)?.items.push(memory)
  }
  for (const listing of listings.values()) {
    listing.items = listing.items
      .map((item) => lastOfChain(item, listings))
      .sort((one, other) => compareInTree(one.path, other.path))
  }
  return rowsOf(listings, open)
}

/** A directory that holds nothing but another one is shown as that, and so on down. */
function lastOfChain(item: TreeItem, listings: ReadonlyMap<string, TreeListing>): TreeItem {
  const [only, ...others] = listings.get(item.path)?.items ?? []
  return only?.type === 'directory' && others.length === 0 ? lastOfChain(only, listings) : item
}

const emptyListing = (): TreeListing => ({ items: [], order: 'natural', next: null })

function directoryAt(path: string): TreeDirectory {
  return { type: 'directory', path, memoryCount: null }
}

/** The directory that a path lies in, with its trailing slash. */
export function parentOf(path: string): string {
  return path.slice(0, path.lastIndexOf('/', path.length - 2) + 1)
}

/** The name that a row shows: the last segment, without the slash of a directory. */
export function nameOf(path: string): string {
  const bare = path.endsWith('/') ? path.slice(0, -1) : path
  return bare.slice(bare.lastIndexOf('/') + 1)
}

/** Returns the paths that do not lie in another of them. */
export function outermost(paths: Iterable<string>): string[] {
  const all = [...paths]
  return all.filter(
    (path) => !all.some((other) => other.endsWith('/') && other !== path && path.startsWith(other)),
  )
}

import type { FilteredTree, TreeItem, TreeListing, TreeMemory } from '@/components/tree/tree-item'
import type { Database } from '@/lib/db/database'
import { filterPaths } from '@/lib/store/memories/find-paths'
import { listFolder } from '@/lib/store/tree/list-folder'
import type { Memory, TreeEntry } from '@/lib/store/model/memory'
import { foundLevels } from '@/lib/review/findings/read-findings'
import type { Level } from '@/lib/review/model/attention'
import { unreviewedMemories } from '@/lib/review/changesets/unreviewed'
import { type MemoryBadges, memoryBadges } from '@/lib/store/memories/memory-badges'
import { ancestorPaths } from '@/lib/text/memory-path'

export interface TreeListingInput {
  storeId: string
  /** with its trailing slash */
  directory: string
  limit: number
  after?: string | undefined
  /** as of this change; null: now */
  sequence: number | null
}

/** Entries of a directory loaded at first. */
export const FIRST_PAGE = 100

/** A page of a directory's entries for the tree. */
export async function treeListing(db: Database, input: TreeListingInput): Promise<TreeListing> {
  const { entries, next, order } = await listFolder(db, {
    storeId: input.storeId,
    directory: input.directory.slice(0, -1),
    limit: input.limit,
    after: input.after,
    at: momentOf(input.sequence),
  })
  const memories = entries.flatMap((entry) => (entry.type === 'memory' ? [entry.memory] : []))
  const badges = await badgesOf(db, memories)
  return { items: entries.map((entry) => itemOf(entry, badges)), order, next }
}

/** The listings open at first: the root, and the directories above the chosen memory. */
export async function openListings(
  db: Database,
  {
    storeId,
    selected,
    sequence,
  }: { storeId: string; selected: string | null; sequence: number | null },
): Promise<Record<string, TreeListing>> {
  const directories = ['', ...(selected === null ? [] : ancestorPaths(selected))]
  const listings: Record<string, TreeListing> = {}
  for (const path of directories) {
    const directory = `${path}/`
    listings[directory] = await treeListing(db, { storeId, directory, limit: FIRST_PAGE, sequence })
  }
  return listings
}

const MAX_FILTERED = 500

/** The memories whose paths contain a text's words, for the tree. */
export async function filteredTree(
  db: Database,
  input: { storeId: string; text: string; sequence: number | null; signal?: AbortSignal },
): Promise<FilteredTree> {
  const { storeId, text, signal } = input
  const at = momentOf(input.sequence)
  const found = await filterPaths(db, { storeId, text, at, signal, limit: MAX_FILTERED })
  const badges = await badgesOf(db, found.memories)
  return {
    items: found.memories.map((memory) => treeMemory(memory, badges)),
    hasMore: found.hasMore,
  }
}

function momentOf(sequence: number | null): { sequence: number } | undefined {
  return sequence === null ? undefined : { sequence }
}

interface Badges {
  badges: ReadonlyMap<string, MemoryBadges>
  unreviewed: ReadonlySet<string>
  found: ReadonlyMap<string, Level>
}

async function badgesOf(db: Database, memories: readonly Memory[]): Promise<Badges> {
  const ids = memories.map(({ id }) => id)
  const [badges, unreviewed, found] = await Promise.all([
    memoryBadges(db, ids),
    unreviewedMemories(db, ids),
    foundLevels(db, ids),
  ])
  return { badges, unreviewed, found }
}

function itemOf(entry: TreeEntry, badges: Badges): TreeItem {
  if (entry.type === 'memory') return treeMemory(entry.memory, badges)
  const { path, memoryCount } = entry.directory
  return { type: 'directory', path, memoryCount }
}

function treeMemory(memory: Memory, badges: Badges): TreeMemory {
  const { id, path, size, sequence } = memory
  const badge = badges.badges.get(id)
  return {
    type: 'memory',
    id,
    path,
    size,
    sequence,
    isFirstVersion: badge?.versionCount === 1,
    isRead: badge?.isRead ?? false,
    isUnreviewed: badges.unreviewed.has(id),
    found: badges.found.get(id) ?? 'none',
    isQuarantined: badge?.isQuarantined ?? false,
  }
}

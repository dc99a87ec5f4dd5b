import type { Tree, TreeMemory } from '@/lib/store/tree'
import { compareInTree } from '@/lib/text/natural-order'
import type { ListedMemory, Listing } from './listing'

// A browser loads this with the first news: what comes with a page is in order.

/** What became of a listing since a change. After too much of it, or a redaction, a whole one comes. */
export interface ListingNews {
  sequence: number
  changed: readonly ListedMemory[]
  gone: readonly string[]
}

/** Sorts memories as the tree shows them. */
export function inTreeOrder(memories: readonly ListedMemory[]): ListedMemory[] {
  return memories.toSorted(([one], [other]) => compareInTree(one, other))
}

/** Memories of a store's tree as its page lists them. `toReview`: the ids of those that are to review. */
export const listedMemories = (
  memories: readonly TreeMemory[],
  toReview: ReadonlySet<string>,
): ListedMemory[] =>
  memories.map(({ id, path, size, sequence, isRead }) => {
    const listed = [path, size, sequence, isRead ? 1 : 0] as const
    return toReview.has(id) ? [...listed, 1] : listed
  })

/** A store's tree as its page lists it. */
export function listingOf(
  { sequence, memories, hasMore }: Tree,
  toReview: ReadonlySet<string>,
): Listing {
  return { sequence, memories: inTreeOrder(listedMemories(memories, toReview)), hasMore }
}

/** A listing with what became of it; older news than it has change nothing. */
export function withNews(listing: Listing, news: ListingNews): Listing {
  if (news.sequence <= listing.sequence) return listing
  const touched = new Set([...news.gone, ...news.changed.map(([path]) => path)])
  const kept = listing.memories.filter(([path]) => !touched.has(path))
  const memories = inTreeOrder([...kept, ...news.changed])
  return { ...listing, sequence: news.sequence, memories }
}

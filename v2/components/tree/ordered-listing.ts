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

/** A memory of a store's tree as its page lists it. */
export const listedMemory = ({ isToReview, ...memory }: TreeMemory): ListedMemory => {
  const listed = [memory.path, memory.size, memory.sequence, memory.isRead ? 1 : 0] as const
  return isToReview ? [...listed, 1] : listed
}

/** A store's tree as its page lists it. */
export function listingOf({ sequence, memories, hasMore }: Tree): Listing {
  return { sequence, memories: inTreeOrder(memories.map(listedMemory)), hasMore }
}

/** A listing with what became of it; older news than it has change nothing. */
export function withNews(listing: Listing, news: ListingNews): Listing {
  if (news.sequence <= listing.sequence) return listing
  const touched = new Set([...news.gone, ...news.changed.map(([path]) => path)])
  const kept = listing.memories.filter(([path]) => !touched.has(path))
  const memories = inTreeOrder([...kept, ...news.changed])
  return { ...listing, sequence: news.sequence, memories }
}

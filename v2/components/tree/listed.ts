import type { Tree, TreeMemory } from '@/lib/store/tree'
import { inTreeOrder, type ListedMemory, type Listing } from './listing'

/** A memory of a store's tree as its page lists it. */
export const listedMemory = ({ path, size, sequence, isRead }: TreeMemory): ListedMemory => [
  path,
  size,
  sequence,
  isRead ? 1 : 0,
]

/** A store's tree as its page lists it. */
export function listingOf({ sequence, memories, hasMore }: Tree): Listing {
  return { sequence, memories: inTreeOrder(memories.map(listedMemory)), hasMore }
}

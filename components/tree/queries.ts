import { queryOptions, skipToken } from '@tanstack/react-query'
import { ask } from '@/components/queries/ask'
import type { TreeListing } from './tree-item'

const answers = () => import('./tree-item')
const loadListing = async () => (await answers()).treeListingAnswer
const loadFiltered = async () => (await answers()).filteredTreeAnswer

/**
 * A tree on a page: two mounts of one store share nothing, so none starts with the other's data.
 */
export interface TreeAddress {
  storeId: string
  mount: number
  /** as of this change; null: now */
  past: number | null
}

/** Key of all trees of a store. */
export const treeKey = (storeId: string) => ['tree', storeId] as const

const PRESENT = 'now'

/** Key of the listings of a store's trees that show the present. */
export const presentKey = (storeId: string) => [...treeKey(storeId), PRESENT] as const

/** The directory that a listing's key ends with. */
export const directoryOfKey = (key: readonly unknown[]) => String(key.at(-1))

/** Key of the last change received. Not among the listings, so that refetching them keeps it. */
export const lastChangeKey = (storeId: string) => ['last-change', storeId] as const

/** Key of what glows in a store's trees. */
export const glowKey = (storeId: string) => ['glow', storeId] as const

const FIRST_PAGE = 100

/**
 * Limit on reading again: in a store that changes all the time a listing is never newer than the
 * last change lastChange.
 */
const MAX_TRIES = 3

/** Lists a directory's entries (`/notes/`). A refetch loads as many as before. */
export function listingQuery(tree: TreeAddress, directory: string, initial?: TreeListing) {
  const queryKey = [...treeKey(tree.storeId), tree.past ?? PRESENT, tree.mount, directory] as const
  return queryOptions({
    queryKey,
    queryFn: async ({ client, signal }): Promise<TreeListing> => {
      const lastChange = () => client.getQueryData<number>(lastChangeKey(tree.storeId))
      const loaded = client.getQueryData<TreeListing>(queryKey)?.items.length ?? 0
      const part = { directory, limit: Math.max(loaded, FIRST_PAGE) }
      for (let tries = 1; ; tries++) {
        const before = lastChange()
        const listing = await fetchListing(tree, part, signal)
        // A change that was lastChange meanwhile found no listing to apply to, and may be missing here.
        if (lastChange() === before || tries === MAX_TRIES) return listing
      }
    },
    ...(initial ? { initialData: initial } : {}),
    // What came while the network was away is shown when it is asked for.
    refetchOnReconnect: ({ state }) => state.data === undefined,
    // Comparing thousands of entries costs more than rendering them again.
    structuralSharing: false,
  })
}

/** The memories whose paths contain a text; disabled if it is empty. */
export function filterQuery(tree: TreeAddress, text: string) {
  return queryOptions({
    queryKey: [...treeKey(tree.storeId), 'filter', tree.past ?? PRESENT, tree.mount, text] as const,
    queryFn:
      text.trim() === ''
        ? skipToken
        : ({ signal }) => ask(loadFiltered, addressOf(tree, { filter: text }), { signal }),
    placeholderData: (previous) => previous,
    gcTime: 10_000,
  })
}

/** A page of a directory's entries after a given one. */
export async function fetchListing(
  tree: TreeAddress,
  part: { directory: string; limit: number; after?: string },
  signal?: AbortSignal,
): Promise<TreeListing> {
  const { directory, limit, after } = part
  const asked = { directory, limit: String(limit), ...(after === undefined ? {} : { after }) }
  return ask(loadListing, addressOf(tree, asked), signal ? { signal } : {})
}

function addressOf(tree: TreeAddress, asked: Record<string, string>): string {
  const query = new URLSearchParams(asked)
  if (tree.past !== null) query.set('at', String(tree.past))
  return `/stores/${tree.storeId}/tree?${query}`
}

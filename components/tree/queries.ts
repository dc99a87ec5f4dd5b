import { queryOptions, skipToken } from '@tanstack/react-query'
import { ask } from '@/components/queries/ask'
import type { TreeListing } from './tree-item'

const answers = () => import('./tree-item')
const loadListing = async () => (await answers()).treeListingAnswer
const loadFiltered = async () => (await answers()).filteredTreeAnswer

/** A tree on a page: two mounts of one store share nothing, so none begins with what the other left. */
export interface TreeAddress {
  storeId: string
  mount: number
  /** as it was after this change; null: now */
  past: number | null
}

/** What all trees of a store go by. */
export const treeKey = (storeId: string) => ['tree', storeId] as const

const PRESENT = 'now'

/** The listings of a store's trees that show the present. */
export const presentKey = (storeId: string) => [...treeKey(storeId), PRESENT] as const

/** The directory that a listing's key ends with. */
export const directoryOfKey = (key: readonly unknown[]) => String(key.at(-1))

/** The last change that was heard of. Not among the listings: asking for these anew does not forget it. */
export const heardKey = (storeId: string) => ['heard', storeId] as const

/** What glows in a store's trees. */
export const glowKey = (storeId: string) => ['glow', storeId] as const

const FIRST_PAGE = 100

/** What lies directly in a directory (`/notes/`). Asked for anew, as much comes as was there. */
export function listingQuery(tree: TreeAddress, directory: string, initial?: TreeListing) {
  const queryKey = [...treeKey(tree.storeId), tree.past ?? PRESENT, tree.mount, directory] as const
  return queryOptions({
    queryKey,
    queryFn: ({ client, signal }): Promise<TreeListing> => {
      const loaded = client.getQueryData<TreeListing>(queryKey)?.items.length ?? 0
      return fetchListing(tree, { directory, limit: Math.max(loaded, FIRST_PAGE) }, signal)
    },
    ...(initial ? { initialData: initial } : {}),
    // Comparing thousands of entries costs more than showing them again.
    structuralSharing: false,
  })
}

/** The memories whose paths contain a text; asked for where it is not empty. */
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

/** A part of a directory: after an entry, so many. */
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

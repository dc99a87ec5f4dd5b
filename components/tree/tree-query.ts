'use client'

import { queryOptions, skipToken } from '@tanstack/react-query'
import type { FilteredTree, TreeListing } from './tree-item'

/** A tree on a page: two mounts of one store share nothing, so none begins with what the other left. */
export interface TreeAddress {
  storeId: string
  mount: number
  /** as it was after this change; null: now */
  past: number | null
}

/** What all trees of a store go by. */
export const treeKey = (storeId: string) => ['tree', storeId] as const

/** The listings of a tree that shows the present; followed by the directory. */
export const PRESENT = 'now'

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
        : async ({ signal }): Promise<FilteredTree> => {
            const response = await ask(tree, { filter: text }, signal)
            return (await response.json()) as FilteredTree
          },
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
  const response = await ask(tree, asked, signal)
  return (await response.json()) as TreeListing
}

async function ask(
  tree: TreeAddress,
  asked: Record<string, string>,
  signal?: AbortSignal,
): Promise<Response> {
  const query = new URLSearchParams(asked)
  if (tree.past !== null) query.set('at', String(tree.past))
  const response = await fetch(`/stores/${tree.storeId}/tree?${query}`, signal ? { signal } : {})
  if (!response.ok) throw new Error(`The server answered ${response.status}.`)
  return response
}

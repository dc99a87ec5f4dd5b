'use client'

import { useQueries, useQuery, useQueryClient, type UseQueryResult } from '@tanstack/react-query'
import { useCallback, useDeferredValue, useMemo, useRef } from 'react'
import { fetchListing, filterQuery, listingQuery, type TreeAddress } from './queries'
import type { TreeListing } from './tree-item'
import { endsBefore } from './listing-change'
import { filteredRows, type ListingState, parentOf, rowsOf, type TreeRow } from './tree-rows'

export interface TreeListings {
  rows: TreeRow[]
  /** loads the next page of an incomplete directory */
  loadMore: (directory: string) => void
  /**
   * loads the next page of the directory that a memory lies in, unless it is loaded as far as that,
   * or further than a person scrolls
   */
  loadTowards: (path: string) => void
  /** reloads a directory that failed to load */
  reload: (directory: string) => void
  /** prefetches a directory that may be opened next */
  prefetch: (directory: string) => void
}

/** The next page of a large directory is as large as what is loaded, within these limits. */
const LARGEST_PART = 10_000

/** Entries of a directory that are loaded to reach one of them. */
const FURTHEST = 10_000

/** The rows of a tree: the root, and the open directories below. */
export function useTreeListings(
  tree: TreeAddress,
  open: ReadonlySet<string>,
  initial: Readonly<Record<string, TreeListing>>,
): TreeListings {
  const queries = useQueryClient()
  const directories = useMemo(() => ['/', ...open], [open])
  const combine = useCallback(
    (results: UseQueryResult<TreeListing>[]) => {
      const listings = new Map<string, ListingState>()
      for (const [index, result] of results.entries()) {
        const directory = directories[index]
        if (directory !== undefined) listings.set(directory, stateOf(result))
      }
      return rowsOf(listings, open)
    },
    [directories, open],
  )
  const rows = useQueries({
    queries: directories.map((directory) => listingQuery(tree, directory, initial[directory])),
    combine,
  })
  const loading = useRef(new Set<string>())
  const loadMore = useCallback(
    (directory: string) => {
      const { queryKey } = listingQuery(tree, directory)
      const listing = queries.getQueryData<TreeListing>(queryKey)
      if (!listing?.next || loading.current.has(directory)) return
      loading.current.add(directory)
      const limit = Math.min(listing.items.length * 4, LARGEST_PART)
      fetchListing(tree, { directory, limit, after: listing.next })
        .then((part) =>
          queries.setQueryData<TreeListing>(queryKey, (known) =>
            known?.next === listing.next && known.order === part.order
              ? { ...part, items: [...known.items, ...part.items] }
              : known,
          ),
        )
        .catch(() => queries.invalidateQueries({ queryKey }))
        .finally(() => loading.current.delete(directory))
    },
    [queries, tree],
  )
  const loadTowards = useCallback(
    (path: string) => {
      const directory = parentOf(path)
      const { queryKey } = listingQuery(tree, directory)
      const listing = queries.getQueryData<TreeListing>(queryKey)
      if (listing && listing.items.length < FURTHEST && endsBefore(listing, path)) {
        loadMore(directory)
      }
    },
    [queries, tree, loadMore],
  )
  const reload = useCallback(
    (directory: string) => void queries.refetchQueries(listingQuery(tree, directory)),
    [queries, tree],
  )
  const prefetch = useCallback(
    (directory: string) => void queries.prefetchQuery(listingQuery(tree, directory)),
    [queries, tree],
  )
  return { rows, loadMore, loadTowards, reload, prefetch }
}

function stateOf(result: UseQueryResult<TreeListing>): ListingState {
  if (result.data) return result.data
  return result.isError ? 'failed' : 'loading'
}

/** The matches of the tree's filter; null if there is no filter. */
export interface TreeFilter {
  rows: TreeRow[]
  count: number
  hasMore: boolean
  /** `failed`: the rows are not the answer */
  state: 'found' | 'loading' | 'failed'
}

/** The rows that a filter matches, while typing. */
export function useTreeFilter(tree: TreeAddress, text: string): TreeFilter | null {
  const asked = useDeferredValue(text)
  const { data, isError, isPlaceholderData } = useQuery(filterQuery(tree, asked))
  const rows = useMemo(() => filteredRows(data?.items ?? []), [data])
  if (text.trim() === '') return null
  const isCurrent = data !== undefined && !isPlaceholderData && asked === text
  return {
    rows,
    count: data?.items.length ?? 0,
    hasMore: data?.hasMore ?? false,
    state: isError ? 'failed' : isCurrent ? 'found' : 'loading',
  }
}

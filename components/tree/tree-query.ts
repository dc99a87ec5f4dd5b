'use client'

import { infiniteQueryOptions } from '@tanstack/react-query'

/** A memory or a directory in the tree. */
export type TreeItem =
  { type: 'memory'; path: string; size: number } | { type: 'directory'; path: string }

export interface TreePage {
  items: TreeItem[]
  next: string | null
}

export const treeQueryKey = (storeId: string) => ['tree', storeId] as const

/** What lies directly in a directory (`/notes/`), a page at a time; `at`: as of that time, RFC 3339. */
export function treeQuery(storeId: string, directory: string, at: string | null) {
  return infiniteQueryOptions({
    queryKey: [...treeQueryKey(storeId), directory, at],
    queryFn: ({ pageParam, signal }) => fetchPage({ storeId, directory, at }, pageParam, signal),
    initialPageParam: null as string | null,
    getNextPageParam: (page) => page.next,
  })
}

interface WirePage {
  data: (
    | { type: 'memory'; path: string; content_size_bytes: number }
    | { type: 'memory_prefix'; path: string }
  )[]
  next_page: string | null
}

async function fetchPage(
  { storeId, directory, at }: { storeId: string; directory: string; at: string | null },
  page: string | null,
  signal: AbortSignal,
): Promise<TreePage> {
  const query = new URLSearchParams({ depth: '1', limit: '100', path_prefix: directory })
  if (page !== null) query.set('page', page)
  if (at !== null) query.set('at', at)
  const response = await fetch(`/v1/memory_stores/${storeId}/memories?${query}`, { signal })
  if (!response.ok) throw new Error(`The server answered ${response.status}.`)
  const { data, next_page } = (await response.json()) as WirePage
  return {
    items: data.map((item) =>
      item.type === 'memory'
        ? { type: 'memory', path: item.path, size: item.content_size_bytes }
        : { type: 'directory', path: item.path },
    ),
    next: next_page,
  }
}

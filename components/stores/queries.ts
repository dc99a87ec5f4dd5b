import { queryOptions } from '@tanstack/react-query'
import { ask } from '@/components/queries/ask'

const loadNames = async () => (await import('./store-names')).storeNamesAnswer

/** The stores whose name has the words of a text. */
export function storeNamesQuery(text: string, withArchived: boolean) {
  return queryOptions({
    queryKey: ['store-names', withArchived, text],
    queryFn: ({ signal }) => {
      const query = new URLSearchParams({ q: text, ...(withArchived ? { archived: '1' } : {}) })
      return ask(loadNames, `/store-names?${query}`, { signal })
    },
    placeholderData: (previous) => previous,
    staleTime: 0,
    gcTime: 10_000,
  })
}

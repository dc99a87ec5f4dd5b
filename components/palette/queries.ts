import { queryOptions } from '@tanstack/react-query'
import { ask } from '@/components/queries/ask'

const loadPlaces = async () => (await import('./places')).placesAnswer

/** Destinations that match a text. `storeId`: the store whose memories come first; null: none. */
export function placesQuery(text: string, storeId: string | null) {
  return queryOptions({
    queryKey: ['places', storeId, text],
    queryFn: ({ signal }) => {
      const query = new URLSearchParams({
        q: text,
        ...(storeId === null ? {} : { store: storeId }),
      })
      return ask(loadPlaces, `/go?${query}`, { signal })
    },
    placeholderData: (previous) => previous,
    staleTime: 0,
    gcTime: 10_000,
  })
}

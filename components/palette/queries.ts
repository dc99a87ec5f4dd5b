import { queryOptions } from '@tanstack/react-query'
import { ask } from '@/components/queries/ask'

const loadPlaces = async () => (await import('./places')).placesAnswer

/**
 * Destinations that match a text; for none, those of late. `storeId`: the store whose memories come
 * first; null: none. While an answer is awaited, the one before it.
 */
export function placesQuery(text: string, storeId: string | null, visits: readonly string[]) {
  const isAsked = text.trim() !== ''
  return queryOptions({
    queryKey: ['places', storeId, isAsked ? text : visits],
    queryFn: ({ signal }) => {
      const query = new URLSearchParams({ q: text })
      if (storeId !== null) query.set('store', storeId)
      if (!isAsked) for (const visit of visits) query.append('visit', visit)
      return ask(loadPlaces, `/go?${query}`, { signal })
    },
    placeholderData: (previous) => previous,
    staleTime: 0,
    gcTime: 10_000,
  })
}

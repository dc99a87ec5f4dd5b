import { queryOptions } from '@tanstack/react-query'
import { ask } from '@/components/queries/ask'

const loadNews = async () => (await import('./experiments-news')).experimentsNewsAnswer

/** How far a store's experiments are, each second. */
export function experimentsNewsQuery(storeId: string) {
  return queryOptions({
    queryKey: ['experiments', storeId],
    queryFn: ({ signal }) => ask(loadNews, `/stores/${storeId}/experiments/state`, { signal }),
    refetchInterval: 1_000,
    retry: false,
  })
}

import { queryOptions } from '@tanstack/react-query'
import { ask } from '@/components/queries/ask'

const loadNews = async () => (await import('./experiments-news')).experimentsNewsAnswer

/** How far a store's experiments are: read again when the server says that something changed. */
export function experimentsNewsQuery(storeId: string) {
  return queryOptions({
    queryKey: ['experiments', storeId],
    queryFn: ({ signal }) => ask(loadNews, `/stores/${storeId}/experiments/state`, { signal }),
    // What happens before the stream is heard.
    refetchInterval: 10_000,
    retry: false,
  })
}

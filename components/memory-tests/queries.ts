import { queryOptions } from '@tanstack/react-query'
import { ask } from '@/components/queries/ask'

const loadNews = async () => (await import('./tests-news')).testsNewsAnswer

/** How far a store's tests are: read again when the server says that something changed. */
export function testsNewsQuery(storeId: string) {
  return queryOptions({
    queryKey: ['tests', storeId],
    queryFn: ({ signal }) => ask(loadNews, `/stores/${storeId}/tests/state`, { signal }),
    // What happens before the stream is heard.
    refetchInterval: 10_000,
    retry: false,
  })
}

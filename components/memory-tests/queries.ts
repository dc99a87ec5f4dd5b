import { queryOptions } from '@tanstack/react-query'
import { ask } from '@/components/queries/ask'

const loadNews = async () => (await import('./tests-news')).testsNewsAnswer

/** How far a store's tests are, each second. */
export function testsNewsQuery(storeId: string) {
  return queryOptions({
    queryKey: ['tests', storeId],
    queryFn: ({ signal }) => ask(loadNews, `/stores/${storeId}/tests/state`, { signal }),
    refetchInterval: 1_000,
    retry: false,
  })
}

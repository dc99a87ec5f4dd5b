import { queryOptions } from '@tanstack/react-query'
import { ask } from '@/components/queries/ask'

const loadNews = async () => (await import('./cause-news')).causeNewsAnswer

/** How far a search is, each second. */
export function newsQuery(sessionId: string, causeId: string) {
  return queryOptions({
    queryKey: ['cause', causeId],
    queryFn: ({ signal }) =>
      ask(loadNews, `/sessions/${sessionId}/why/${causeId}/state`, { signal }),
    refetchInterval: 1_000,
    retry: false,
  })
}

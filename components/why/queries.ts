import { queryOptions } from '@tanstack/react-query'
import { ask } from '@/components/queries/ask'

const loadNews = async () => (await import('./replay-news')).replayNewsAnswer

/** How far work on a turn is, each second. */
export function newsQuery(sessionId: string, replayId: string) {
  return queryOptions({
    queryKey: ['replay', replayId],
    queryFn: ({ signal }) =>
      ask(loadNews, `/sessions/${sessionId}/replays/${replayId}/state`, { signal }),
    refetchInterval: 1_000,
    retry: false,
  })
}

import { queryOptions } from '@tanstack/react-query'
import { ask } from '@/components/queries/ask'
import type { GateCheck } from '@/lib/memory-tests/model/gate'

const loadNews = async () => (await import('./gate-news')).gateNewsAnswer

/** How the gates of a store stand on a state that would come about. */
export function gateNewsQuery({ storeId, state, gates }: GateCheck) {
  return queryOptions({
    queryKey: ['gates', storeId, state],
    queryFn: ({ signal }) => ask(loadNews, `/stores/${storeId}/tests/gates/${state}`, { signal }),
    initialData: { gates },
    // What happens before the stream is heard.
    refetchInterval: 10_000,
    retry: false,
  })
}

import { queryOptions } from '@tanstack/react-query'
import { ask } from '@/components/queries/ask'

const loadSchema = async () => (await import('./last-call')).lastCall

const POLL_INTERVAL_MS = 1_500

/** Whether an agent has called; asked again until one has. */
export function firstCallQuery() {
  return queryOptions({
    queryKey: ['first-call'],
    queryFn: ({ signal }) => ask(loadSchema, '/first-call', { signal }),
    staleTime: 0,
    refetchInterval: ({ state }) => (state.data?.call ? false : POLL_INTERVAL_MS),
  })
}

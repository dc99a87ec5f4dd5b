import { queryOptions } from '@tanstack/react-query'
import { ask } from '@/components/queries/ask'

const loadSchema = async () => (await import('./last-call')).lastCall

const POLL_INTERVAL_MS = 1_500

/** Asks whether an agent has called, again and again until one has. */
export function firstCallQuery() {
  return queryOptions({
    queryKey: ['first-call'],
    queryFn: ({ signal }) => ask(loadSchema, '/first-call', { signal }),
    staleTime: 0,
    refetchInterval: ({ state }) => (state.data?.call ? false : POLL_INTERVAL_MS),
  })
}

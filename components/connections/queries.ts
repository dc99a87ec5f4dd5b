import { queryOptions } from '@tanstack/react-query'
import { ask } from '@/components/queries/ask'
import type { ClientsAnswer } from './clients-answer'

const loadSchema = async () => (await import('./clients-answer')).clientsAnswer

const POLL_INTERVAL_MS = 1_500

/** Lists the programs that call over MCP; polled while it is on screen. */
export function clientsQuery(initial: ClientsAnswer) {
  return queryOptions({
    queryKey: ['mcp-clients'],
    queryFn: ({ signal }) => ask(loadSchema, '/connections/clients', { signal }),
    initialData: initial,
    staleTime: 0,
    refetchInterval: POLL_INTERVAL_MS,
  })
}

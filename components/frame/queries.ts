import { queryOptions } from '@tanstack/react-query'
import { ask } from '@/components/queries/ask'
import type { FrameLists } from './frame-lists'

const loadSchema = async () => (await import('./frame-lists')).frameLists

/** How old the lists beside a page may get while it is looked at. */
const OLDEST_MS = 20_000

/** The lists of the sidebar. `initial`: as the page came with them. */
export function frameListsQuery(initial: FrameLists) {
  return queryOptions({
    queryKey: ['frame'],
    queryFn: ({ signal }) => ask(loadSchema, '/frame', { signal }),
    initialData: initial,
    staleTime: OLDEST_MS,
    refetchInterval: OLDEST_MS,
  })
}

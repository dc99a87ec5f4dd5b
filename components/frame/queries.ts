import { queryOptions } from '@tanstack/react-query'
import { ask } from '@/components/queries/ask'
import type { FrameLists } from './frame-lists'

const loadSchema = async () => (await import('./frame-lists')).frameLists

/** Interval at which the lists beside a page are read again while it is on screen. */
const OLDEST_MS = 20_000

/** The key of the lists of the sidebar. */
export const FRAME = ['frame'] as const

/** The lists of the sidebar. `initial`: as the page came with them. */
export function frameListsQuery(initial: FrameLists) {
  return queryOptions({
    queryKey: FRAME,
    queryFn: ({ signal }) => ask(loadSchema, '/frame', { signal }),
    initialData: initial,
    staleTime: OLDEST_MS,
    refetchInterval: OLDEST_MS,
  })
}

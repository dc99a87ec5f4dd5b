import { queryOptions } from '@tanstack/react-query'
import { ask } from '@/components/queries/ask'
import type { FoldersAnswer } from './folders-answer'

const loadSchema = async () => (await import('./folders-answer')).foldersAnswer

const POLL_INTERVAL_MS = 1_500

export const FOLDERS_KEY = ['watched-folders']

/** The folders that are watched, asked again while they are looked at. */
export function foldersQuery(initial: FoldersAnswer) {
  return queryOptions({
    queryKey: FOLDERS_KEY,
    queryFn: ({ signal }) => ask(loadSchema, '/connections/folders', { signal }),
    initialData: initial,
    staleTime: 0,
    refetchInterval: POLL_INTERVAL_MS,
  })
}

import { queryOptions } from '@tanstack/react-query'
import { ask } from '@/components/queries/ask'

const memoryAnswers = () => import('./memory-listing')
const loadListing = async () => (await memoryAnswers()).memoryListingAnswer
const loadMemory = async () => (await memoryAnswers()).shownMemoryAnswer
const loadCallChanges = async () => (await import('./call-changes')).callChangesAnswer

/** What is shown of a store beside a conversation; what is shown of one memory lies below it. */
export const memoryKey = (sessionId: string, storeId: string) =>
  ['session memory', sessionId, storeId] as const

/** The memories of one of a session's stores. */
export function memoryListingQuery(sessionId: string, storeId: string) {
  return queryOptions({
    queryKey: memoryKey(sessionId, storeId),
    queryFn: ({ signal }) => {
      const query = new URLSearchParams({ store: storeId })
      return ask(loadListing, `/sessions/${sessionId}/memory?${query}`, { signal })
    },
    retry: false,
  })
}

/** One memory of a session's stores; not asked for where the path is empty. */
export function shownMemoryQuery(sessionId: string, storeId: string, path: string) {
  return queryOptions({
    queryKey: [...memoryKey(sessionId, storeId), path],
    enabled: path !== '',
    queryFn: ({ signal }) => {
      const query = new URLSearchParams({ store: storeId, path })
      return ask(loadMemory, `/sessions/${sessionId}/memory?${query}`, { signal })
    },
    retry: false,
  })
}

/** A call of a session, as its changes are asked for. */
export interface CallToShow {
  sessionId: string
  eventId: string
  /** a call that was carried out is asked about anew, one that was denied stays as it was shown */
  state: 'proposed' | 'done' | 'denied'
}

/** What a call changed, or would change: as it is told by the server, not as the agent says it. */
export function callChangesQuery({ sessionId, eventId, state }: CallToShow) {
  return queryOptions({
    queryKey: ['call', sessionId, eventId, state === 'done' ? 'done' : 'proposed'],
    queryFn: ({ signal }) => {
      const query = new URLSearchParams({ event: eventId })
      return ask(loadCallChanges, `/sessions/${sessionId}/call?${query}`, { signal })
    },
    // What was decided stays; what is proposed depends on what others write meanwhile.
    staleTime: state === 'proposed' ? 0 : Infinity,
    refetchInterval: state === 'proposed' ? 5_000 : false,
  })
}

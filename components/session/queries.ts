import { queryOptions } from '@tanstack/react-query'
import { ask } from '@/components/queries/ask'
import type { PartAsked } from '@/lib/agent/conversation-part'
import type { ConversationPart } from './conversation/conversation-part'

const memoryAnswers = () => import('./memory/memory-listing')
const loadListing = async () => (await memoryAnswers()).memoryListingAnswer
const loadMemory = async () => (await memoryAnswers()).shownMemoryAnswer
const loadPart = async () =>
  (await import('./conversation/conversation-part')).conversationPartAnswer
const loadMaskedAnswer = async () => (await import('./conversation/masked-answer')).maskedAnswer
const loadCallChanges = async () => (await import('./conversation/call-changes')).callChangesAnswer

/** Key for a store in the memory panel; those of its memories lie below it. */
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

/** One memory of a session's stores; disabled if the path is empty. */
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

/** A call of a session, in queries for its changes. */
export interface CallToShow {
  sessionId: string
  eventId: string
  /** a completed call is queried again, a denied one stays as it was shown */
  state: 'proposed' | 'done' | 'denied'
}

/**
 * Asks for what a call changed, or would change: as the server computes it, not as the agent
 * claims.
 */
export function callChangesQuery({ sessionId, eventId, state }: CallToShow) {
  return queryOptions({
    queryKey: ['call', sessionId, eventId, state === 'done' ? 'done' : 'proposed'],
    queryFn: ({ signal }) => {
      const query = new URLSearchParams({ event: eventId })
      return ask(loadCallChanges, `/sessions/${sessionId}/call?${query}`, { signal })
    },
    // A decided call does not change; a proposal depends on what others write meanwhile.
    staleTime: state === 'proposed' ? 0 : Infinity,
    refetchInterval: state === 'proposed' ? 5_000 : false,
  })
}

/** Asks for a call's answer without what is secret in it. */
export function maskedAnswerQuery(sessionId: string, eventId: string) {
  return queryOptions({
    queryKey: ['call answer', sessionId, eventId],
    queryFn: ({ signal }) => {
      const query = new URLSearchParams({ event: eventId })
      return ask(loadMaskedAnswer, `/sessions/${sessionId}/answer?${query}`, { signal })
    },
    staleTime: Infinity,
    retry: false,
  })
}

/** Asks what was decided of a call that waited: until what was allowed is done, `proposed`. */
export function callOutcomeQuery(sessionId: string, eventId: string) {
  return queryOptions({
    queryKey: ['call outcome', sessionId, eventId],
    queryFn: ({ signal }) => {
      const query = new URLSearchParams({ event: eventId })
      return ask(loadCallChanges, `/sessions/${sessionId}/call?${query}`, { signal })
    },
    refetchInterval: ({ state }) => (state.data?.state === 'proposed' ? 2_000 : false),
    retry: false,
  })
}

/** Part of a conversation that its page came without. */
export function fetchConversationPart(
  sessionId: string,
  asked: PartAsked,
): Promise<ConversationPart> {
  const query = new URLSearchParams(
    Object.entries(asked).map(([name, value]) => [name, String(value)]),
  )
  return ask(loadPart, `/sessions/${sessionId}/events?${query}`)
}

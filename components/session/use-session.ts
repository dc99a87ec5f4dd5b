import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useEffectEvent, useRef } from 'react'
import { ask, untilAnswered } from '@/components/act/ask'
import { followTopics } from '@/components/live/follow'
import {
  type ConversationPart,
  type SessionBody,
  type SessionState,
  stillWritten,
  withEarlier,
  withNews,
} from './state'

const keyOf = (id: string) => ['session', id] as const

/** A session as it is: brought by the page, kept true by the stream. */
export function useSession(brought: SessionState): SessionState {
  const { id } = brought.facts
  const cache = useQueryClient()
  const news = useRef(0)
  const writingBeside = ({ entries }: SessionState) =>
    stillWritten(cache.getQueryData<SessionState>(keyOf(id))?.writing ?? [], entries)
  const { data: state, refetch } = useQuery({
    queryKey: keyOf(id),
    queryFn: async ({ signal }) => {
      for (;;) {
        const before = news.current
        const anew = await ask<SessionState>(`/sessions/${id}/entries`, signal)
        // What was told meanwhile may be younger than the answer.
        if (news.current === before) return { ...anew, writing: writingBeside(anew) }
      }
    },
    initialData: brought,
    refetchInterval: untilAnswered,
    // Nobody keeps it true once the page is left.
    gcTime: 0,
  })
  const heard = useEffectEvent((body: SessionBody) => {
    if (body.kind === 'changed') news.current += 1
    const isRedacted = body.kind === 'changed' && body.redactions !== state.redactions
    if (body.kind === 'anew' || isRedacted) {
      // What was taken out may stand in whatever was asked for besides: changes, memories, requests.
      void cache.resetQueries({ predicate: ({ queryKey }) => queryKey.length > keyOf(id).length })
    }
    if (body.kind === 'anew') return void refetch()
    cache.setQueryData<SessionState>(keyOf(id), (now) => now && withNews(now, body))
  })
  useEffect(
    () =>
      followTopics({
        topics: [`session:${id}`],
        onNews: ({ body }) => heard(body as SessionBody),
        known: () => {
          const { sequence = 0, redactions = 0 } = cache.getQueryData<SessionState>(keyOf(id)) ?? {}
          return [sequence, redactions]
        },
      }),
    [id, cache],
  )
  return state
}

/** Loads the part of the conversation before what is shown; answers where that begins. */
export function useEarlier(id: string): (from: number) => Promise<number> {
  const cache = useQueryClient()
  return async (from) => {
    const part = await ask<ConversationPart>(`/sessions/${id}/entries?before=${from}`)
    // What was asked for twice, or was begun anew meanwhile, is there.
    cache.setQueryData<SessionState>(keyOf(id), (now) =>
      now?.from === from ? withEarlier(now, part) : now,
    )
    return part.from
  }
}

/** Changes what is shown of a session at once; the stream says what it really is by then. */
export function useShowAtOnce(id: string): (change: Partial<SessionState['facts']>) => void {
  const cache = useQueryClient()
  return (change) =>
    cache.setQueryData<SessionState>(
      keyOf(id),
      (now) => now && { ...now, facts: { ...now.facts, ...change } },
    )
}

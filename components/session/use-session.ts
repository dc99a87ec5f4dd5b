'use client'

import { useCallback, useEffect, useReducer, useState } from 'react'
import { BACK_SHOWN_MS, type Connection } from '@/components/live/connection'
import { followStream } from '@/components/live/follow-stream'
import type { MemoryNews } from '@/lib/agent/follow-memory'
import type { SessionNews } from '@/lib/agent/follow-session'
import type { SessionEvent } from '@/lib/agent/session-event'
import type { SessionHead } from '@/lib/agent/session-head'
import type { SessionReview } from '@/lib/review/changesets/sessions-review'
import type { MemoryFeed } from './memory/memory-feed'
import { afterHead, afterNews, afterPart, afterReconnect, type SessionState } from './session-state'

type SessionAction =
  | { type: 'news'; news: readonly SessionNews[] }
  | { type: 'part'; events: readonly SessionEvent[] }
  | { type: 'head'; head: SessionHead }
  | { type: 'review'; review: SessionReview | null }
  | { type: 'again' }

function afterAction(state: SessionState, action: SessionAction): SessionState {
  switch (action.type) {
    case 'news':
      return action.news.reduce(afterNews, state)
    case 'part':
      return afterPart(state, action.events)
    case 'head':
      return afterHead(state, action.head)
    case 'review':
      return { ...state, review: action.review }
    case 'again':
      return afterReconnect(state)
  }
}

/**
 * Follows a session on the server, starting from the rendered state, of which only the head is
 * taken in when the page is rendered again. Reconnects by itself from the last event received:
 * nothing is missed or repeated; events that came while the connection was lost are counted.
 * `memory`: receives the changes of its stores from the same stream; null: none.
 */
export function useSession(
  sessionId: string,
  rendered: SessionState,
  memory: MemoryFeed | null,
): {
  state: SessionState
  connection: Connection
  isGone: boolean
  /** takes in a part of the session that the page came without */
  addPart: (events: readonly SessionEvent[]) => void
} {
  const [state, dispatch] = useReducer(afterAction, rendered)
  if (rendered.head.revision > state.head.revision) dispatch({ type: 'head', head: rendered.head })
  const [connection, setConnection] = useState<Connection>({ state: 'connected' })
  const [isGone, setGone] = useState(false)
  const [begin] = useState(() => rendered.events.at(-1)?.sequence ?? 0)
  useEffect(() => {
    let after = begin
    let lostAt: number | null = null
    let back: { at: number; seconds: number; missed: number } | null = null
    let shown: ReturnType<typeof setTimeout> | undefined
    const sayBack = () => {
      if (!back) return
      const { seconds, missed } = back
      setConnection({ state: 'back', seconds, missed })
      clearTimeout(shown)
      shown = setTimeout(() => {
        back = null
        setConnection({ state: 'connected' })
      }, BACK_SHOWN_MS)
    }
    // Events before the next frame are rendered together.
    let waiting: SessionNews[] = []
    const flush = () => {
      if (waiting.length > 0) dispatch({ type: 'news', news: waiting })
      waiting = []
    }
    const take = (news: SessionNews) => {
      if (waiting.push(news) > 1) return
      // A page in the background paints no frames.
      if (document.hidden) setTimeout(flush)
      else requestAnimationFrame(flush)
    }
    const stop = followStream({
      address: () => {
        const asked = [['after', `${after}`], ...(memory?.asked() ?? [])]
        return `/sessions/${sessionId}/live?${new URLSearchParams(asked)}`
      },
      on: {
        news: (data) => {
          const news = JSON.parse(data) as SessionNews
          if (news.kind === 'event') {
            after = news.event.sequence ?? after
            if (back && news.event.createdAt < back.at) {
              back.missed++
              sayBack()
            }
          }
          take(news)
        },
        memory: (data) => memory?.take(JSON.parse(data) as MemoryNews),
        review: (data) => {
          const { review } = JSON.parse(data) as { review: SessionReview | null }
          dispatch({ type: 'review', review })
        },
        opened: (data) => {
          if (lostAt === null) return
          const { at } = JSON.parse(data) as { at: number }
          back = { at, seconds: Math.round((Date.now() - lostAt) / 1000), missed: 0 }
          lostAt = null
          sayBack()
        },
        gone: () => {
          setGone(true)
          stop()
        },
      },
      onConnecting: () => {
        flush()
        dispatch({ type: 'again' })
      },
      onLost: () => {
        clearTimeout(shown)
        back = null
        lostAt ??= Date.now()
        setConnection({ state: 'lost', since: lostAt })
      },
    })
    return () => {
      clearTimeout(shown)
      stop()
    }
  }, [sessionId, begin, memory])
  const addPart = useCallback(
    (events: readonly SessionEvent[]) => dispatch({ type: 'part', events }),
    [],
  )
  return { state, connection, isGone, addPart }
}

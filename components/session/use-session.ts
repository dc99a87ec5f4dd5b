'use client'

import { useEffect, useReducer, useState } from 'react'
import { followStream } from '@/components/live/follow-stream'
import type { SessionNews } from '@/lib/agent/follow-session'
import { afterNews, afterReconnect, type SessionState } from './session-state'

type Heard = { type: 'news'; news: readonly SessionNews[] } | { type: 'again' }

function afterHeard(state: SessionState, heard: Heard): SessionState {
  return heard.type === 'again' ? afterReconnect(state) : heard.news.reduce(afterNews, state)
}

/**
 * A session as on the server, starting from the rendered state. Reconnects by itself from the last
 * event received: nothing is missed or repeated.
 */
export function useSession(
  sessionId: string,
  rendered: SessionState,
): { state: SessionState; isLost: boolean; isGone: boolean } {
  const [state, hear] = useReducer(afterHeard, rendered)
  const [isLost, setLost] = useState(false)
  const [isGone, setGone] = useState(false)
  const [begin] = useState(() => rendered.events.at(-1)?.sequence ?? 0)
  useEffect(() => {
    let after = begin
    // Events before the next frame are rendered together.
    let waiting: SessionNews[] = []
    const flush = () => {
      if (waiting.length > 0) hear({ type: 'news', news: waiting })
      waiting = []
    }
    const take = (news: SessionNews) => {
      if (waiting.push(news) > 1) return
      // A page in the background paints no frames.
      if (document.hidden) setTimeout(flush)
      else requestAnimationFrame(flush)
    }
    const stop = followStream({
      address: () => `/sessions/${sessionId}/live?after=${after}`,
      on: {
        news: (data) => {
          const news = JSON.parse(data) as SessionNews
          if (news.kind === 'event') after = news.event.sequence ?? after
          take(news)
        },
        gone: () => {
          setGone(true)
          stop()
        },
      },
      onConnecting: () => {
        flush()
        hear({ type: 'again' })
      },
      onOpen: () => setLost(false),
      onLost: () => setLost(true),
    })
    return stop
  }, [sessionId, begin])
  return { state, isLost, isGone }
}

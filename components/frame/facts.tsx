'use client'

import { createContext, type ReactNode, useEffect, useState } from 'react'
import { ask, oneAtATime } from '@/components/act/ask'
import { useLive } from '@/components/live/use-live'
import type { Places } from '@/lib/store/places'

/** What the frame shows on every page. */
export interface FrameFacts extends Pick<Places, 'stores'> {
  /** sessions that run, or wait for a person */
  live: number
  /** how many memories are to be looked at, and how many writes wait for a person */
  review: { memories: number; held: number }
}

const NONE: FrameFacts = { stores: [], live: 0, review: { memories: 0, held: 0 } }

export const Facts = createContext(NONE)

interface FrameFactsProviderProps {
  initial: FrameFacts
  children: ReactNode
}

/** Brought by the layout, kept true by news. The window's title counts what waits for a person. */
export function FrameFactsProvider({ initial, children }: FrameFactsProviderProps) {
  const [shown, setShown] = useState(initial)
  const [one] = useState(oneAtATime)
  useLive(['frame'], () => one(() => ask<FrameFacts>('/places').then(setShown)))
  useCountInTitle(shown.review.held)
  return <Facts value={shown}>{children}</Facts>
}

const COUNT = /^\(\d+\) /

/** Pages give the title; the number stands before whatever it is. */
function useCountInTitle(count: number): void {
  useEffect(() => {
    const put = () => {
      const bare = document.title.replace(COUNT, '')
      const title = count > 0 ? `(${count}) ${bare}` : bare
      if (document.title !== title) document.title = title
    }
    put()
    const watch = new MutationObserver(put)
    watch.observe(document.head, { childList: true, subtree: true, characterData: true })
    return () => watch.disconnect()
  }, [count])
}

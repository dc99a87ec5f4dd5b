'use client'

import { useEffect, useRef, useState } from 'react'
import { ask } from '@/components/act/ask'
import { useLive } from '@/components/live/use-live'
import type { StoresUsedLast } from '@/lib/store/places'

/** What the sidebar shows of the stores: brought by the layout, kept true by news. */
export function useFrame(initial: StoresUsedLast): StoresUsedLast {
  const [shown, setShown] = useState(initial)
  const asking = useRef<AbortController>(undefined)
  useEffect(() => () => asking.current?.abort(), [])
  useLive(['frame'], () => {
    asking.current?.abort()
    const question = new AbortController()
    asking.current = question
    // What was not answered is asked again with the next news.
    ask<StoresUsedLast>('/places', question.signal).then(setShown, () => undefined)
  })
  return shown
}

'use client'

import { useEffect, useRef, useState } from 'react'

const keyOf = (storeId: string) => `seen:${storeId}`

/** The last change of a store that this browser has seen; null: none, or it is not known. */
export function seenChange(storeId: string): number | null {
  const stored = Number(localStorage.getItem(keyOf(storeId)) ?? Number.NaN)
  return Number.isSafeInteger(stored) ? stored : null
}

/**
 * The last change of a store that this browser had seen when the page was opened: newer ones get a
 * badge. Null until it is known, and on a first visit, when nothing counts as new.
 */
export function useSeenChanges(storeId: string, last: number): number | null {
  const [seen, setSeen] = useState<number | null>(null)
  const newest = useRef(last)
  useEffect(() => {
    newest.current = last
  }, [last])
  useEffect(() => {
    // Only the browser knows it, so it cannot be there at the first paint.
    // oxlint-disable-next-line react/set-state-in-effect
    setSeen(seenChange(storeId))
    const remember = () => localStorage.setItem(keyOf(storeId), String(newest.current))
    window.addEventListener('pagehide', remember)
    return () => {
      window.removeEventListener('pagehide', remember)
      remember()
    }
  }, [storeId])
  return seen
}

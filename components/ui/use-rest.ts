import { useEffect, useRef } from 'react'

/**
 * Minimum stay on an element: a pointer or an arrow key that merely passes leaves sooner.
 * Milliseconds.
 */
const DEBOUNCE_MS = 100

/** Calls something once nothing moved for a moment after `begin`, unless it is cancelled before. */
export function useRest(onRest: () => void): { begin: () => void; cancel: () => void } {
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  const cancel = () => clearTimeout(timer.current)
  useEffect(() => cancel, [])
  return {
    begin: () => {
      cancel()
      timer.current = setTimeout(onRest, DEBOUNCE_MS)
    },
    cancel,
  }
}

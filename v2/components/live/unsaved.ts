'use client'

import { useEffect } from 'react'

/** reasons for which the page must not move */
let reasons = 0

/** Holds news back until the returned function is called: an act of the page is under way. */
export function holdStill(): () => void {
  reasons += 1
  return () => {
    reasons -= 1
  }
}

/**
 * Says that the page holds something that nobody saved yet: news are held back meanwhile, and the
 * browser asks before the page is closed or loaded anew.
 */
export function useUnsaved(isUnsaved: boolean): void {
  useEffect(() => {
    if (!isUnsaved) return
    const warn = (event: BeforeUnloadEvent) => event.preventDefault()
    const release = holdStill()
    window.addEventListener('beforeunload', warn)
    return () => {
      release()
      window.removeEventListener('beforeunload', warn)
    }
  }, [isUnsaved])
}

/** Whether the page must not move now: something is unsaved or under way, or the pointer drags. */
export function isHeldStill(): boolean {
  return reasons > 0 || document.querySelector('[data-dragging]') !== null
}

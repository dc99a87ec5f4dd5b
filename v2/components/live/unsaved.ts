'use client'

import { useEffect } from 'react'

let unsaved = 0

/**
 * Says that the page holds something that nobody saved yet: news are held back meanwhile, and the
 * browser asks before the page is closed or loaded anew.
 */
export function useUnsaved(isUnsaved: boolean): void {
  useEffect(() => {
    if (!isUnsaved) return
    const warn = (event: BeforeUnloadEvent) => event.preventDefault()
    unsaved += 1
    window.addEventListener('beforeunload', warn)
    return () => {
      unsaved -= 1
      window.removeEventListener('beforeunload', warn)
    }
  }, [isUnsaved])
}

/** Whether the page must not move now: something is unsaved, or the pointer drags. */
export function isHeldStill(): boolean {
  return unsaved > 0 || document.querySelector('[data-dragging]') !== null
}

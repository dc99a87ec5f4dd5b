'use client'

import { useEffect, useEffectEvent } from 'react'

/** ⌘ or Ctrl with Enter does the page's one act, also while a field has the focus. */
export function useActKey(act: () => void, isOff = false): void {
  const acted = useEffectEvent((event: KeyboardEvent) => {
    const isStroke = event.key === 'Enter' && (event.metaKey || event.ctrlKey)
    if (!isStroke || isOff || document.querySelector('[role="dialog"]')) return
    event.preventDefault()
    act()
  })
  useEffect(() => {
    const listener = (event: KeyboardEvent) => acted(event)
    window.addEventListener('keydown', listener)
    return () => window.removeEventListener('keydown', listener)
  }, [])
}

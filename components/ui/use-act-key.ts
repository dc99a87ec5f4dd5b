'use client'

import { useEffect, useEffectEvent } from 'react'
import { isForPage } from './page-key'

/** ⌘ or Ctrl with Enter does the page's one act, also from a field that belongs to no form. */
export function useActKey(act: () => void, isOff = false): void {
  const acted = useEffectEvent((event: KeyboardEvent) => {
    const isStroke = event.key === 'Enter' && (event.metaKey || event.ctrlKey)
    if (!isStroke || isOff || !isForPage(event)) return
    event.preventDefault()
    act()
  })
  useEffect(() => {
    const listener = (event: KeyboardEvent) => acted(event)
    window.addEventListener('keydown', listener)
    return () => window.removeEventListener('keydown', listener)
  }, [])
}

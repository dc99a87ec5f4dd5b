'use client'

import { useEffect, useEffectEvent } from 'react'
import { isForPage } from './page-key'

/** ⌘ or Ctrl with Enter does the page's one act, also from a field that belongs to no form. */
export function useSubmitShortcut(onSubmit: () => void, { disabled }: { disabled: boolean }): void {
  const pressed = useEffectEvent((event: KeyboardEvent) => {
    const isStroke = event.key === 'Enter' && (event.metaKey || event.ctrlKey)
    if (!isStroke || disabled || !isForPage(event)) return
    event.preventDefault()
    onSubmit()
  })
  useEffect(() => {
    const listener = (event: KeyboardEvent) => pressed(event)
    window.addEventListener('keydown', listener)
    return () => window.removeEventListener('keydown', listener)
  }, [])
}

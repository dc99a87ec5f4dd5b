'use client'

import { useEffectEvent, useLayoutEffect } from 'react'
import { isWritten } from './is-written'

/** A letter without a modifier does something on this page, unless it is typed or something is open. */
export function useLetterKey(letter: string, act: () => void): void {
  const pressed = useEffectEvent((event: KeyboardEvent) => {
    if (event.key !== letter || event.metaKey || event.ctrlKey || event.altKey) return
    if (event.defaultPrevented || event.repeat || isWritten(event.target)) return
    if (document.querySelector('dialog[open], [role="dialog"], :popover-open')) return
    event.preventDefault()
    act()
  })
  // Before it is painted: a key that is pressed once the page is seen is not lost.
  useLayoutEffect(() => {
    const listener = (event: KeyboardEvent) => pressed(event)
    window.addEventListener('keydown', listener)
    return () => window.removeEventListener('keydown', listener)
  }, [])
}

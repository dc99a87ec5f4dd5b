'use client'

import { useEffectEvent, useLayoutEffect } from 'react'
import { isPageKey } from './page-key'

/** A letter without a modifier does something on this page (`isPageKey`). */
export function useLetterKey(letter: string, act: () => void): void {
  const pressed = useEffectEvent((event: KeyboardEvent) => {
    if (event.key !== letter || event.repeat || !isPageKey(event)) return
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

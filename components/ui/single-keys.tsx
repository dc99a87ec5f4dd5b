'use client'

import { useEffect } from 'react'
import { isTextInput } from './is-text-input'

/** Elements in which letters keep choosing from a list. */
const CHOOSING = '[role="menu"], [role="listbox"], [role="combobox"]'

/**
 * Keeps letters and signs without a modifier from every shortcut, if the person switched these off:
 * who speaks to the computer, or whose fingers slip, would do things that they did not mean.
 */
export function SingleKeys() {
  useEffect(() => {
    const listener = (event: KeyboardEvent) => {
      if (document.documentElement.dataset.singleKeys !== 'off') return
      if (event.key.length !== 1 || event.key === ' ') return
      if (event.ctrlKey || event.metaKey || event.altKey || isTextInput(event.target)) return
      if (event.target instanceof Element && event.target.closest(CHOOSING)) return
      event.stopImmediatePropagation()
    }
    // Before every other listener, wherever it is.
    window.addEventListener('keydown', listener, { capture: true })
    return () => window.removeEventListener('keydown', listener, { capture: true })
  }, [])
  return null
}

'use client'

import { useEffect } from 'react'
import { isTextInput } from './page-key'

/** Elements in which letters keep choosing from a list. */
const CHOOSING = '[role="menu"], [role="listbox"], [role="combobox"]'

/**
 * Keeps letters and signs without a modifier from every shortcut, if the person switched these off:
 * who speaks to the computer, or whose fingers slip, would do things that they did not mean. Where
 * the layout has no Latin letters, the one that stands on the key is pressed instead.
 */
export function SingleKeys() {
  useEffect(() => {
    const listener = (event: KeyboardEvent) => {
      if (event.key.length !== 1 || event.key === ' ' || !event.isTrusted) return
      if (event.ctrlKey || event.metaKey || event.altKey || isTextInput(event.target)) return
      if (event.target instanceof Element && event.target.closest(CHOOSING)) return
      if (document.documentElement.dataset.singleKeys === 'off') {
        event.stopImmediatePropagation()
        return
      }
      const [, letter] = /^Key([A-Z])$/.exec(event.code) ?? []
      if (
        letter === undefined ||
        !/^\p{L}$/u.test(event.key) ||
        /\p{Script=Latin}/u.test(event.key)
      ) {
        return
      }
      event.stopImmediatePropagation()
      event.preventDefault()
      const { code, shiftKey, repeat } = event
      const key = shiftKey ? letter : letter.toLowerCase()
      const latin = { key, code, shiftKey, repeat, bubbles: true, cancelable: true, composed: true }
      event.target?.dispatchEvent(new KeyboardEvent('keydown', latin))
    }
    // Before every other listener, wherever it is.
    window.addEventListener('keydown', listener, { capture: true })
    return () => window.removeEventListener('keydown', listener, { capture: true })
  }, [])
  return null
}

'use client'

import { useEffect, useState } from 'react'

/** The id of the hunk that holds the focus, or held it last; null: none did. */
export function useCurrentHunk(): string | null {
  const [current, setCurrent] = useState<string | null>(null)
  useEffect(() => {
    const note = (focused: EventTarget | null) => {
      const hunk = focused instanceof Element ? focused.closest<HTMLElement>('[data-hunk]') : null
      if (hunk?.dataset.hunk !== undefined) setCurrent(hunk.dataset.hunk)
    }
    const listener = ({ target }: FocusEvent) => note(target)
    note(document.activeElement)
    document.addEventListener('focusin', listener)
    return () => document.removeEventListener('focusin', listener)
  }, [])
  return current
}

'use client'

import { useEffect, useState } from 'react'

/** The id of the hunk that holds the focus, or held it last; null: none did. */
export function useCurrentHunk(): string | null {
  const [current, setCurrent] = useState<string | null>(null)
  useEffect(() => {
    const listener = ({ target }: FocusEvent) => {
      const hunk = target instanceof Element ? target.closest<HTMLElement>('[data-hunk]') : null
      if (hunk?.dataset.hunk !== undefined) setCurrent(hunk.dataset.hunk)
    }
    document.addEventListener('focusin', listener)
    return () => document.removeEventListener('focusin', listener)
  }, [])
  return current
}

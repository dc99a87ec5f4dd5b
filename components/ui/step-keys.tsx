'use client'

import { useEffect } from 'react'
import { isPageKey } from './page-key'

export interface StepKeysProps {
  /** the elements to step through */
  selector: string
  next: string
  previous: string
}

/** Two keys that move the focus to the next and the previous of some elements. */
export function StepKeys({ selector, next, previous }: StepKeysProps) {
  useEffect(() => {
    const listener = (event: KeyboardEvent) => {
      const by = event.key === next ? 1 : event.key === previous ? -1 : 0
      if (by === 0 || !isPageKey(event)) return
      const all = [...document.querySelectorAll<HTMLElement>(selector)]
      const at = all.findIndex((element) => element === document.activeElement)
      const to = at < 0 ? (by > 0 ? 0 : all.length - 1) : at + by
      if (!all[to]) return
      event.preventDefault()
      all[to].focus()
      all[to].scrollIntoView({ block: 'nearest' })
    }
    window.addEventListener('keydown', listener)
    return () => window.removeEventListener('keydown', listener)
  }, [selector, next, previous])
  return null
}

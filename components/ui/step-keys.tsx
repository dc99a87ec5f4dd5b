'use client'

import { useEffect } from 'react'
import { isNothingFocused } from './is-nothing-focused'
import { isPageKey } from './page-key'

export interface StepKeysProps {
  /** the elements to step through */
  selector: string
  /** `arrows`: where letters are typed beside the list */
  by?: keyof typeof KEYS
}

const KEYS = {
  letters: { next: 'j', previous: 'k' },
  arrows: { next: 'ArrowDown', previous: 'ArrowUp' },
} as const

/**
 * Two keys that move the focus to the next and the previous of some elements. Until one has it, the
 * element that looks chosen (`aria-current`) is where they begin, and Enter opens it.
 */
export function StepKeys({ selector, by: kind = 'letters' }: StepKeysProps) {
  useEffect(() => {
    const { next, previous } = KEYS[kind]
    const listener = (event: KeyboardEvent) => {
      const by = event.key === next ? 1 : event.key === previous ? -1 : 0
      const isEnter = event.key === 'Enter' && isNothingFocused()
      if ((by === 0 && !isEnter) || !isPageKey(event)) return
      const all = [...document.querySelectorAll<HTMLElement>(selector)]
      const chosen = all.findIndex((element) => element.ariaCurrent === 'true')
      if (isEnter) return all[chosen]?.click()
      const at = all.findIndex((element) => element === document.activeElement)
      const first = chosen < 0 ? (by > 0 ? 0 : all.length - 1) : chosen
      const to = at < 0 ? first : at + by
      if (!all[to]) return
      event.preventDefault()
      all[to].focus()
      all[to].scrollIntoView({ block: 'nearest' })
    }
    window.addEventListener('keydown', listener)
    return () => window.removeEventListener('keydown', listener)
  }, [selector, kind])
  return null
}

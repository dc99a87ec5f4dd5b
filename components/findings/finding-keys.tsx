'use client'

import { useEffect, useEffectEvent } from 'react'
import { isPageKey } from '@/components/ui/page-key'

const ACTS: Readonly<Record<string, string>> = {
  a: '[data-menu="dismiss"]',
  x: '[data-finding-act="redact"]',
  z: '[data-finding-act="open"]',
  Enter: '[data-finding-link]',
}

const ROWS = '[data-finding], [data-inbox-row]'

/**
 * The keys of a store's changes and findings: to the next and the previous, and what to say of the
 * finding in focus.
 */
export function FindingKeys() {
  const pressed = useEffectEvent((event: KeyboardEvent) => {
    if (!isPageKey(event)) return
    const current = document.activeElement?.closest<HTMLElement>(ROWS) ?? null
    const act = ACTS[event.key]
    if (act !== undefined) {
      // Enter presses what has the focus, if that is not the row itself.
      if (event.key === 'Enter' && document.activeElement !== current) return
      const element = current?.querySelector<HTMLElement>(act)
      if (!element) return
      event.preventDefault()
      element.click()
      return
    }
    const by = event.key === 'j' ? 1 : event.key === 'k' ? -1 : 0
    if (by === 0) return
    const all = [...document.querySelectorAll<HTMLElement>(ROWS)].filter((row) =>
      row.checkVisibility(),
    )
    const at = current ? all.indexOf(current) : -1
    const next = all[at === -1 && by === -1 ? all.length - 1 : at + by]
    if (!next) return
    event.preventDefault()
    next.focus({ preventScroll: true })
    next.scrollIntoView({ block: 'nearest' })
  })
  useEffect(() => {
    const listener = (event: KeyboardEvent) => pressed(event)
    window.addEventListener('keydown', listener)
    return () => window.removeEventListener('keydown', listener)
  }, [])
  return null
}

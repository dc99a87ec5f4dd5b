'use client'

import { useEffect } from 'react'
import { isForPage } from '@/components/ui/page-key'
import { useLetterKey } from '@/components/ui/use-letter-key'

const boxOf = () => document.querySelector<HTMLInputElement>('[data-filter-button]')

/** F opens the page's filters and goes to the first of them, or closes them; Escape closes them. */
export function FilterKeys() {
  useLetterKey('f', () => {
    const box = boxOf()
    if (box?.checkVisibility()) box.checked = !box.checked
    const first = document.querySelector<HTMLElement>(
      '.filters :is(input:not([type="hidden"]), button)',
    )
    if (first?.checkVisibility()) first.focus()
    else box?.focus()
  })
  useEffect(() => {
    const listener = (event: KeyboardEvent) => {
      const box = boxOf()
      if (event.key !== 'Escape' || !box?.checked || !isForPage(event)) return
      // The first one clears what is typed.
      if (event.target instanceof HTMLInputElement && event.target.type === 'search') {
        if (event.target.value !== '') return
      }
      box.checked = false
      box.focus()
    }
    window.addEventListener('keydown', listener)
    return () => window.removeEventListener('keydown', listener)
  }, [])
  return null
}

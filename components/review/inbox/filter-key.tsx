'use client'

import { useLetterKey } from '@/components/ui/use-letter-key'

/** Opens the filters of the inbox and goes to the first of them, or closes them. */
export function FilterKey() {
  useLetterKey('f', () => {
    const box = document.querySelector<HTMLInputElement>('[data-inbox-filters]')
    if (!box) return
    box.checked = !box.checked
    if (box.checked) document.querySelector<HTMLElement>('[data-inbox-filter]')?.focus()
  })
  return null
}

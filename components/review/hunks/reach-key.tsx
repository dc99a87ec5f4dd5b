'use client'

import { useLetterKey } from '@/components/ui/use-letter-key'

/** `w` leads to the reach of the hunk that holds the focus. */
export function ReachKey() {
  useLetterKey('w', () => {
    const hunk = document.activeElement?.closest('[data-hunk]')
    hunk?.querySelector<HTMLElement>('[data-reach]')?.click()
  })
  return null
}

'use client'

import { useLetterKey } from '@/components/ui/use-letter-key'

/** `q` puts the memory of the hunk that holds the focus in quarantine, or releases it. */
export function QuarantineKey() {
  useLetterKey('q', () => {
    const memory = document.activeElement?.closest('[data-hunk]')?.closest('article')
    memory?.querySelector<HTMLElement>('[data-quarantine]')?.click()
  })
  return null
}

'use client'

import { useLetterKey } from '@/components/ui/use-letter-key'

/**
 * A, R and E answer the first write that waits beside the inbox. While the focus is on another row,
 * what is beside the list is on its way, and nothing is answered.
 */
export function AnswerKeys() {
  useLetterKey('a', () => press('a'))
  useLetterKey('r', () => press('r'))
  useLetterKey('e', () => press('e'))
  return null
}

function press(letter: string): void {
  const row = document.activeElement?.closest<HTMLElement>('[data-inbox-row]')
  if (row && row.ariaCurrent !== 'true') return
  document.querySelector<HTMLElement>(`.inbox-preview [aria-keyshortcuts="${letter}"]`)?.click()
}

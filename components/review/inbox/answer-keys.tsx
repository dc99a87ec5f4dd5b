'use client'

import { useRef } from 'react'
import { useLetterKey } from '@/components/ui/use-letter-key'

/**
 * A, R and E answer the first write that waits beside the inbox. While the focus is on another row,
 * what is beside the list is on its way, and nothing is answered; nor is it once E leads to where the
 * write is edited, for what is pressed then is meant for that.
 */
export function AnswerKeys() {
  const isLeaving = useRef(false)
  const press = (letter: string) => {
    const button = isLeaving.current ? null : buttonOf(letter)
    if (!button) return
    isLeaving.current = button.matches('a')
    button.click()
  }
  useLetterKey('a', () => press('a'))
  useLetterKey('r', () => press('r'))
  useLetterKey('e', () => press('e'))
  return null
}

function buttonOf(letter: string): HTMLElement | null {
  const row = document.activeElement?.closest<HTMLElement>('[data-inbox-row]')
  if (row && row.ariaCurrent !== 'true') return null
  return document.querySelector(`.inbox-preview [aria-keyshortcuts="${letter}"]`)
}

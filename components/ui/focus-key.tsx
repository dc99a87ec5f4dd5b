'use client'

import { useLetterKey } from './use-letter-key'

/** A key that moves the focus to the first of some elements that can be seen. */
export function FocusKey({ letter, selector }: { letter: string; selector: string }) {
  useLetterKey(letter, () => {
    const all = [...document.querySelectorAll<HTMLElement>(selector)]
    all.find((element) => element.checkVisibility())?.focus()
  })
  return null
}

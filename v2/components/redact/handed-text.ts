'use client'

import { useEffect, useState } from 'react'

/** A text on its way to the page that is opened next: it must be in no address and in no storage. */
let handed: string | null = null

/** Keeps a text for the page of redaction, in place of what was kept before. */
export function handText(text: string): void {
  handed = text === '' ? null : text
}

/** The text that was handed to what is rendered first with this, once; null: none was. */
export function useHandedText(): string | null {
  const [text] = useState(() => handed)
  // Not while rendering, which may be done twice, or be given up.
  useEffect(() => {
    if (text !== null) handed = null
  }, [text])
  return text
}

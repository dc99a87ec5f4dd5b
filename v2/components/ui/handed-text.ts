import { useEffect, useState } from 'react'

/** The receiver of a text: the page that searches, or the one that redacts. */
type Receiver = 'search' | 'redaction'

/** A text on its way to the page that is opened next: it must be in no address and in no storage. */
let handed: { to: Receiver; text: string } | null = null

/** Keeps a text for the page that is opened next, in place of what was kept before. */
export function handText(to: Receiver, text: string): void {
  handed = { to, text }
}

/** The text that was handed to what is rendered first with this, once; null: none was. */
export function useHandedText(to: Receiver): string | null {
  const [text] = useState(() => (handed?.to === to ? handed.text : null))
  // Not while rendering, which may be done twice, or be given up.
  useEffect(() => {
    if (text !== null) handed = null
  }, [text])
  return text
}

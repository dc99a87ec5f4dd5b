import { useEffect, useState } from 'react'

/** The receiver of a text: the message field of a session, or the page that redacts. */
type Receiver = 'session' | 'redaction'

/** A text on its way to the page that is opened next: it must be in no address and in no storage. */
let handed: { to: Receiver; text: string } | null = null

/** Keeps a text for the page that is opened next, in place of what was kept before. */
export function handText(to: Receiver, text: string): void {
  handed = { to, text }
}

/** Drops what was handed over and not yet taken: the page is not opened. */
export function dropHandedText(): void {
  handed = null
}

/** The text that was handed to what is rendered first with this, once; null: none was. */
export function useHandedText(to: Receiver): string | null {
  const [text] = useState(() => (handed?.to === to ? handed.text : null))
  // Not while rendering, which may be done twice, or be given up.
  useEffect(() => {
    if (text !== null) dropHandedText()
  }, [text])
  return text
}

import { useEffect, useState } from 'react'

/** The receiver of a text: the message field of a session, or the page that redacts. */
type Receiver = 'session' | 'redaction'

/** A text, and others that go with it. */
export interface HandedTexts {
  text: string
  others: readonly string[]
}

/** Texts on their way to the page that is opened next: they must be in no address and in no storage. */
let handed: (HandedTexts & { to: Receiver }) | null = null

/** Keeps a text for the page that is opened next, in place of what was kept before. */
export function handText(to: Receiver, text: string): void {
  handTexts(to, text, [])
}

/** Keeps a text and others that go with it for the page that is opened next. */
export function handTexts(to: Receiver, text: string, others: readonly string[]): void {
  handed = { to, text, others }
}

/** Drops what was handed over and not yet taken: the page is not opened. */
export function dropHandedText(): void {
  handed = null
}

/** The text that was handed to what is rendered first with this, once; null: none was. */
export function useHandedText(to: Receiver): string | null {
  return useHandedTexts(to)?.text ?? null
}

/** The texts that were handed to what is rendered first with this, once; null: none were. */
export function useHandedTexts(to: Receiver): HandedTexts | null {
  const [texts] = useState(() => (handed?.to === to ? handed : null))
  // Not while rendering, which may be done twice, or be given up.
  useEffect(() => {
    if (texts !== null) dropHandedText()
  }, [texts])
  return texts
}

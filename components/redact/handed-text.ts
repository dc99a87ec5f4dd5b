/** A text on its way to the page that redacts it: it must be in no address and in no storage. */
let handed: string | null = null

/** Keeps a text for the page that redacts, which is opened next. */
export function handText(text: string): void {
  handed = text
}

/** The text that was handed over, once; null: none was. */
export function takeHandedText(): string | null {
  const text = handed
  handed = null
  return text
}

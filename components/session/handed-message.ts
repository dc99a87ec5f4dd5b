/** What was typed on for a session that is being opened: its message field takes it over. */
let handed: string | null = null

/**
 * Keeps a text for the message field of the session that opens next, which takes the focus too; null:
 * there is none any more.
 */
export function handMessage(text: string | null): void {
  handed = text
}

/** The text that was handed over; null: none was. */
export function handedMessage(): string | null {
  return handed
}

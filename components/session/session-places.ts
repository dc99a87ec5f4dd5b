/** One session's part of a page; two may be side by side. */
export const SESSION = '[data-session-view]'

/** The first call that waits for a person. */
export function waitingCard(session: Element): HTMLElement | null {
  return session.querySelector<HTMLElement>('[data-call][data-state="waiting"]')
}

/** Where a person writes. */
export function messageField(session: Element): HTMLElement | null {
  return session.querySelector<HTMLElement>('[data-message-field]')
}

/**
 * Where the focus goes after a call was answered: to the next that waits, else to the message
 * field.
 */
export function afterAnswer(session: Element): HTMLElement | null {
  return waitingCard(session) ?? messageField(session)
}

/** One session's part of a page; two may be side by side. */
export const SESSION = '[data-session-view]'

/** The first call that waits for a person. */
export function waitingCard(session: Element): HTMLElement | null {
  return session.querySelector<HTMLElement>('[data-call][data-state="waiting"]')
}

/** Returns the field in which a person writes. */
export function messageField(session: Element): HTMLElement | null {
  return session.querySelector<HTMLElement>('[data-message-field]')
}

/**
 * Returns where the focus goes after an answer: to the next waiting call, else to the message
 * field.
 */
export function afterAnswer(session: Element): HTMLElement | null {
  return waitingCard(session) ?? messageField(session)
}

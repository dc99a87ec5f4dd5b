/** What the element of a call is called on the page of its session. */
export const callElementId = (eventId: string) => `call-${eventId}`

/**
 * Where a call stands in its conversation; the conversation itself where the call is not known. The
 * query is for the server, which shows a long conversation from its newest end otherwise.
 */
export function callAddress(sessionId: string, eventId: string | null): string {
  if (eventId === null) return `/sessions/${sessionId}`
  const id = encodeURIComponent(eventId)
  return `/sessions/${sessionId}?call=${id}#${callElementId(id)}`
}

/** The call that the end of an address names; null: none. */
export function calledIn(hash: string): string | null {
  const [, id] = /^#call-(.+)$/.exec(hash) ?? []
  if (id === undefined) return null
  try {
    return decodeURIComponent(id)
  } catch {
    return null
  }
}

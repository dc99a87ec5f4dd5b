/** The id of a call's element on its session's page. */
export const callElementId = (eventId: string) => `call-${eventId}`

/**
 * The address of a call, or of anything else that is shown of a session, in its conversation; the
 * conversation's own if it is unknown. The query is for the server, which otherwise shows only the
 * newest part of a long conversation.
 */
export function callAddress(sessionId: string, eventId: string | null): string {
  if (eventId === null) return `/sessions/${sessionId}`
  const id = encodeURIComponent(eventId)
  return `/sessions/${sessionId}?call=${id}#${callElementId(id)}`
}

/** The call in an address's hash; null: none. */
export function calledIn(hash: string): string | null {
  const [, id] = /^#call-(.+)$/.exec(hash) ?? []
  if (id === undefined) return null
  try {
    return decodeURIComponent(id)
  } catch {
    return null
  }
}

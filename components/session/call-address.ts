/** The id of a call's element on its session's page. */
export const callElementId = (eventId: string) => `call-${eventId}`

/**
 * A call's address in its conversation; the conversation's own if the call is unknown. The query is
 * for the server, which otherwise shows a long conversation from its newest end.
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

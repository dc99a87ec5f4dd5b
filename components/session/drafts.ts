import { draftsKept } from '@/components/live/drafts'

/** Messages that were typed and not sent, by session; '' is the session that is not opened yet. */
export const messages = draftsKept<string>()

/** The session whose page is on its way. */
let opening = ''

/** What was typed on while a session was opened is its next message. */
export function handOn(sessionId: string): void {
  opening = sessionId
}

/** A session's page takes what was typed until it came. */
export function takeRest(sessionId: string): void {
  if (opening !== sessionId) return
  opening = ''
  const typed = messages.draftOf('')
  if (typed === null) return
  messages.keep(sessionId, (messages.draftOf(sessionId) ?? '') + typed)
  messages.keep('', null)
}

/** A message that was not sent stands before what was typed since. */
export function putBack(sessionId: string, text: string): void {
  const typed = messages.draftOf(sessionId)
  messages.keep(sessionId, typed === null ? text : `${text}\n${typed}`)
}

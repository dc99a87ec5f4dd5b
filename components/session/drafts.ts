import { draftsKept } from '@/components/live/drafts'

/** Messages that were typed and not sent, by session; '' is the session that is not opened yet. */
export const messages = draftsKept<string>()

/** What was typed on while a session was opened is its next message. */
export function handOn(sessionId: string): void {
  messages.keep(sessionId, messages.draftOf(''))
  messages.keep('', null)
}

/** A message that was not sent stands before what was typed since. */
export function putBack(sessionId: string, text: string): void {
  const typed = messages.draftOf(sessionId)
  messages.keep(sessionId, typed === null ? text : `${text}\n${typed}`)
}

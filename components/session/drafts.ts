import { draftsKept } from '@/components/live/drafts'

/** Messages that were typed and not sent, by session; '' is the session that is not opened yet. */
export const messages = draftsKept<string>()

/** The session whose page is on its way. */
let opening = ''

/** What was typed on while a session was opened is its next message. */
export function handOn(sessionId: string): void {
  wasSent('', unsure)
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

/** What was put back alone, and may have been sent; null: nothing. */
let unsure: string | null = null

/** A message that was not sent, as far as is known, stands before what was typed since. */
export function putBack(sessionId: string, text: string): void {
  const typed = messages.draftOf(sessionId)
  unsure = typed === null ? text : null
  messages.keep(sessionId, typed === null ? text : `${text}\n${typed}`)
}

/** A text was sent; where the answer came late, it stands in its field again. Another may stand there that was not. */
export function wasSent(sessionId: string, text: string | null): void {
  if (text === null || text !== unsure) return
  if (messages.draftOf(sessionId) === unsure) messages.keep(sessionId, null)
  unsure = null
}

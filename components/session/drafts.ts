import { draftsKept } from '@/components/live/drafts'

/** Messages that were typed and not sent, by session; '' is the session that is not opened yet. */
export const messages = draftsKept<string>()

/** The session whose page is on its way. */
let opening = ''

/** What was typed on while a session was opened is its next message. */
export function handOn(sessionId: string): void {
  for (const text of unsure) wasSent('', text)
  opening = sessionId
}

/** What stands in a field that gives way to a session's page is that one's. */
export function keepRest(text: string): void {
  if (opening !== '') messages.keep('', text || null)
}

/** A session's page takes what was typed until it came; answers whether its first message led there. */
export function takeRest(sessionId: string): boolean {
  if (opening !== sessionId) return false
  opening = ''
  const typed = messages.draftOf('')
  if (typed === null) return true
  messages.keep(sessionId, (messages.draftOf(sessionId) ?? '') + typed)
  messages.keep('', null)
  return true
}

/** What was put back, and may have been sent, in its order. */
let unsure: readonly string[] = []

/** A message that was not sent, as far as is known, stands before what was typed since. */
export function putBack(sessionId: string, text: string): void {
  const typed = messages.draftOf(sessionId)
  if (typed === null) unsure = [text]
  else unsure = typed === unsure.join('\n') ? [...unsure, text] : []
  messages.keep(sessionId, unsure.join('\n') || `${text}\n${typed}`)
}

/** A text was sent; where the answer came late, it stands in its field again. Another may stand there that was not. */
export function wasSent(sessionId: string, text: string): void {
  if (!unsure.includes(text)) return
  const isAlone = messages.draftOf(sessionId) === unsure.join('\n')
  unsure = isAlone ? unsure.toSpliced(unsure.indexOf(text), 1) : []
  if (isAlone) messages.keep(sessionId, unsure.join('\n') || null)
}

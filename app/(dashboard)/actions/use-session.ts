'use server'

import { revalidatePath } from 'next/cache'
import { z } from 'zod'
import { updateSession } from '@/lib/agent/change-session'
import { getSession } from '@/lib/agent/get-session'
import { continueSession, sendEvents } from '@/lib/agent/send-events'
import { database } from '@/lib/db/database'
import { titleOf } from '@/lib/text/title-of'
import { refusalOf } from './session-action'

const message = z.object({ sessionId: z.string(), text: z.string() })

const confirmation = z.object({
  sessionId: z.string(),
  toolUseId: z.string(),
  result: z.enum(['allow', 'deny']),
  denyMessage: z.string().nullable(),
  isForSession: z.boolean(),
})

/** Says something to a session; one without a title is called after the first thing that is said. */
export async function sendMessageAction(input: z.input<typeof message>): Promise<string | null> {
  const { sessionId, text } = message.parse(input)
  return refusalOf(async () => {
    const { title } = await getSession(database(), sessionId)
    await sendEvents(database(), sessionId, [{ type: 'user.message', texts: [text] }])
    if (title !== null) return
    await updateSession(database(), { sessionId, title: titleOf(text) })
    revalidatePath(`/sessions/${sessionId}`)
  })
}

/** Stops what the agent is doing. */
export async function interruptAction(sessionId: string): Promise<string | null> {
  const id = z.string().parse(sessionId)
  return refusalOf(() => sendEvents(database(), id, [{ type: 'user.interrupt' }]))
}

/** Has the agent go on after an error or a cut. */
export async function goOnAction(sessionId: string): Promise<string | null> {
  const id = z.string().parse(sessionId)
  return refusalOf(() => continueSession(database(), id))
}

/** Answers a call that waits. */
export async function confirmCallAction(
  input: z.input<typeof confirmation>,
): Promise<string | null> {
  const { sessionId, ...answer } = confirmation.parse(input)
  return refusalOf(() =>
    sendEvents(database(), sessionId, [{ type: 'user.tool_confirmation', ...answer }]),
  )
}

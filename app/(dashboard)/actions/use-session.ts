'use server'

import { z } from 'zod'
import { continueSession, sendEvents } from '@/lib/agent/send-events'
import { database } from '@/lib/db/database'
import { refusalOf } from './session-action'

const message = z.object({ sessionId: z.string(), text: z.string() })

const confirmation = z.object({
  sessionId: z.string(),
  toolUseId: z.string(),
  result: z.enum(['allow', 'deny']),
  denyMessage: z.string().nullable(),
  isForSession: z.boolean(),
})

/** Says something to a session. */
export async function sendMessageAction(input: z.input<typeof message>): Promise<string | null> {
  const { sessionId, text } = message.parse(input)
  return refusalOf(() =>
    sendEvents(database(), sessionId, [{ type: 'user.message', texts: [text] }]),
  )
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

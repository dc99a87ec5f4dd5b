'use server'

import { z } from 'zod'
import { PERSON } from '@/components/commands/attempt'
import { gateChoice, gated } from '@/components/gates/gated'
import { updateSession } from '@/lib/agent/change-session'
import { getSession } from '@/lib/agent/get-session'
import { continueSession, type SentEvent } from '@/lib/agent/send-events'
import { database } from '@/lib/db/open-database'
import { sendEventsPastGates } from '@/lib/gates/send-events'
import type { GateChoice } from '@/lib/memory-tests/model/gate'
import { sessionCommand } from '../session-command'

const message = z.object({ sessionId: z.string(), text: z.string() })

const confirmation = z.object({
  sessionId: z.string(),
  toolUseId: z.string(),
  result: z.enum(['allow', 'deny']),
  denyMessage: z.string().nullable(),
  isForSession: z.boolean(),
  /** the changes that the person saw; null: none, as for a denial */
  shown: z.object({ contentSha256: z.string(), base: z.array(z.string()) }).nullable(),
  /** of one that is allowed: what is written in place of the agent's text */
  content: z.string().optional(),
  gates: gateChoice.optional(),
})

/** Sends a message to a session; its first message becomes the title if it has none. */
export const sendMessageAction = sessionCommand(
  message,
  async ({ sessionId, text }) => {
    const { title } = await getSession(database(), sessionId)
    await send(sessionId, { type: 'user.message', texts: [text] })
    return { isTitled: title === null }
  },
  ({ sessionId }, result) =>
    result.isDone && result.value.isTitled ? `/sessions/${sessionId}` : null,
)

const id = z.string()

/** Interrupts the agent. */
export const interruptAction = sessionCommand(id, (sessionId) =>
  send(sessionId, { type: 'user.interrupt' }),
)

/** Resumes the agent after an error or a truncation. */
export const goOnAction = sessionCommand(id, async (sessionId) => {
  await continueSession(database(), sessionId)
  return null
})

/** Answers a call that waits; that gates hold it is an answer, which the page shows. */
export const confirmCallAction = sessionCommand(
  confirmation,
  async ({ sessionId, shown, gates, ...answer }) => {
    // Nobody can allow what they were not shown.
    if (answer.result === 'allow' && shown === null) throw new Error('an approval of nothing shown')
    const event: SentEvent = {
      type: 'user.tool_confirmation',
      ...answer,
      shown: shown ?? undefined,
      by: PERSON.actor,
    }
    return gated(() => send(sessionId, event, gates))
  },
)

const compaction = z.object({
  sessionId: z.string(),
  instructions: z.string(),
  isForGood: z.boolean(),
})

/**
 * Requests a summary of a session's context; the instructions are for this time, or for every time.
 */
export const compactAction = sessionCommand(
  compaction,
  async ({ sessionId, instructions, isForGood }) => {
    await send(sessionId, { type: 'user.compaction', instructions })
    if (isForGood) await keepInstructions(sessionId, instructions)
    return null
  },
)

/** Adds to the instructions for every summary of the session. */
async function keepInstructions(sessionId: string, instructions: string): Promise<void> {
  const { settings } = await getSession(database(), sessionId)
  const before = settings.context.compaction.instructions.trim()
  const all = before === '' ? instructions : `${before}\n${instructions}`
  const compaction = { instructions: all }
  await updateSession(database(), { sessionId, settings: { context: { compaction } } })
}

const summaryAnswer = z.object({
  sessionId: z.string(),
  startId: z.string(),
  result: z.enum(['allow', 'deny']),
  summary: z.string().nullable(),
})

/** Answers a summary that waits. */
export const confirmSummaryAction = sessionCommand(summaryAnswer, ({ sessionId, ...answer }) =>
  send(sessionId, { type: 'user.compaction_confirmation', ...answer }),
)

async function send(sessionId: string, event: SentEvent, gates: GateChoice = {}): Promise<null> {
  await sendEventsPastGates(database(), sessionId, { events: [event], by: PERSON.actor, gates })
  return null
}

'use server'

import { z } from 'zod'
import { PERSON } from '@/components/commands/attempt'
import { sessionCommand } from '@/components/session/session-command'
import { database } from '@/lib/db/open-database'
import { cancelCause, getCause } from '@/lib/replay/get-cause'
import { ReplayError } from '@/lib/replay/problems'
import { startCause } from '@/lib/replay/start-cause'

const start = z.object({
  sessionId: z.string(),
  eventId: z.string(),
  text: z.string().trim().min(1),
  maxRequests: z.int().positive(),
})

/** Starts a search for what made an agent say a text; its address, or the code of a refusal. */
export const startCauseAction = sessionCommand(start, async ({ text, maxRequests, ...turn }) => {
  try {
    const check = { type: 'contains', text }
    const by = PERSON.actor
    const id = await startCause(database(), { ...turn, check, budget: { maxRequests }, by })
    return { href: `/sessions/${turn.sessionId}/why/${id}`, refused: null }
  } catch (error) {
    if (error instanceof ReplayError) return { href: null, refused: error.problem.kind }
    throw error
  }
})

/** Stops a search; what it knows stays. */
export const stopCauseAction = sessionCommand(
  z.string(),
  async (causeId) => {
    await cancelCause(database(), causeId)
    return (await getCause(database(), causeId))?.sessionId ?? ''
  },
  (causeId, result) => (result.isDone ? `/sessions/${result.value}/why/${causeId}` : null),
)

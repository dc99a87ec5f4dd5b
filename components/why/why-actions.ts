'use server'

import { z } from 'zod'
import { PERSON } from '@/components/commands/attempt'
import { sessionCommand } from '@/components/session/session-command'
import { database } from '@/lib/db/open-database'
import { getCause } from '@/lib/replay/get-cause'
import { DEFAULT_PARTS_ANSWERS } from '@/lib/replay/model/cause-answers'
import { markAnswer } from '@/lib/replay/mark-answer'
import { checkSchema } from '@/lib/replay/model/check'
import { ReplayError } from '@/lib/replay/problems'
import { cancelReplay, goOnWithReplay } from '@/lib/replay/replay-head'
import { REDACTED } from '@/lib/store/model/redacted-text'
import { startBisection } from '@/lib/replay/start-bisection'
import { startCause } from '@/lib/replay/start-cause'
import { startParts } from '@/lib/replay/start-parts'

const start = z.object({
  sessionId: z.string(),
  eventId: z.string(),
  check: checkSchema,
  maxRequests: z.int().positive(),
})

/** Starts a search for what made an answer pass a check; its address, or the code of a refusal. */
export const startCauseAction = sessionCommand(start, async ({ maxRequests, ...asked }) => {
  try {
    const by = PERSON.actor
    const id = await startCause(database(), { ...asked, budget: { maxRequests }, by })
    return { href: `/sessions/${asked.sessionId}/why/${id}`, refused: null }
  } catch (error) {
    if (error instanceof ReplayError) return { href: null, refused: error.problem.kind }
    throw error
  }
})

const since = z.object({ causeId: z.string(), after: z.int().nonnegative().nullable() })

/** Starts the search for the change since which it says so; its address, or the code of a refusal. */
export const startBisectionAction = sessionCommand(since, async ({ causeId, after }) => {
  const cause = await getCause(database(), causeId)
  if (!cause) return { href: null, refused: 'no_memory_in_answer' as const }
  const isRedacted = JSON.stringify(cause.check).includes(REDACTED)
  if (isRedacted) return { href: null, refused: 'answer_redacted' as const }
  const { sessionId, eventId, check } = cause
  const good = after === null ? {} : { good: { time: after } }
  try {
    const by = PERSON.actor
    const id = await startBisection(database(), { sessionId, eventId, check, ...good, by })
    return { href: `/sessions/${sessionId}/since/${id}`, refused: null }
  } catch (error) {
    if (error instanceof ReplayError) return { href: null, refused: error.problem.kind }
    throw error
  }
})

/** Stops work on a turn; what it knows stays. */
export const stopReplayAction = sessionCommand(z.string(), async (replayId) => {
  await cancelReplay(database(), replayId)
})

const mark = z.object({ replayId: z.string(), sample: z.string(), held: z.boolean() })

/** Marks an answer that waits for a person; what became of it. */
export const markAnswerAction = sessionCommand(
  mark,
  (marked) => markAnswer(database(), marked),
  () => '/sessions',
)

const more = z.object({ id: z.string(), seen: z.int().nonnegative() })

/** Goes on with work that ended undecided, as `seen`, for what it was told to cost. */
export const goOnAction = sessionCommand(
  more,
  (asked) => goOnWithReplay(database(), asked),
  () => '/sessions',
)

/** Looks for all that add a little, as `seen`, for what it was told to cost. */
export const startPartsAction = sessionCommand(
  more,
  (asked) => startParts(database(), { ...asked, answers: DEFAULT_PARTS_ANSWERS }),
  () => '/sessions',
)

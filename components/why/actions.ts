'use server'

import { z } from 'zod'
import { act, create, shown } from '@/components/act/act'
import { stopJob } from '@/lib/jobs/jobs'
import { goOn as goOnWith, startCause } from '@/lib/why/causes'
import { checked, parsedCheck } from '@/lib/why/check'
import { givenIn } from '@/lib/why/converse'
import { saidInTurn } from '@/lib/why/turn'

/** Checks are parsed by the verb, whose refusal says what is wrong. */
const asked = z.object({ sessionId: z.string(), eventId: z.string(), check: z.unknown() })

/** Starts a search; answers its id. */
export const start = create(
  asked.extend({ budget: z.number(), withLines: z.boolean() }),
  async (input, by) => {
    const { check, ...ask } = input
    return (await startCause({ ...ask, check: parsedCheck(check) }, by)).id
  },
)

/** Whether a check holds in the answer as it was given; null: a model would be asked. */
export const holdsHere = create(asked, async ({ sessionId, eventId, check: given }) => {
  const check = parsedCheck(given)
  if (check.type === 'judged') return null
  const answer = givenIn(await saidInTurn(sessionId, eventId))
  const { held } = await checked([check], answer, AbortSignal.abort())
  return held[0] ?? false
})

const one = shown({ id: z.string() }, { sessionId: z.string() })
const pageOf = ({ sessionId, id }: { sessionId: string; id: string }) =>
  `/sessions/${sessionId}/why/${id}`

/** Stops a search after the answers under way, which are kept. */
export const stop = act(one, async ({ id }) => void (await stopJob(id)), pageOf)

/** Has a search go on with more answers. */
export const goOn = act(
  shown({ id: z.string() }, { sessionId: z.string(), more: z.number() }),
  async ({ id, more }) => void (await goOnWith(id, more)),
  pageOf,
)

import { MIN_UNDECIDED_ANSWERS, priceOfParts, startParts } from '@/lib/replay/start-parts'
import type { Handler } from '../api-call'
import { ApiError } from '../api-error'
import { parseInput } from '../parse'
import { readJson } from '../read-body'
import { causeOfCall } from '../replay-of-call'
import { partsBody } from '../replay-schemas'
import { wireCause, wirePartsEstimate } from '../resources/cause'

/** Looks for all memories that add a little, or tells the price of that; not in the standard. */
export const POST: Handler<{ causeId: string }> = async (call) => {
  const asked = parseInput(partsBody, await readJson(call.request))
  const { answers, budget, dry_run: isDry } = asked
  const cause = await causeOfCall(call)
  const price = priceOfParts(cause, answers)
  if (!price) throw notToBeAsked()
  if (isDry) return wirePartsEstimate(answers, price)
  const { id, usage } = cause
  const request = { id, seen: usage.requests, answers, budget }
  if (!(await startParts(call.db, request))) throw notToBeAsked()
  return wireCause(call.db, await causeOfCall(call))
}

const notToBeAsked = () =>
  new ApiError(
    409,
    'conflict_error',
    `This is asked once, of a search that is over with the verdict contributes, or undecided after ${MIN_UNDECIDED_ANSWERS} answers or more, and whose answers no person marks.`,
  )

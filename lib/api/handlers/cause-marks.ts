import { markAnswer } from '@/lib/replay/mark-answer'
import type { Handler } from '../api-call'
import { notFound } from '../api-error'
import { parseInput } from '../parse'
import { readJson } from '../read-body'
import { marksBody } from '../replay-schemas'
import { causeOfCall } from '../replay-of-call'
import { wireCause } from '../resources/cause'

/** Marks answers that wait. One that somebody marked before keeps that mark, and waits no longer. */
export const POST: Handler<{ causeId: string }> = async (call) => {
  const { id: replayId } = await causeOfCall(call)
  const { marks } = parseInput(marksBody, await readJson(call.request))
  for (const { sample, held } of marks) {
    const outcome = await markAnswer(call.db, { replayId, sample, held })
    if (outcome === 'not_found') throw notFound(`There is no answer ${sample} in ${replayId}.`)
  }
  return wireCause(call.db, await causeOfCall(call))
}

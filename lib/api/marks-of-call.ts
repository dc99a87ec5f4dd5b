import { markAnswer } from '@/lib/replay/mark-answer'
import type { ApiCall } from './api-call'
import { notFound } from './api-error'
import { parseInput } from './parse'
import { readJson } from './read-body'
import { marksBody } from './replay-schemas'

/**
 * Marks answers as the body of a call says. One that somebody marked before keeps that mark. Refuses
 * one that is not there.
 */
export async function marksOfCall(
  { db, request }: Pick<ApiCall<unknown>, 'db' | 'request'>,
  replayId: string,
): Promise<void> {
  const { marks } = parseInput(marksBody, await readJson(request))
  for (const { sample, held } of marks) {
    const outcome = await markAnswer(db, { replayId, sample, held })
    if (outcome === 'not_found') throw notFound(`There is no answer ${sample} in ${replayId}.`)
  }
}

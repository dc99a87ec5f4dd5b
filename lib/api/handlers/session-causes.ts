import { getCause } from '@/lib/replay/get-cause'
import { estimateCause, startCause } from '@/lib/replay/start-cause'
import type { Handler } from '../api-call'
import { causeBody } from '../cause-schemas'
import { parseInput } from '../parse'
import { readJson } from '../read-body'
import { wireCause, wireCauseEstimate } from '../resources/cause'

/** Starts a search for what caused an answer, or tells its price; not in the standard. */
export const POST: Handler<{ sessionId: string }> = async ({ db, params, request, cause }) => {
  const body = parseInput(causeBody, await readJson(request))
  const { max_requests: maxRequests, max_tokens: maxTokens } = body.budget ?? {}
  const input = {
    sessionId: params.sessionId,
    eventId: body.event_id,
    check: body.check,
    budget: {
      ...(maxRequests === undefined ? {} : { maxRequests }),
      ...(maxTokens === undefined ? {} : { maxTokens }),
    },
  }
  if (body.dry_run) return wireCauseEstimate(await estimateCause(db, input))
  const id = await startCause(db, { ...input, by: cause.actor })
  const started = await getCause(db, id)
  if (!started) throw new Error('a search that was started is gone')
  return wireCause(db, started)
}

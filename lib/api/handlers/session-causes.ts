import { getCause } from '@/lib/replay/get-cause'
import { estimateCause, startCause } from '@/lib/replay/start-cause'
import type { Handler } from '../api-call'
import { parseInput } from '../parse'
import { readJson } from '../read-body'
import { causeBody } from '../replay-schemas'
import { wireCause, wireCauseEstimate } from '../resources/cause'
import { begun } from './begun'

/** Starts a search for what caused an answer, or tells its price; not in the standard. */
export const POST: Handler<{ sessionId: string }> = async ({ db, params, request, cause }) => {
  const {
    event_id: eventId,
    dry_run: isDry,
    ...body
  } = parseInput(causeBody, await readJson(request))
  const input = { ...body, eventId, sessionId: params.sessionId }
  if (isDry) return wireCauseEstimate(await estimateCause(db, input))
  const id = await startCause(db, { ...input, by: cause.actor })
  return wireCause(db, begun(await getCause(db, id)))
}

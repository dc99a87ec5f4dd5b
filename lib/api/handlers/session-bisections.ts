import { getBisection } from '@/lib/replay/get-bisection'
import { estimateBisection, startBisection } from '@/lib/replay/start-bisection'
import type { Handler } from '../api-call'
import { parseInput } from '../parse'
import { readJson } from '../read-body'
import { bisectionBody } from '../replay-schemas'
import { wireBisection, wireBisectionEstimate } from '../resources/bisection'
import { begun } from './begun'

/** Searches for the change with which an answer turned, or tells the price; not in the standard. */
export const POST: Handler<{ sessionId: string }> = async ({ db, params, request, cause }) => {
  const {
    event_id: eventId,
    dry_run: isDry,
    ...body
  } = parseInput(bisectionBody, await readJson(request))
  const input = { ...body, eventId, sessionId: params.sessionId }
  if (isDry) return wireBisectionEstimate(await estimateBisection(db, input))
  const id = await startBisection(db, { ...input, by: cause.actor })
  return wireBisection(db, begun(await getBisection(db, id)))
}

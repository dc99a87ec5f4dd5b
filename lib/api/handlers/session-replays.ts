import { getReplay } from '@/lib/replay/get-replay'
import { estimateReplay, startReplay } from '@/lib/replay/start-replay'
import type { Handler } from '../api-call'
import { parseInput } from '../parse'
import { readJson } from '../read-body'
import { replayBody } from '../replay-schemas'
import { wireReplay, wireReplayEstimate } from '../resources/replay'
import { begun } from './begun'

/** Asks a turn again, or tells its price; not in the standard. */
export const POST: Handler<{ sessionId: string }> = async ({ db, params, request, cause }) => {
  const {
    event_id: eventId,
    dry_run: isDry,
    ...body
  } = parseInput(replayBody, await readJson(request))
  const input = { ...body, eventId, sessionId: params.sessionId }
  if (isDry) return wireReplayEstimate(await estimateReplay(db, input))
  const id = await startReplay(db, { ...input, by: cause.actor })
  return wireReplay(begun(await getReplay(db, id)))
}

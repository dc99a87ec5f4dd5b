import { cancelReplay } from '@/lib/replay/replay-head'
import type { Handler } from '../api-call'
import { causeOfCall } from '../replay-of-call'
import { wireCause } from '../resources/cause'

/** Stops a search; what it knows stays. Does nothing to one that is over. */
export const POST: Handler<{ causeId: string }> = async (call) => {
  const { id } = await causeOfCall(call)
  await cancelReplay(call.db, id)
  return wireCause(call.db, await causeOfCall(call))
}

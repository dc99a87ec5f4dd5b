import { cancelCause } from '@/lib/replay/get-cause'
import type { Handler } from '../api-call'
import { causeOfCall } from '../cause-of-call'
import { wireCause } from '../resources/cause'

/** Stops a search; what it knows stays. Does nothing to one that is over. */
export const POST: Handler<{ causeId: string }> = async (call) => {
  const { id } = await causeOfCall(call)
  await cancelCause(call.db, id)
  return wireCause(call.db, await causeOfCall(call))
}

import { cancelReplay } from '@/lib/replay/replay-head'
import type { Handler } from '../api-call'
import { bisectionOfCall } from '../replay-of-call'
import { wireBisection } from '../resources/bisection'

/** Stops a bisection; its answers stay. */
export const POST: Handler<{ bisectionId: string }> = async (call) => {
  const { id } = await bisectionOfCall(call)
  await cancelReplay(call.db, id)
  return wireBisection(call.db, await bisectionOfCall(call))
}

import type { Handler } from '../api-call'
import { marksOfCall } from '../marks-of-call'
import { causeOfCall } from '../replay-of-call'
import { wireCause } from '../resources/cause'

/** Marks answers of a search that wait, which goes on after the last; not in the standard. */
export const POST: Handler<{ causeId: string }> = async (call) => {
  const { id } = await causeOfCall(call)
  await marksOfCall(call, id)
  return wireCause(call.db, await causeOfCall(call))
}

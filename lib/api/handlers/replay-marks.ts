import type { Handler } from '../api-call'
import { marksOfCall } from '../marks-of-call'
import { replayOfCall } from '../replay-of-call'
import { wireReplay } from '../resources/replay'

/** Marks answers of a replay that a person is asked about; not in the standard. */
export const POST: Handler<{ replayId: string }> = async (call) => {
  const { id } = await replayOfCall(call)
  await marksOfCall(call, id)
  return wireReplay(await replayOfCall(call))
}

import { cancelReplay } from '@/lib/replay/replay-head'
import type { Handler } from '../api-call'
import { replayOfCall } from '../replay-of-call'
import { wireReplay } from '../resources/replay'

/** Stops a replay; its answers stay. */
export const POST: Handler<{ replayId: string }> = async (call) => {
  const { id } = await replayOfCall(call)
  await cancelReplay(call.db, id)
  return wireReplay(await replayOfCall(call))
}

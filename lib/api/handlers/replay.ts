import type { Handler } from '../api-call'
import { replayOfCall } from '../replay-of-call'
import { wireReplay } from '../resources/replay'

/** A replay as far as it is; not in the standard. */
export const GET: Handler<{ replayId: string }> = async (call) =>
  wireReplay(await replayOfCall(call))

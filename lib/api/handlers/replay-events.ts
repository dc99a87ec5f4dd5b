import { getReplay } from '@/lib/replay/get-replay'
import type { Handler } from '../api-call'
import { replayEventStream } from '../replay-event-stream'
import { replayOfCall } from '../replay-of-call'
import { wireSample } from '../resources/replay'

/** The answers of a replay as they come; not in the standard. */
export const GET: Handler<{ replayId: string }> = async (call) =>
  replayEventStream(call, {
    work: await replayOfCall(call),
    read: getReplay,
    event: 'replay.sample',
    parts: ({ samples }) => samples.map(wireSample),
  })

import { getCause } from '@/lib/replay/get-cause'
import type { Handler } from '../api-call'
import { replayEventStream } from '../replay-event-stream'
import { causeOfCall } from '../replay-of-call'
import { wireRound } from '../resources/cause'

/** The rounds of a search for causes as they are asked; not in the standard. */
export const GET: Handler<{ causeId: string }> = async (call) =>
  replayEventStream(call, {
    work: await causeOfCall(call),
    read: getCause,
    event: 'cause.round',
    parts: ({ rounds }) => rounds.map(wireRound),
  })

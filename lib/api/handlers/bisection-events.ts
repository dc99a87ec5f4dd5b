import { getBisection } from '@/lib/replay/get-bisection'
import type { Handler } from '../api-call'
import { replayEventStream } from '../replay-event-stream'
import { bisectionOfCall } from '../replay-of-call'
import { wireStep } from '../resources/bisection'

/** The moments that a bisection asks about, as they are answered; not in the standard. */
export const GET: Handler<{ bisectionId: string }> = async (call) =>
  replayEventStream(call, {
    work: await bisectionOfCall(call),
    read: getBisection,
    event: 'bisection.step',
    parts: ({ steps }) => steps.map(wireStep),
  })

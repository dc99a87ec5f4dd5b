import type { Handler } from '../api-call'
import { bisectionOfCall } from '../replay-of-call'
import { wireBisection } from '../resources/bisection'

/** A bisection as far as it is; not in the standard. */
export const GET: Handler<{ bisectionId: string }> = async (call) =>
  wireBisection(call.db, await bisectionOfCall(call))

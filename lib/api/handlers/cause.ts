import type { Handler } from '../api-call'
import { causeOfCall } from '../replay-of-call'
import { wireCause } from '../resources/cause'

export const GET: Handler<{ causeId: string }> = async (call) =>
  wireCause(call.db, await causeOfCall(call))

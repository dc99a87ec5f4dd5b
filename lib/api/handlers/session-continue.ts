import { getSession } from '@/lib/agent/get-session'
import { continueSession } from '@/lib/agent/send-events'
import type { Handler } from '../api-call'
import { wireSession } from '../serialise-session'

/** Resumes the session without a new message; not in the standard. */
export const POST: Handler<{ sessionId: string }> = async (call) => {
  const { id } = await getSession(call.db, call.params.sessionId)
  await continueSession(call.db, id)
  return wireSession(await getSession(call.db, id))
}

import { getSession } from '@/lib/agent/get-session'
import { continueSession } from '@/lib/agent/send-events'
import { apiRoute } from '@/lib/api/api-route'
import { otherMethods } from '@/lib/api/other-methods'
import { wireSession } from '@/lib/api/serialise-session'

/** Resumes the session without a new message; not in the standard. */
export const POST = apiRoute<{ sessionId: string }>('write', async (call) => {
  const { id } = await getSession(call.db, call.params.sessionId)
  await continueSession(call.db, id)
  return wireSession(await getSession(call.db, id))
})

export const { GET, PUT, PATCH, DELETE, OPTIONS } = otherMethods('POST')

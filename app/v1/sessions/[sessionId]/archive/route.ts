import { archiveSession } from '@/lib/agent/change-session'
import { apiRoute } from '@/lib/api/api-route'
import { otherMethods } from '@/lib/api/other-methods'
import { wireSession } from '@/lib/api/serialise-session'
import { sessionOfCall } from '@/lib/api/session-of-call'

export const POST = apiRoute<{ sessionId: string }>('write', async (call) => {
  const { id } = await sessionOfCall(call)
  return wireSession(await archiveSession(call.db, id))
})

export const { GET, PUT, PATCH, DELETE, OPTIONS } = otherMethods('POST')

import { getSession } from '@/lib/agent/get-session'
import { archiveSession } from '@/lib/agent/change-session'
import { apiRoute } from '@/lib/api/api-route'
import { otherMethods } from '@/lib/api/other-methods'
import { wireSession } from '@/lib/api/serialise-session'

export const POST = apiRoute<{ sessionId: string }>('write', async (call) => {
  const { id } = await getSession(call.db, call.params.sessionId)
  return wireSession(await archiveSession(call.db, id))
})

export const { GET, PUT, PATCH, DELETE, OPTIONS } = otherMethods('POST')

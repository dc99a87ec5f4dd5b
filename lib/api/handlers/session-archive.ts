import { getSession } from '@/lib/agent/get-session'
import { archiveSession } from '@/lib/agent/change-session'
import type { Handler } from '../api-call'
import { wireSession } from '../serialise-session'

export const POST: Handler<{ sessionId: string }> = async (call) => {
  const { id } = await getSession(call.db, call.params.sessionId)
  return wireSession(await archiveSession(call.db, id))
}

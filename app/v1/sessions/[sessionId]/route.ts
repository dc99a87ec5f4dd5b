import { deleteSession, updateSession } from '@/lib/agent/change-session'
import { apiRoute } from '@/lib/api/api-route'
import { otherMethods } from '@/lib/api/other-methods'
import { parseInput } from '@/lib/api/parse'
import { readJson } from '@/lib/api/read-body'
import { wireSession } from '@/lib/api/serialise-session'
import { sessionOfCall } from '@/lib/api/session-of-call'
import { updateSessionBody } from '@/lib/api/session-schemas'
import { changedSettings } from '@/lib/api/session-settings-of-body'

type Params = { sessionId: string }

export const GET = apiRoute<Params>('read', async (call) => wireSession(await sessionOfCall(call)))

export const POST = apiRoute<Params>('write', async (call) => {
  const { id: sessionId } = await sessionOfCall(call)
  const body = parseInput(updateSessionBody, await readJson(call.request))
  const session = await updateSession(call.db, {
    sessionId,
    title: body.title,
    metadata: body.metadata ?? undefined,
    settings: changedSettings(body),
  })
  return wireSession(session)
})

export const DELETE = apiRoute<Params>('admin', async (call) => {
  const { id } = await sessionOfCall(call)
  await deleteSession(call.db, id)
  return { id, type: 'session_deleted' }
})

export const { PUT, PATCH, OPTIONS } = otherMethods('GET', 'POST', 'DELETE')

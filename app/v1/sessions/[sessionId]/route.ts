import { getSession } from '@/lib/agent/get-session'
import { deleteSession, updateSession } from '@/lib/agent/change-session'
import { apiRoute } from '@/lib/api/api-route'
import { otherMethods } from '@/lib/api/other-methods'
import { parseInput } from '@/lib/api/parse'
import { readJson } from '@/lib/api/read-body'
import { wireSession } from '@/lib/api/serialise-session'
import { updateSessionBody } from '@/lib/api/session-schemas'
import { changedSettings } from '@/lib/api/session-settings-of-body'
import { may } from '@/lib/auth/may'

type Params = { sessionId: string }

export const GET = apiRoute<Params>('read', async (call) =>
  wireSession(await getSession(call.db, call.params.sessionId)),
)

export const POST = apiRoute<Params>('write', async (call) => {
  const { id: sessionId } = await getSession(call.db, call.params.sessionId)
  const body = parseInput(updateSessionBody, await readJson(call.request))
  const session = await updateSession(call.db, {
    sessionId,
    title: body.title,
    metadata: body.metadata ?? undefined,
    settings: changedSettings(body),
    mayLoosen: may(call.caller, 'decide'),
  })
  return wireSession(session)
})

export const DELETE = apiRoute<Params>('administer', async (call) => {
  const { id } = await getSession(call.db, call.params.sessionId)
  await deleteSession(call.db, id)
  return { id, type: 'session_deleted' }
})

export const { PUT, PATCH, OPTIONS } = otherMethods('GET', 'POST', 'DELETE')

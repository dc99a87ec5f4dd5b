import { getSession } from '@/lib/agent/get-session'
import { deleteSession, updateSession } from '@/lib/agent/change-session'
import type { Handler } from '../api-call'
import { parseInput } from '../parse'
import { readJson } from '../read-body'
import { wireSession } from '../serialise-session'
import { updateSessionBody } from '../session-schemas'
import { changedSettings } from '../session-settings-of-body'
import { may } from '@/lib/auth/may'

type Params = { sessionId: string }

export const GET: Handler<Params> = async (call) =>
  wireSession(await getSession(call.db, call.params.sessionId))

export const POST: Handler<Params> = async (call) => {
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
}

export const DELETE: Handler<Params> = async (call) => {
  const { id } = await getSession(call.db, call.params.sessionId)
  await deleteSession(call.db, id)
  return { id, type: 'session_deleted' }
}

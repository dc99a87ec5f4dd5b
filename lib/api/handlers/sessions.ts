import { createSession } from '@/lib/agent/create-session'
import { listSessions } from '@/lib/agent/list-sessions'
import { sendMessages } from '@/lib/agent/send-messages'
import { getSession } from '@/lib/agent/get-session'
import type { Handler } from '../api-call'
import { decodeCursor, encodeCursor } from '../cursor'
import { parseInput, parseList, parseQuery } from '../parse'
import { readJson } from '../read-body'
import { wirePage } from '../resources/values'
import { wireSession } from '../serialise-session'
import { requireMay } from '../require-may'
import { requireStore } from '../require-seen'
import {
  createdRange,
  createSessionBody,
  listSessionsQuery,
  sessionStatuses,
} from '../session-schemas'
import { settingsOfBody } from '../session-settings-of-body'

export const POST: Handler = async (call) => {
  const { db, request, caller } = call
  const body = parseInput(createSessionBody, await readJson(request))
  const stores = (body.resources ?? []).map((resource) => ({
    storeId: resource.memory_store_id,
    access: resource.access ?? undefined,
    instructions: resource.instructions ?? resource.prompt ?? undefined,
    onBranch: resource.palimpsest?.branch,
    resetTo: resource.palimpsest?.reset_to,
  }))
  if (stores.length === 0) requireMay(caller, 'open sessions without stores')
  if (stores.some(({ onBranch }) => onBranch !== undefined)) requireMay(caller, 'create stores')
  // For people and scripts: an agent would take back what it does not like.
  if (stores.some(({ resetTo }) => resetTo !== undefined)) requireMay(caller, 'decide')
  for (const { storeId } of stores) requireStore(caller, storeId)
  const session = await createSession(db, {
    title: body.title,
    metadata: body.metadata ?? undefined,
    settings: settingsOfBody(body),
    stores,
    openedBy: caller.actor,
  })
  const first = (body.initial_events ?? []).map(({ content }) => content.map(({ text }) => text))
  if (first.length > 0) await sendMessages(db, session.id, first)
  return wireSession(await getSession(db, session.id))
}

export const GET: Handler = async ({ db, request, caller }) => {
  const query = parseQuery(listSessionsQuery, request)
  const statuses = parseList(sessionStatuses, request, 'statuses')
  const { order, memory_store_id: storeId } = query
  const { createdFrom, createdTo } = createdRange(query)
  const range = [createdFrom, createdTo]
  const scope = ['sessions', order, `${query.include_archived}`, storeId, ...range, ...statuses]
  const page = await listSessions(db, {
    limit: query.limit,
    after: decodeCursor(scope, query.page, 'number'),
    order,
    includeArchived: query.include_archived,
    storeId,
    statuses: statuses.filter((status) => status !== 'rescheduling'),
    createdFrom,
    createdTo,
    onlyStoreIds: caller.storeIds ?? undefined,
  })
  const next = page.next === null ? null : encodeCursor(scope, page.next)
  return { ...wirePage(page.sessions.map(wireSession), next), prev_page: null }
}

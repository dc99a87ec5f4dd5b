import { getSession } from '@/lib/agent/get-session'
import { listSessionEvents, queuedMessages } from '@/lib/agent/list-session-events'
import type { SentEvent } from '@/lib/agent/send-events'
import { sendEventsPastGates } from '@/lib/gates/send-events'
import { gatesOfBody } from '../gates-of-body'
import { SESSION_EVENT_TYPES } from '@/lib/agent/session-event'
import type { Actor } from '@/lib/store/model/actor'
import type { Handler } from '../api-call'
import { decodeCursor, encodeCursor } from '../cursor'
import { parseInput, parseList, parseQuery } from '../parse'
import { readJson } from '../read-body'
import { requireMay } from '../require-may'
import { wirePage } from '../resources/values'
import { wireSessionEvent } from '../serialise-session'
import {
  createdRange,
  eventTypes,
  listSessionEventsQuery,
  sendEventsBody,
} from '../session-schemas'

type Params = { sessionId: string }

/** Past events; after the last page, the queued ones. */
export const GET: Handler<Params> = async (call) => {
  const { db, request } = call
  const { id: sessionId } = await getSession(call.db, call.params.sessionId)
  const query = parseQuery(listSessionEventsQuery, request)
  const { limit, page, order } = query
  const range = createdRange(query)
  const asked = parseList(eventTypes, request, 'types')
  const types = SESSION_EVENT_TYPES.filter((type) => asked.includes(type))
  const { createdFrom, createdTo } = range
  const scope = ['session events', sessionId, order, createdFrom, createdTo, ...asked]
  const after = decodeCursor(scope, page, 'number')
  // Only types that never occur here: nothing matches.
  if (asked.length > 0 && types.length === 0) return wirePage([], null)
  const events = await listSessionEvents(db, {
    sessionId,
    limit: limit + 1,
    after,
    order,
    types,
    ...range,
  })
  const shown = events.slice(0, limit)
  const last = shown.at(-1)?.sequence
  const isEnd = events.length <= limit
  // Queued events have no time yet, so they lie in no range of times.
  const isRange = createdFrom !== undefined || createdTo !== undefined
  const hasMessages = asked.length === 0 || types.includes('user.message')
  const queue =
    isEnd && order === 'asc' && hasMessages && !isRange ? await queuedMessages(db, sessionId) : []
  const next = isEnd || last == null ? null : encodeCursor(scope, last)
  return wirePage([...shown, ...queue].map(wireSessionEvent), next)
}

export const POST: Handler<Params> = async (call) => {
  const { id } = await getSession(call.db, call.params.sessionId)
  const body = parseInput(sendEventsBody, await readJson(call.request))
  const { events } = body
  if (events.some(({ type }) => DECISIONS.includes(type))) requireMay(call.caller, 'decide')
  const by = call.caller.actor
  const sent = await sendEventsPastGates(call.db, id, {
    events: events.map((event) => sentEvent(event, by)),
    ...{ by, gates: gatesOfBody(body) },
  })
  return { data: sent.filter(({ type }) => type.startsWith('user.')).map(wireSessionEvent) }
}

/** Events that carry a person's decision on what the agent proposed. */
const DECISIONS: readonly WireSent['type'][] = [
  'user.tool_confirmation',
  'user.compaction_confirmation',
]

type WireSent = ReturnType<typeof sendEventsBody.parse>['events'][number]

function sentEvent(event: WireSent, by: Actor): SentEvent {
  switch (event.type) {
    case 'user.message':
      return { type: event.type, texts: event.content.map(({ text }) => text) }
    case 'user.interrupt':
      return { type: event.type }
    case 'user.tool_confirmation':
      return {
        type: event.type,
        toolUseId: event.tool_use_id,
        result: event.result,
        denyMessage: event.deny_message,
        isForSession: event.for_session,
        by,
        shown: event.content_sha256 == null ? undefined : { contentSha256: event.content_sha256 },
      }
    case 'user.compaction':
      return { type: event.type, instructions: event.instructions ?? undefined }
    case 'user.compaction_confirmation':
      return {
        type: event.type,
        startId: event.compaction_start_id,
        result: event.result,
        summary: event.summary,
      }
  }
}

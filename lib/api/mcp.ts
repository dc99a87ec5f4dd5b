import { randomUUID } from 'node:crypto'
import type { Caller } from '@/lib/auth/caller'
import { sessionOfMcpCall } from '@/lib/connect/mcp-session'
import type { Database } from '@/lib/db/database'
import { database } from '@/lib/db/open-database'
import { answerMcp, methodOf } from '@/lib/mcp/answer-mcp'
import { clientOf } from '@/lib/mcp/client-of'
import { noteClient } from '@/lib/mcp/clients'
import {
  type ClientInfo,
  type McpCall,
  type McpOptions,
  McpRefusal,
  type SeenStore,
} from '@/lib/mcp/mcp-call'
import { pinnedStore } from '@/lib/mcp/seen-stores'
import { mountedStores } from '@/lib/store/stores/mounted-stores'
import { sha256Hex, utf8Bytes } from '@/lib/text/content'
import { newId } from '@/lib/text/prefixed-id'
import { accessInSession } from './access-in-session'
import { refuseForeign, requireCaller } from './admission'
import { type ApiAnswer, answerOf } from './api-answer'
import { ApiError, invalidRequest, notFound } from './api-error'
import type { ApiRequest } from './api-request'
import { observed } from './observed'
import { noteCall } from './outside-calls'
import { bodyLimitFor, readJson } from './read-body'
import { requireMay } from './require-may'
import { answerHeaders, respondError } from './respond'

/** Names the session that a caller acts in; the bridge of `palimpsest mcp` sends it. */
const SESSION_HEADER = 'palimpsest-session'

const SCOPES = 'memory:read memory:write'

/**
 * Answers a request of the Model Context Protocol at `/mcp`: hosts, origins, keys and limits are
 * checked as for the API. Never rejects.
 */
export async function answerMcpAddress(request: ApiRequest): Promise<ApiAnswer> {
  return observed(request, '/mcp', () => answerOrRefuse(request))
}

async function answerOrRefuse(request: ApiRequest): Promise<ApiAnswer> {
  const requestId = newId('req')
  try {
    refuseForeign(request, 'api')
    const db = database()
    const caller = await requireCaller(db, request)
    requireMay(caller, 'read')
    noteCall(request)
    return await answerCaller(db, caller, request, requestId)
  } catch (error) {
    const answer = respondError(error, requestId, request)
    const challenge = error instanceof ApiError ? CHALLENGES[error.status] : undefined
    if (challenge === undefined) return answer
    return { ...answer, headers: { ...answer.headers, 'www-authenticate': challenge } }
  }
}

/** Tells a client what a key must be like (RFC 6750, section 3). */
const CHALLENGES: Record<number, string | undefined> = {
  401: `Bearer realm="palimpsest", error="invalid_token", scope="${SCOPES}"`,
  403: `Bearer realm="palimpsest", error="insufficient_scope", scope="${SCOPES}"`,
}

async function answerCaller(
  db: Database,
  caller: Caller,
  request: ApiRequest,
  requestId: string,
): Promise<ApiAnswer> {
  const options = optionsOf(request.query)
  const isPost = request.method === 'POST'
  const body = isPost ? await readBody(db, caller, request) : undefined
  const userAgent = request.headers.get('user-agent')
  const client = clientOf(body, { actorId: caller.actor.id, userAgent })
  const sessionId = sessionOf(request)
  const call: McpCall = {
    db,
    caller,
    options,
    origin: request.origin,
    client,
    connection: connectionOf(client, request),
    sessionId,
    sessionOfCall: (toolUseId) => sessionOfMcpCall(db, toolUseId),
    accessInSession: accessInSession(db, caller, sessionId),
  }
  call.pinned = await pinnedOf(call)
  if (isPost && client) {
    const isToolCall = methodOf(body) === 'tools/call'
    noteClient(db, { actor: caller.actor, client, isToolCall })
  }
  const { headers } = request
  const answered = await answerMcp(call, { isPost, headers, web: () => webRequest(request) }, body)
  const whole = answered instanceof Response ? await wholeAnswer(answered) : answered
  const answer = withRequestId(whole, requestId)
  if (methodOf(body) !== 'initialize' || answer.status !== 200) return answer
  return { ...answer, headers: { ...answer.headers, [CONNECTION_HEADER]: randomUUID() } }
}

/**
 * The header that a client of the revision of 2025-11-25 gets when it connects, and repeats with
 * every call. Nothing is stored under it: it tells connections apart that have the same program and
 * key.
 */
const CONNECTION_HEADER = 'mcp-session-id'

/** A bridge has its process in its `user-agent`. A hash: it is stored. */
function connectionOf(client: ClientInfo | null, { headers }: ApiRequest): string {
  const connection = headers.get(CONNECTION_HEADER) ?? headers.get('user-agent')
  return sha256Hex(utf8Bytes(JSON.stringify([client?.name, connection]))).slice(0, 24)
}

function optionsOf(query: URLSearchParams): McpOptions {
  const tools = query.get('tools') ?? 'documents'
  if (tools !== 'documents' && tools !== 'memory') {
    throw invalidRequest('tools: must be documents or memory')
  }
  const access = query.get('access')
  if (access !== null && access !== 'read') throw invalidRequest('access: must be read')
  return { tools, store: query.get('store'), isReadOnly: access === 'read' }
}

/** A store that is not there is told at once, and not with the first call of a tool. */
async function pinnedOf(call: McpCall): Promise<SeenStore | undefined> {
  try {
    return (await pinnedStore(call)) ?? undefined
  } catch (error) {
    if (error instanceof McpRefusal) throw notFound(error.message)
    throw error
  }
}

/**
 * Reads a body as long as the largest memory that this caller could write. Only one too long for a
 * usual memory is worth asking all stores for theirs.
 */
async function readBody(db: Database, caller: Caller, request: ApiRequest): Promise<unknown> {
  const usual = bodyLimitFor(0)
  if (Number(request.headers.get('content-length') ?? Infinity) <= usual) {
    return readJson(request, usual)
  }
  const stores = await mountedStores(db, caller.storeIds)
  const largest = stores.reduce((most, { maxContentBytes }) => Math.max(most, maxContentBytes), 0)
  return readJson(request, bodyLimitFor(largest))
}

function sessionOf(request: ApiRequest): string | null {
  const sessionId = request.headers.get(SESSION_HEADER)
  if (sessionId === null || sessionId === '') return null
  if (!/^[\w.:-]{1,128}$/.test(sessionId)) {
    throw invalidRequest(`${SESSION_HEADER}: must be an id of at most 128 characters`)
  }
  return sessionId
}

/** The headers that the protocol reads. */
const HEADERS = [
  'accept',
  'content-type',
  'mcp-protocol-version',
  'mcp-method',
  'mcp-name',
  'last-event-id',
  'user-agent',
]

function webRequest({ method, origin, pathname, headers, signal }: ApiRequest): Request {
  const sent = new Headers()
  for (const name of HEADERS) {
    const value = headers.get(name)
    if (value !== null) sent.set(name, value)
  }
  return new Request(`${origin}${pathname}`, { method, headers: sent, signal })
}

/** An answer that is there as a whole is sent as one. */
async function wholeAnswer(response: Response): Promise<ApiAnswer> {
  const answer = answerOf(response)
  const isStream = response.headers.get('content-type')?.startsWith('text/event-stream')
  return isStream ? answer : { ...answer, body: response.body ? await response.text() : null }
}

function withRequestId(answer: ApiAnswer, requestId: string): ApiAnswer {
  return { ...answer, headers: { ...answer.headers, ...answerHeaders(requestId) } }
}

import { createMcpHandler } from '@modelcontextprotocol/server'
import { type Context, Hono } from 'hono'
import { z } from 'zod'
import { admit, named, ownPages, sentText } from '@/lib/api/chain'
import { type Env, requireMay } from '@/lib/api/kit'
import { listened } from '@/lib/api/listened'
import { refuseWith } from '@/lib/api/refusals'
import { causeOf, log } from '@/lib/log'
import { Refusal } from '@/lib/refusal'
import { sessionInName } from '@/lib/sessions/in-name'
import { invalidInput } from '@/lib/store/model/problems'
import { jsonOf } from '@/lib/text/content'
import { newId } from '@/lib/text/ids'
import { noteCall, type Program, programIn, programOfAgent } from './clients'
import { newsFor } from './news'
import { type McpCall, type McpOptions, storesSeen } from './seen-stores'
import { serverFor } from './serve'

/** The Model Context Protocol at `/mcp`. Hosts, origins, keys and bodies are checked as for the API. */

export const mcp = new Hono<Env>()

mcp.use(named, ownPages, admit)

mcp.all('/mcp', async (c) => {
  requireMay(c, 'read')
  const { raw } = c.req
  const body = raw.method === 'POST' ? json(await sentText(raw, c.var.caller)) : undefined
  const { connection, program } = connectionOf(raw.headers, body)
  const call = await callOf(c, connection, program)
  const method = methodOf(body)
  if (program) noteCall(c.var.caller.keyId, program, method === 'tools/call')
  if (method === 'subscriptions/listen') return listen(c, call, body)
  const response = await answer(call, webRequest(raw, raw.signal), body)
  if (method === 'initialize') response.headers.set(CONNECTION, newConnection(program))
  return response
})

mcp.onError((error, c) => {
  const response = refuseWith(error, c)
  const challenge = CHALLENGES[response.status]
  if (challenge !== undefined) response.headers.set('www-authenticate', challenge)
  return response
})

/** What a key must be like (RFC 6750, section 3). */
const CHALLENGES: Record<number, string | undefined> = {
  401: 'Bearer realm="palimpsest", error="invalid_token"',
  403: 'Bearer realm="palimpsest", error="insufficient_scope"',
}

function json(text: string): unknown {
  const body = jsonOf(text)
  if (body === undefined) throw invalidInput('body', 'is not JSON')
  return body
}

const withMethod = z.object({ method: z.string() })

/** The method of a message; null: several, or none. */
const methodOf = (body: unknown) => withMethod.safeParse(body).data?.method ?? null

/** Methods that tell what there is, and so name the stores. */
const ASKING: readonly (string | null)[] = ['initialize', 'server/discover']

/** The SDK's answer; the body was read. */
function answer(call: McpCall, request: Request, body: unknown): Promise<Response> {
  const isAsking = ASKING.includes(methodOf(body))
  const handler = createMcpHandler(
    ({ era }) => serverFor(call, { isAsking, canListen: era === 'modern' }),
    { onerror: (error) => log.debug('a call over MCP was refused', causeOf(error)) },
  )
  return handler.fetch(request, { parsedBody: body })
}

const webRequest = ({ url, method, headers }: Request, signal: AbortSignal) =>
  new Request(url, { method, headers, signal })

const CONNECTION = 'mcp-session-id'
const SESSION = 'palimpsest-session'

/**
 * A client of the revision before repeats this with every call: a name of its connection, under which
 * nothing is kept, and its program, which only its first message names.
 */
const newConnection = (program: Program | null) =>
  `${newId('conn')}.${Buffer.from(JSON.stringify(program ?? {})).toString('base64url')}`

/** The connection of a call, if its client was given one, and the program that calls. */
function connectionOf(headers: Headers, body: unknown) {
  const [, connection = null, told = ''] =
    /^(conn_\w{8,64})\.([\w-]{0,400})$/.exec(headers.get(CONNECTION) ?? '') ?? []
  const program = programIn(body) ?? programTold(told) ?? programOfAgent(headers.get('user-agent'))
  return { connection, program }
}

const programTold = (told: string) =>
  programIn({ params: { clientInfo: jsonOf(Buffer.from(told, 'base64url').toString()) } })

const options = z.object({
  tools: z.enum(['documents', 'memory']).default('documents'),
  access: z.literal('read', 'must be read').optional(),
  store: z.string().optional(),
})

function optionsOf(query: Record<string, string>): McpOptions {
  const { data, error } = options.safeParse(query)
  if (data) return { ...data, store: data.store ?? null, isReadOnly: data.access === 'read' }
  const [fault] = error.issues
  throw invalidInput(String(fault?.path[0]), fault?.message ?? 'is not valid')
}

/**
 * Who calls: the key together with the session that the caller names, else with its connection. Refuses
 * `store_not_found` where the address names a store that the caller does not see, and as `sessionInName`.
 */
async function callOf(
  c: Context<Env>,
  connection: string | null,
  program: Program | null,
): Promise<McpCall> {
  const { caller } = c.var
  const said = c.req.header(SESSION) ?? ''
  if (!/^[\w.:-]{0,128}$/.test(said)) throw invalidInput(SESSION, 'must be an id')
  const session = said === '' ? null : await sessionInName(caller, said)
  const client = program && `${program.name} ${program.version}`.trim()
  const cause = { ...c.var.cause, sessionId: said === '' ? connection : said, client }
  const call = { caller, cause, session, options: optionsOf(c.req.query()) }
  const { store } = call.options
  if (store !== null && (await storesSeen(call)).length === 0) {
    throw new Refusal('store_not_found', `There is no memory store ${store}.`)
  }
  return call
}

/** A stream of the news that were asked for, until the caller leaves, its key ends or the server does. */
async function listen(c: Context<Env>, call: McpCall, body: unknown): Promise<Response> {
  const left = new AbortController()
  const handler = createMcpHandler(() => serverFor(call, { isAsking: false, canListen: true }), {
    keepAliveMs: 0,
  })
  const tellNews = await newsFor(call)
  const response = await handler.fetch(webRequest(c.req.raw, left.signal), { parsedBody: body })
  const sent = response.body
  if (!sent || response.headers.get('content-type') !== 'text/event-stream') return response
  const chunks = async function* (signal: AbortSignal) {
    signal.addEventListener('abort', () => left.abort())
    tellNews(handler.notify, signal).catch((error: unknown) => {
      log.error('a listener over MCP could not be told', causeOf(error))
      left.abort()
    })
    yield* sent
  }
  try {
    return new Response(listened(c, chunks), response)
  } catch (error) {
    left.abort()
    throw error
  }
}

import { OpenAPIHono } from '@hono/zod-openapi'
import { createMiddleware } from 'hono/factory'
import { methodNotAllowed } from 'hono/method-not-allowed'
import { causeOfCall, callerOf } from '@/lib/auth/caller'
import { refuseForeign } from '@/lib/auth/origin'
import { untilDone } from '@/lib/ending'
import { Refusal } from '@/lib/refusal'
import { newId } from '@/lib/text/ids'
import { VERSION } from '@/lib/version'
import { events } from './streams'
import { flags } from './flags'
import { heldWrites } from './held-writes'
import { history } from './history'
import { jobs } from './jobs'
import { type Env, MAX_JSON_BYTES, refuseEnded } from './kit'
import { memories } from './memories'
import { memoryTool } from './memory-tool'
import { redactions } from './redact'
import { refuse, refuseWith } from './refusals'
import { reviews } from './review'
import { searches } from './search'
import { sessionEvents } from './session-events'
import { sessions } from './sessions'
import { stores } from './stores'
import { exporting, transfer } from './transfer'
import { versions } from './versions'

/** The HTTP API: the chain before every call, its errors, its description. */

/** A body that comes for longer than this may outlive the key that it was sent with; milliseconds. */
const SLOW_MS = 500

/** The schemas would drop it without a word. Within a text its quotes are escaped. */
const DROPPED_KEY = /"__proto__"\s*:/

/** The body as bounded UTF-8 that Hono takes for JSON, whatever its type says; none counts as `{}`. */
const jsonBody = createMiddleware<Env>(async (c, next) => {
  // Of an import, only what it holds says what it is.
  const isImport = c.req.path.endsWith('/import')
  if (!['POST', 'PATCH'].includes(c.req.method) || isImport) return next()
  const begun = Date.now()
  const sent = utf8(await boundedBody(c.req.raw))
  if (Date.now() - begun > SLOW_MS) await refuseEnded(c)
  if (DROPPED_KEY.test(sent)) throw new Refusal('invalid_input', '__proto__: cannot be a key')
  const headers = new Headers(c.req.raw.headers)
  headers.set('content-type', 'application/json')
  const { method, signal } = c.req.raw
  c.req.raw = new Request(c.req.url, { method, headers, signal, body: sent.trim() || '{}' })
  return next()
})

async function boundedBody({ headers, body }: Request): Promise<Buffer> {
  const refusal = new Refusal('too_large', `A body is at most ${MAX_JSON_BYTES} bytes.`)
  if (Number(headers.get('content-length')) > MAX_JSON_BYTES) throw refusal
  const chunks: Uint8Array[] = []
  let size = 0
  for await (const chunk of body ?? []) {
    size += chunk.length
    if (size > MAX_JSON_BYTES) throw refusal
    chunks.push(chunk)
  }
  return Buffer.concat(chunks)
}

function utf8(bytes: Uint8Array): string {
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes)
  } catch {
    throw new Refusal('invalid_input', 'The body is not UTF-8.')
  }
}

const named = createMiddleware<Env>(async (c, next) => {
  c.set('requestId', newId('req'))
  await untilDone(next())
  // Not by `c.header`, which makes the answer anew each time.
  const { headers, status } = c.res
  headers.set('request-id', c.var.requestId)
  headers.set('x-content-type-options', 'nosniff')
  // The SDKs repeat every 409 unless they are told not to.
  if (status >= 400 && status < 500 && status !== 429) headers.set('x-should-retry', 'false')
})

const ownPages = createMiddleware<Env>(async (c, next) => {
  refuseForeign(c.req.raw, 'api')
  return next()
})

/** Who calls, and in whose name; everything behind it may rely on both. */
const admit = createMiddleware<Env>(async (c, next) => {
  const caller = await callerOf(c.req.raw.headers)
  c.set('caller', caller)
  c.set('cause', causeOfCall(caller))
  const betas = c.req.header('anthropic-beta') ?? ''
  const isPreview = betas.includes('managed-agents-') && !betas.includes('agent-memory-')
  c.set('dialect', isPreview ? 'preview' : 'current')
  return next()
})

export const app = new OpenAPIHono<Env>()

app.use(named)
app.use(
  methodNotAllowed({
    app,
    onMethodNotAllowed: (c, methods) => {
      const allow = [...methods, 'OPTIONS'].join(', ')
      c.header('allow', allow)
      if (c.req.method === 'OPTIONS') return c.body(null, 204)
      return refuse(c, 405, `This address takes ${allow}.`)
    },
  }),
)
app.use(ownPages)
app.get('/v1/openapi.json', (c) =>
  c.body(descriptionOf(app), 200, { 'content-type': 'application/json' }),
)
app.use(admit)
app.use(jsonBody)
app.notFound((c) =>
  refuse(
    c,
    404,
    `There is no ${c.req.method} ${c.req.path}. GET /v1/openapi.json says what there is.`,
  ),
)
app.onError(refuseWith)
for (const each of [
  ...[stores, memories, memoryTool, versions, history, searches],
  ...[redactions, events, exporting, transfer, jobs, sessions, sessionEvents, heldWrites, reviews],
  flags,
]) {
  app.route('/', each)
}

let made: string | undefined

/** OpenAPI 3.1, as JSON, from the schemas that check requests; made once, since it takes 50 ms. */
export function descriptionOf(app: OpenAPIHono<Env>): string {
  made ??= JSON.stringify(describe(app))
  return made
}

function describe(app: OpenAPIHono<Env>): object {
  const { openAPIRegistry: registry } = app
  registry.registerComponent('securitySchemes', 'bearer', { type: 'http', scheme: 'bearer' })
  const header = { type: 'apiKey', in: 'header', name: 'x-api-key' } as const
  registry.registerComponent('securitySchemes', 'header', header)
  return app.getOpenAPI31Document({
    openapi: '3.1.0',
    info: {
      title: 'Palimpsest',
      version: VERSION,
      description: 'Memory stores, memories and versions as Anthropic’s API has them, and more.',
    },
    // Without a key under this machine's own names only.
    security: [{}, { bearer: [] }, { header: [] }],
  })
}

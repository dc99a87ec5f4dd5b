import { OpenAPIHono } from '@hono/zod-openapi'
import { methodNotAllowed } from 'hono/method-not-allowed'
import { VERSION } from '@/lib/version'
import { admit, jsonBody, named, ownPages } from './chain'
import { events } from './streams'
import { flags } from './flags'
import { heldWrites } from './held-writes'
import { history } from './history'
import { hooks } from './hooks'
import { jobs } from './jobs'
import type { Env } from './kit'
import { memories } from './memories'
import { memoryTests } from './memory-tests'
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

/** The HTTP API: its calls, its errors, its description. */

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
  stores,
  memories,
  memoryTool,
  versions,
  history,
  searches,
  redactions,
  events,
  exporting,
  transfer,
  jobs,
  sessions,
  sessionEvents,
  heldWrites,
  reviews,
  flags,
  hooks,
  memoryTests,
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

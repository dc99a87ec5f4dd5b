import type { OpenAPIHono } from '@hono/zod-openapi'
import { VERSION } from '@/lib/version'
import type { Env } from './kit'

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

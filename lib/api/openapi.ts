import { z } from 'zod'
import { MASKED_HEADER } from './respond'
import { RESPONSES } from './response-schemas'
import { METHODS, type Operation, type Route } from './route'

/** The OpenAPI 3.1 description of the API, generated from the schemas that parse requests. */

/** The document about these routes, ready for JSON. */
export function openApiDocument(routes: readonly Route[]) {
  return {
    openapi: '3.1.0',
    info: {
      title: 'Palimpsest',
      version: '1',
      description: 'Memory stores, memories and their versions, as Anthropic’s API has them.',
    },
    paths: Object.fromEntries(routes.map((route) => [route.path, pathItem(route)])),
    // No key is needed over loopback.
    security: [{}, { bearer: [] }, { header: [] }],
    components: {
      schemas: Object.fromEntries(
        Object.entries(RESPONSES).map(([name, schema]) => [name, jsonSchema(schema, 'output')]),
      ),
      securitySchemes: {
        bearer: { type: 'http', scheme: 'bearer' },
        header: { type: 'apiKey', in: 'header', name: 'x-api-key' },
      },
    },
  }
}

function pathItem({ path, operations }: Route): Record<string, unknown> {
  const described = METHODS.flatMap((method) => {
    const operation = operations[method]
    return operation ? [[method.toLowerCase(), describe(path, operation)] as const] : []
  })
  return Object.fromEntries(described)
}

function describe(path: string, operation: Operation) {
  const { id, summary, description, query, headers, body, takesFile, answers } = operation
  return {
    operationId: id,
    summary,
    ...(description === undefined ? {} : { description }),
    parameters: [
      ...segments(path),
      ...parameters('query', query),
      ...parameters('header', headers),
      BETA,
    ],
    ...(body ? { requestBody: requestBody(body, takesFile) } : {}),
    responses: {
      200: {
        description: 'Done',
        ...(writesMemory(operation) ? { headers: MASKED } : {}),
        content: content(answers),
      },
      ...refusals(path, operation),
      default: { description: 'A fault of the server', content: content('Error') },
    },
  }
}

/** True if its answer is a memory that it wrote. */
const writesMemory = ({ body, answers }: Operation) => body !== undefined && answers === 'Memory'

const MASKED = {
  [MASKED_HEADER]: {
    description:
      'Where the policy of the store masked something in what was written: what stands there instead, separated by commas',
    schema: { type: 'string' },
  },
}

function segments(path: string) {
  const names = [...path.matchAll(/\{(\w+)\}/g)].map((match) => match[1] ?? '')
  return names.map((name) => ({ name, in: 'path', required: true, schema: { type: 'string' } }))
}

/**
 * Selects the dialect: the research preview's value alone selects the preview, anything else the
 * current one.
 */
const BETA = {
  name: 'anthropic-beta',
  in: 'header',
  required: false,
  description: 'agent-memory-2026-07-22, or managed-agents-2026-04-01 for the research preview',
  schema: { type: 'string' },
}

const REFUSALS: Record<number, string> = {
  400: 'Something in the request is not as it must be; the message names it',
  401: 'The API key is unknown or was revoked',
  403: 'The API key does not cover this, or a page of another origin asked',
  404: 'There is no such thing',
  409: 'The path is taken, the precondition does not hold, or somebody else was first',
  413: 'The body is too large',
}

function refusals(path: string, { query, body, answers }: Operation) {
  const statuses = [401, 403]
  if (query || body || path.includes('{')) statuses.push(400)
  if (path.includes('{')) statuses.push(404)
  if (body) statuses.push(413)
  if (body || answers === 'DeletedMemory') statuses.push(409)
  return Object.fromEntries(
    statuses.map((status) => [
      status,
      { description: REFUSALS[status] ?? '', content: content('Error') },
    ]),
  )
}

function parameters(where: 'query' | 'header', schema: z.ZodObject | undefined) {
  if (!schema) return []
  const { properties = {}, required = [] } = jsonSchema(schema, 'input')
  return Object.entries(properties).map(([name, described]) => ({
    name,
    in: where,
    required: required.includes(name),
    schema: described,
  }))
}

function requestBody(body: z.ZodType, takesFile: boolean | undefined) {
  const schema = jsonSchema(body, 'input')
  const file = { 'application/octet-stream': { schema: { type: 'string', format: 'binary' } } }
  return {
    required: !body.safeParse({}).success,
    content: { 'application/json': { schema }, ...(takesFile ? file : {}) },
  }
}

function content(answers: Operation['answers']) {
  if (answers === 'text/event-stream' || answers === 'application/octet-stream') {
    return { [answers]: { schema: { type: 'string' } } }
  }
  return { 'application/json': { schema: { $ref: `#/components/schemas/${answers}` } } }
}

interface ObjectSchema {
  properties?: Record<string, unknown>
  required?: string[]
}

function jsonSchema(schema: z.core.$ZodType, io: 'input' | 'output'): ObjectSchema {
  const described: ObjectSchema & { $schema?: string } = z.toJSONSchema(schema, {
    io,
    unrepresentable: 'any',
  })
  delete described.$schema
  return described
}

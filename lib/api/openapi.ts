import { z } from 'zod'
import { RESPONSES, type ResponseName } from './response-schemas'
import * as requests from './schemas'

/** The OpenAPI 3.1 description of the API, made of the schemas that requests are parsed with. */

interface Operation {
  summary: string
  answers: ResponseName | 'text/event-stream' | 'application/octet-stream'
  query?: z.ZodObject
  body?: z.ZodType
}

type Method = 'get' | 'post' | 'patch' | 'delete'

const STORE = '/v1/memory_stores/{storeId}'
const MEMORY = `${STORE}/memories/{memoryId}`
const VERSION = `${STORE}/memory_versions/{versionId}`

const updateMemory: Operation = {
  summary: "Change a memory's content, path, or both",
  query: requests.viewQuery('basic'),
  body: requests.updateMemoryBody,
  answers: 'Memory',
}

const OPERATIONS: Record<string, Partial<Record<Method, Operation>>> = {
  '/v1/memory_stores': {
    get: { summary: 'List stores', query: requests.listStoresQuery, answers: 'MemoryStorePage' },
    post: { summary: 'Make a store', body: requests.createStoreBody, answers: 'MemoryStore' },
  },
  [STORE]: {
    get: { summary: 'Read a store', answers: 'MemoryStore' },
    post: { summary: 'Change a store', body: requests.updateStoreBody, answers: 'MemoryStore' },
    delete: { summary: 'Delete a store with all in it', answers: 'DeletedMemoryStore' },
  },
  [`${STORE}/archive`]: { post: { summary: 'Archive a store', answers: 'MemoryStore' } },
  [`${STORE}/memories`]: {
    get: { summary: 'List memories', query: requests.listMemoriesQuery, answers: 'MemoryPage' },
    post: {
      summary: 'Create a memory',
      query: requests.viewQuery('basic'),
      body: requests.createMemoryBody,
      answers: 'Memory',
    },
  },
  [MEMORY]: {
    get: { summary: 'Read a memory', query: requests.getMemoryQuery, answers: 'Memory' },
    post: updateMemory,
    patch: updateMemory,
    delete: {
      summary: 'Delete a memory',
      query: requests.deleteMemoryQuery,
      answers: 'DeletedMemory',
    },
  },
  [`${STORE}/memory_versions`]: {
    get: {
      summary: 'List versions, newest first',
      query: requests.listVersionsQuery,
      answers: 'MemoryVersionPage',
    },
  },
  [VERSION]: {
    get: { summary: 'Read a version', query: requests.viewQuery('full'), answers: 'MemoryVersion' },
  },
  [`${VERSION}/redact`]: { post: { summary: 'Empty a version', answers: 'MemoryVersion' } },
  [`${VERSION}/restore`]: {
    post: {
      summary: 'Roll a memory back to a version',
      body: requests.restoreVersionBody,
      answers: 'Memory',
    },
  },
  [`${STORE}/memory_tool`]: {
    post: {
      summary: 'Run a command of the memory tool',
      body: requests.memoryToolBody,
      answers: 'MemoryToolResult',
    },
  },
  [`${STORE}/events`]: {
    get: {
      summary: 'Follow the changes of a store',
      query: requests.eventsQuery,
      answers: 'text/event-stream',
    },
  },
  [`${STORE}/restore`]: {
    post: {
      summary: 'Restore the whole store to a moment',
      body: requests.restoreStoreBody,
      answers: 'Rollback',
    },
  },
  [`${STORE}/undo`]: {
    post: { summary: 'Take changes back', body: requests.undoBody, answers: 'Rollback' },
  },
  [`${STORE}/changes`]: {
    get: {
      summary: 'The net difference between two moments',
      query: requests.changesQuery,
      answers: 'Changes',
    },
  },
  [`${STORE}/search`]: {
    get: { summary: 'Search a store', query: requests.searchQuery, answers: 'SearchResult' },
  },
  [`${STORE}/redact`]: {
    post: {
      summary: 'Take a text out of a store and its history; with dry_run, find it',
      body: requests.redactTextBody,
      answers: 'RedactionAnswer',
    },
  },
  [`${STORE}/reads`]: {
    get: { summary: 'Who read what', query: requests.readsQuery, answers: 'Reads' },
  },
  [`${STORE}/export`]: {
    get: {
      summary: 'Export a store',
      query: requests.exportQuery,
      answers: 'application/octet-stream',
    },
  },
  [`${STORE}/import`]: {
    post: {
      summary: 'Seed a store; plans with dry_run, else starts a job',
      query: requests.importQuery,
      body: requests.importBody,
      answers: 'ImportAnswer',
    },
  },
  '/v1/jobs/{jobId}': { get: { summary: 'Read a job', answers: 'Job' } },
  '/v1/jobs/{jobId}/stop': { post: { summary: 'Stop a job', answers: 'Job' } },
}

/** The document; JSON. */
export function openApiDocument() {
  return {
    openapi: '3.1.0',
    info: {
      title: 'Palimpsest',
      version: '1',
      description: 'Memory stores, memories and their versions, as Anthropic’s API has them.',
    },
    paths: Object.fromEntries(
      Object.entries(OPERATIONS).map(([path, methods]) => [path, pathItem(path, methods)]),
    ),
    components: {
      schemas: Object.fromEntries(
        Object.entries(RESPONSES).map(([name, schema]) => [name, jsonSchema(schema, 'output')]),
      ),
      securitySchemes: { key: { type: 'http', scheme: 'bearer' } },
    },
  }
}

function pathItem(path: string, methods: Partial<Record<Method, Operation>>) {
  const names = [...path.matchAll(/\{(\w+)\}/g)].map((match) => match[1] ?? '')
  const inPath = names.map((name) => ({
    name,
    in: 'path',
    required: true,
    schema: { type: 'string' },
  }))
  const operations = Object.entries(methods).map(([method, operation]) => [
    method,
    {
      summary: operation.summary,
      parameters: [...inPath, ...queryParameters(operation.query)],
      ...(operation.body ? { requestBody: requestBody(operation.body) } : {}),
      responses: {
        200: { description: 'Done', content: content(operation.answers) },
        default: { description: 'Refused', content: content('Error') },
      },
    },
  ])
  return Object.fromEntries(operations) as Record<Method, unknown>
}

function queryParameters(query: z.ZodObject | undefined) {
  if (!query) return []
  const { properties = {}, required = [] } = jsonSchema(query, 'input')
  return Object.entries(properties).map(([name, schema]) => ({
    name,
    in: 'query',
    required: required.includes(name),
    schema,
  }))
}

function requestBody(body: z.ZodType) {
  return { content: { 'application/json': { schema: jsonSchema(body, 'input') } } }
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

function jsonSchema(schema: z.ZodType, io: 'input' | 'output'): ObjectSchema {
  const described: ObjectSchema & { $schema?: string } = z.toJSONSchema(schema, {
    io,
    unrepresentable: 'any',
  })
  delete described.$schema
  return described
}

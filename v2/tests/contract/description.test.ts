import { z } from 'zod'
import type { Caller } from '@/tests/support/fixtures'
import { expect, test } from '@/tests/support/fixtures'
import { message } from '@/tests/support/messages'

/** OpenAPI's description of the API, held against what it answers. */

type JsonSchema = Record<string, unknown>

interface Operation {
  operationId: string
  parameters?: { name: string; in: string; required: boolean; schema: JsonSchema }[]
  requestBody?: { content: Record<string, { schema: JsonSchema }> }
  responses: Record<string, { content: Record<string, { schema: JsonSchema }> }>
}

interface Description {
  openapi: string
  paths: Record<string, Record<string, Operation>>
  components: { schemas: Record<string, JsonSchema> }
}

const describedBy = async (me: Caller) =>
  (await me.ask<Description>('GET', '/v1/openapi.json')).body

/** The schema as zod checks it: its references lead to definitions within it. */
function checkerOf(schema: JsonSchema, { components }: Description): z.ZodType {
  const whole = JSON.stringify({ ...schema, $defs: components.schemas })
  const schemaOf = JSON.parse(whole.replaceAll('#/components/schemas/', '#/$defs/')) as JsonSchema
  return z.fromJSONSchema(schemaOf)
}

test('every operation is described once, with its path, its answer and its refusals', async ({
  as,
}) => {
  const { openapi, paths } = await describedBy(await as())
  expect(openapi).toBe('3.1.0')
  const operations = Object.entries(paths).flatMap(([path, methods]) =>
    Object.values(methods).map((operation) => ({ path, operation })),
  )
  const ids = operations.map(({ operation }) => operation.operationId)
  expect(new Set(ids).size).toBe(ids.length)
  for (const { path, operation } of operations) {
    const named = operation.parameters?.filter(({ in: place }) => place === 'path') ?? []
    const inPath = [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name)
    expect(named.map(({ name }) => name)).toEqual(inPath)
    expect(Object.keys(operation.responses).sort()).toEqual(['200', '4XX', '5XX'])
  }
})

test('what is answered is what is described', async ({ as, store }) => {
  const me = await as()
  const script = await as({ access: 'write', isAgent: false })
  const description = await describedBy(me)
  const seen = new Set<string>()
  /** Calls an operation, and checks its answer by the description. */
  const call = async <T = { id: string }>(
    operationId: string,
    ids: Record<string, string> = {},
    { query = '', body, as: caller = me }: { query?: string; body?: unknown; as?: Caller } = {},
  ): Promise<T> => {
    const found = Object.entries(description.paths).flatMap(([path, methods]) =>
      Object.entries(methods)
        .filter(([, operation]) => operation.operationId === operationId)
        .map(([method, operation]) => ({ path, method, operation })),
    )[0]
    if (!found) throw new Error(`${operationId} is not described`)
    const address = found.path.replaceAll(/\{(\w+)\}/g, (_, name: string) => ids[name] ?? '')
    const answered = await caller.ask<T>(
      found.method.toUpperCase(),
      `${address}?${query}`,
      body,
      typeof body === 'string' ? { 'content-type': 'application/jsonl' } : {},
    )
    expect(answered.status).toBeLessThan(500)
    const key = answered.status === 200 ? '200' : '4XX'
    const schema = found.operation.responses[key]?.content['application/json']?.schema ?? {}
    const { error } = checkerOf(schema, description).safeParse(answered.body)
    expect([operationId, answered.status, error?.issues]).toEqual([
      operationId,
      answered.status,
      undefined,
    ])
    seen.add(operationId)
    return answered.body
  }

  const storeId = store.id
  const { id: otherId } = await call('createMemoryStore', {}, { body: { name: 'described' } })
  await call('listMemoryStores', {}, { query: 'limit=1&include_archived=true' })
  await call('getMemoryStore', { storeId })
  await call('updateMemoryStore', { storeId }, { body: { metadata: { a: 'b' } } })
  const memory = await call<{ id: string; memory_version_id: string }>(
    'createMemory',
    { storeId },
    { query: 'view=full', body: { path: '/notes/a.md', content: 'one\ntwo\n' } },
  )
  const memoryId = memory.id
  const begun = new Date()
  await call('updateMemory', { storeId, memoryId }, { body: { content: 'one\nthree\n' } })
  await call('patchMemory', { storeId, memoryId }, { body: { path: '/notes/b.md' } })
  await call('getMemory', { storeId, memoryId })
  await call('listMemories', { storeId }, { query: 'view=full' })
  await call('listMemories', { storeId }, { query: 'depth=1' })
  const versionId = memory.memory_version_id
  await call('listMemoryVersions', { storeId }, { query: 'view=full' })
  await call('getMemoryVersion', { storeId, versionId })
  await call('restoreMemoryVersion', { storeId, versionId })
  await call('runMemoryTool', { storeId }, { body: { command: 'view', path: '/memories' } })
  await call('searchMemories', { storeId }, { query: 'q=two' })
  await call('searchMemories', { storeId }, { query: 'q=two&history=true' })
  const from = encodeURIComponent(begun.toISOString())
  const to = encodeURIComponent(new Date().toISOString())
  await call('listStoreChanges', { storeId }, { query: `from=${from}&to=${to}` })
  await call('restoreMemoryStore', { storeId }, { body: { at: begun, dry_run: true } })
  await call('restoreMemoryStore', { storeId }, { body: { at: begun } })
  await call('undoChanges', { storeId }, { body: { memory_version_ids: [versionId] } })
  await call('createMemory', { storeId }, { body: { path: '/notes', content: '' } })
  await call('getMemory', { storeId, memoryId: 'mem_none' })
  await call('deleteMemory', { storeId, memoryId })
  await call('redactMemoryVersion', { storeId, versionId })
  await call('archiveMemoryStore', { storeId: otherId })
  await call('deleteMemoryStore', { storeId: otherId })
  const job = await call('redactText', { storeId }, { body: { text: 'three', wait: true } })
  await call('redactText', { storeId }, { body: { text: 'three', dry_run: true } })
  const line = '{"path":"/imported.md","content":"x"}\n'
  await call('importMemories', { storeId }, { query: 'dry_run=true', body: line, as: script })
  await call('importMemories', { storeId }, { query: 'wait=true', body: line, as: script })
  await call('getJob', { jobId: job.id })
  await call('stopJob', { jobId: job.id })
  const resources = [{ type: 'memory_store', memory_store_id: storeId }]
  const asked = { agent: 'practice-agent', resources, initial_events: [message('Hi')] }
  const { id: sessionId } = await call('createSession', {}, { body: asked })
  await call('sendSessionEvents', { sessionId }, { body: { events: [message('And?')] } })
  await call('updateSession', { sessionId }, { body: { title: 'described' } })
  await call('continueSession', { sessionId })
  for (const id of ['getSession', 'listSessionEvents', 'archiveSession', 'deleteSession']) {
    await call(id, { sessionId })
  }
  await call('listSessions')

  const all = Object.values(description.paths).flatMap(Object.values<Operation>)
  const isJson = ({ responses }: Operation) =>
    'application/json' in (responses['200']?.content ?? {})
  const described = all.filter(isJson).map(({ operationId }) => operationId)
  expect(described.filter((operationId) => !seen.has(operationId))).toEqual([])
})

import { createKey, type NewKey, revokeKey } from '@/lib/auth/keys'
import { startJob } from '@/lib/jobs/jobs'
import { serverSecret } from '@/lib/server-file'
import { changeSession } from '@/lib/sessions/log'
import { createSession } from '@/lib/sessions/sessions'
import { createMemory, updateMemory } from '@/lib/store/change-memories'
import { createStore } from '@/lib/store/change-stores'
import { BY_PERSON } from '@/lib/store/model/actor'
import { startRun } from '@/lib/why/runs'
import { saveTests } from '@/lib/why/tests'
import { OPERATIONS, type Operation } from '@/tests/support/described'
import { describe, expect, test } from '@/tests/support/fixtures'
import { held } from '@/tests/support/held'
import { changeKey, LONG_AGO } from '@/tests/support/keys'
import { messageOf } from '@/tests/support/mcp-client'
import { message } from '@/tests/support/messages'
import { PROBE, probing } from '@/tests/support/probe'

/**
 * Who may do what over HTTP: every operation is asked by every kind of caller, about what they see and
 * what they do not. First come those who are refused; of what changes something one permitted call is made
 * in the end.
 */

/** Kinds of callers. Those ending in `@mine` have a key that is limited to one store. */
const KEYS = {
  hook: { access: 'hook' },
  metrics: { access: 'metrics' },
  read: { access: 'read' },
  write: { access: 'write' },
  'script with write': { access: 'write', isAgent: false },
  review: { access: 'review', isAgent: false },
  'agent with review': { access: 'review', isAgent: true },
  admin: { access: 'admin', isAgent: false },
  'agent with admin': { access: 'admin', isAgent: true },
  'read@mine': { access: 'read' },
  'write@mine': { access: 'write' },
  'script with write@mine': { access: 'write', isAgent: false },
  'admin@mine': { access: 'admin', isAgent: false },
} as const satisfies Record<string, Partial<NewKey>>

const NOBODY = ['malformed key', 'unknown key', 'revoked key', 'expired key'] as const
const OTHERS = ['no key', 'foreign key', 'command line'] as const

type Caller = keyof typeof KEYS | (typeof NOBODY)[number] | (typeof OTHERS)[number]

const isLimited = (caller: Caller) => caller.endsWith('@mine')

const KEYLESS = ['no key', 'foreign key'] as const
const ADMINS = [...KEYLESS, 'admin', 'agent with admin'] as const
const REVIEWERS = ['review', 'agent with review'] as const
const SCRIPTS = ['script with write', 'script with write@mine', 'review', 'admin', 'admin@mine']
const WRITERS = [
  ...ADMINS,
  ...REVIEWERS,
  ...SCRIPTS,
  'write',
  'write@mine',
  'command line',
] as const

/** Who may do each action, as the contract says it. */
const WHO: Record<string, readonly string[]> = {
  tell: [...WRITERS, 'read', 'read@mine', 'hook', 'metrics'],
  read: [...WRITERS, 'read', 'read@mine'],
  write: WRITERS,
  import: [...SCRIPTS, 'command line'],
  administer: [...ADMINS, 'admin@mine'],
  decide: ['review', 'admin', 'admin@mine'],
  'ask models': ['review', 'admin', 'admin@mine', 'command line'],
  'create stores': [...ADMINS, 'command line'],
}

/** The stores that a call is about. */
const TARGETS = ['mine', 'other', 'missing'] as const
type Target = (typeof TARGETS)[number]

interface World {
  storeId: string
  memoryId: string
  versionId: string
  jobId: string
  sessionId: string
  heldId: string
  runId: string
}

interface Row {
  body?: unknown
  query?: string
  /** whether it changes nothing */
  isReading?: true
}

let count = 0

/** How each operation is called so that whoever may is answered 200. */
const ROWS: Record<string, (world: Pick<World, 'storeId'>) => Row> = {
  createMemoryStore: () => ({ body: { name: 'new' } }),
  updateMemoryStore: () => ({ body: { description: `d${++count}` } }),
  createMemory: () => ({ body: { path: `/new-${++count}`, content: 'x' } }),
  updateMemory: () => ({ body: { content: `x${++count}` } }),
  patchMemory: () => ({ body: { content: `x${++count}` } }),
  runMemoryTool: () => ({ body: { command: 'view', path: '/memories' }, isReading: true }),
  restoreMemoryStore: () => ({ body: { at: NOW(), dry_run: true }, isReading: true }),
  undoChanges: () => ({ body: { session_id: 'nobody', dry_run: true }, isReading: true }),
  listStoreChanges: () => ({ query: `from=${NOW()}&to=${NOW()}` }),
  searchMemories: () => ({ query: 'q=abc' }),
  redactText: () => ({ body: { text: 'not there at all', dry_run: true }, isReading: true }),
  exportMemories: () => ({ query: 'format=jsonl' }),
  importMemories: () => ({
    query: 'dry_run=true',
    body: '{"path":"/imported","content":"x"}\n',
    isReading: true,
  }),
  createSession: ({ storeId }) => ({
    body: { agent: 'm', resources: [{ type: 'memory_store', memory_store_id: storeId }] },
  }),
  updateSession: () => ({ body: { title: `t${++count}` } }),
  decideHeldWrite: () => ({ body: { result: 'deny' } }),
  tellOfCall: () => ({ body: { hook_event_name: 'PostToolUse', session_id: 'outer-session' } }),
  saveMemoryTests: () => ({ body: { tests: [A_TEST] } }),
  runMemoryTests: () => ({ body: { dry_run: true }, isReading: true }),
  sendSessionEvents: () => ({ body: { events: [{ type: 'user.interrupt' }] } }),
}

const A_TEST = {
  name: 'Fridays',
  messages: ['When?'],
  model: 'practice-agent',
  checks: [{ type: 'contains' as const, text: 'Friday' }],
}

/** The stores were made before. */
const NOW = () => new Date().toISOString()

/** What operations ask of their callers, as the contract says it; those that are not named read. */
const ACTIONS: Record<string, string> = {
  createMemoryStore: 'create stores',
  updateMemoryStore: 'administer',
  archiveMemoryStore: 'administer',
  deleteMemoryStore: 'administer',
  createMemory: 'write',
  updateMemory: 'write',
  patchMemory: 'write',
  deleteMemory: 'write',
  restoreMemoryVersion: 'write',
  restoreMemoryStore: 'write',
  undoChanges: 'write',
  redactMemoryVersion: 'administer',
  redactText: 'administer',
  importMemories: 'import',
  createSession: 'write',
  updateSession: 'write',
  sendSessionEvents: 'write',
  continueSession: 'write',
  archiveSession: 'write',
  deleteSession: 'administer',
  decideHeldWrite: 'decide',
  tellOfCall: 'tell',
  saveMemoryTests: 'ask models',
  runMemoryTests: 'ask models',
  stopMemoryTestRun: 'ask models',
}

test('every operation asks of its caller what the contract says', () => {
  const reading = OPERATIONS.flatMap(({ id }) => (id in ACTIONS ? [] : [[id, 'read']]))
  const asked = Object.fromEntries(OPERATIONS.map(({ id, action }) => [id, action]))
  expect(reading.length).toBeGreaterThan(20)
  expect(asked).toEqual({ ...Object.fromEntries(reading), ...ACTIONS })
})

test('the description of the API needs no key, and no good one', async ({ server }) => {
  const headers = { 'x-api-key': 'plk_made-up' }
  expect((await fetch(`${server.url}/v1/openapi.json`, { headers })).status).toBe(200)
})

probing(async () => ({}))

async function world(): Promise<World> {
  const { id: storeId } = await createStore({ name: 'a store' })
  const { id: memoryId, versionId } = await createMemory(
    { storeId, path: '/a', content: 'abc' },
    BY_PERSON,
  )
  await updateMemory({ storeId, memoryId, content: 'abcd' }, BY_PERSON)
  const { id: jobId } = await startJob({ kind: PROBE, storeId, input: {} }, BY_PERSON)
  const opening = { settings: { model: 'm' }, stores: [{ storeId }] }
  const { id: sessionId } = await createSession(opening, BY_PERSON)
  // There is something to go on with.
  await changeSession(sessionId, (c) => void c.append(message('Hi')))
  const { id: heldId } = await held(storeId, '/held.md')
  await saveTests(storeId, [A_TEST], BY_PERSON)
  const { job } = await startRun({ storeId }, BY_PERSON)
  return { storeId, memoryId, versionId, jobId, sessionId, heldId, runId: job.id }
}

const MISSING: World = {
  storeId: 'memstore_none',
  memoryId: 'mem_none',
  versionId: 'memver_none',
  jobId: 'job_none',
  sessionId: 'sesn_none',
  heldId: 'held_none',
  runId: 'mtrun_none',
}

/** Headers of each caller, and the ids of the limited keys; made once. */
async function makeCallers() {
  const make = (like: Partial<NewKey>) =>
    createKey({ name: 'a key', access: 'admin', storeIds: null, ...like })
  const headers = new Map<Caller, Record<string, string>>()
  const limited: string[] = []
  for (const [name, like] of Object.entries(KEYS) as [keyof typeof KEYS, Partial<NewKey>][]) {
    const { key, secret } = await make({ ...like, ...(isLimited(name) && { storeIds: ['none'] }) })
    if (isLimited(name)) limited.push(key.id)
    headers.set(name, { authorization: `Bearer ${secret}` })
  }
  const revoked = await make({})
  const expired = await make({})
  const good = await make({})
  await revokeKey(revoked.key.id)
  await changeKey(expired.key.id, { expiresAt: LONG_AGO })
  headers.set('no key', {})
  headers.set('foreign key', { 'x-api-key': 'sk-ant-api03-x' })
  headers.set('malformed key', { 'x-api-key': good.secret.toUpperCase() })
  headers.set('unknown key', { 'x-api-key': 'plk_made-up' })
  headers.set('revoked key', { authorization: `Bearer ${revoked.secret}` })
  headers.set('expired key', { 'x-api-key': expired.secret })
  headers.set('command line', { authorization: `Bearer ${serverSecret()}` })
  return { headers, limited }
}

let callers: ReturnType<typeof makeCallers> | undefined

/** Headers of each caller; the limited ones see only this store. */
async function headersFor(storeId: string): Promise<Map<Caller, Record<string, string>>> {
  callers ??= makeCallers()
  const { headers, limited } = await callers
  for (const id of limited) await changeKey(id, { storeIds: [storeId] })
  return headers
}

/** The status that the contract prescribes. */
function expected(operation: Operation, caller: Caller, target: Target): number {
  if ((NOBODY as readonly string[]).includes(caller)) return 401
  if (!WHO[operation.action ?? '']?.includes(caller)) return 403
  const isSeen = target === 'mine' || (target === 'other' && !isLimited(caller))
  if (operation.path.includes('{') && !isSeen) return 404
  // Who may read a job may not stop that of somebody else.
  const mayStop = operation.id !== 'stopJob' || WHO.administer?.includes(caller)
  return mayStop ? 200 : 403
}

async function call(url: string, operation: Operation, world: World, headers: object) {
  const { body, query = '' } = ROWS[operation.id]?.(world) ?? {}
  const address = operation.path.replaceAll(/\{(\w+)\}/g, (_, name: keyof World) => world[name])
  const isText = typeof body === 'string'
  const response = await fetch(`${url}${address}?${query}`, {
    method: operation.method,
    headers: { ...headers, 'content-type': isText ? 'application/jsonl' : 'application/json' },
    ...(body !== undefined && { body: isText ? body : JSON.stringify(body) }),
  })
  await response.body?.cancel()
  return response.status
}

describe('who may', () => {
  test.for(OPERATIONS)('$id', async (operation, { server }) => {
    const worlds = { mine: await world(), other: await world(), missing: MISSING }
    const isReading =
      operation.method === 'GET' || ROWS[operation.id]?.(worlds.mine).isReading === true
    const wrong: object[] = []
    const granted: { caller: Caller; headers: object }[] = []
    for (const [caller, headers] of await headersFor(worlds.mine.storeId)) {
      for (const target of TARGETS) {
        const wanted = expected(operation, caller, target)
        if (wanted === 200 && !isReading) {
          if (target === 'mine') granted.push({ caller, headers })
          continue
        }
        const status = await call(server.url, operation, worlds[target], headers)
        if (status !== wanted) wrong.push({ caller, target, wanted, status })
      }
    }
    const [first] = granted
    if (first) {
      const status = await call(server.url, operation, worlds.mine, first.headers)
      if (status !== 200) wrong.push({ caller: first.caller, wanted: 200, status })
    }
    expect(wrong).toEqual([])
  })
})

/** Whom MCP is open to, and what it offers them. */
test('over MCP whoever may read reads, and whoever may write is offered to', async ({
  server,
  store,
}) => {
  const wrong: object[] = []
  for (const [caller, key] of await headersFor(store.id)) {
    const { body, headers } = messageOf('tools/list', {})
    const response = await fetch(`${server.url}/mcp?store=${store.id}`, {
      method: 'POST',
      headers: { ...headers, 'content-type': 'application/json', ...key },
      body: JSON.stringify(body),
    })
    const isNobody = (NOBODY as readonly string[]).includes(caller)
    const status = isNobody ? 401 : WHO.read?.includes(caller) ? 200 : 403
    const tools = WHO.write?.includes(caller) ? 7 : 3
    const { result } = (await response.json()) as { result?: { tools: unknown[] } }
    const isRight = response.status === status && (status !== 200 || result?.tools.length === tools)
    if (!isRight) wrong.push({ caller, status: response.status, tools: result?.tools.length })
  }
  expect(wrong).toEqual([])
})

test('a path of the server is read for administrators who are no agents, and the command line', async ({
  server,
  store,
  folder,
}) => {
  const body = JSON.stringify({ source: { type: 'folder', path: folder }, dry_run: true })
  const may = ['admin', 'command line']
  const answered: [string, number][] = []
  for (const [caller, headers] of await headersFor(store.id)) {
    if (!WHO.import?.includes(caller)) continue
    const response = await fetch(`${server.url}/v1/memory_stores/${store.id}/import`, {
      method: 'POST',
      headers: { ...headers, 'content-type': 'application/json' },
      body,
    })
    await response.body?.cancel()
    answered.push([caller, response.status])
  }
  expect(answered).toEqual(answered.map(([caller]) => [caller, may.includes(caller) ? 200 : 403]))
})

test('a job is stopped by whoever began it, and by administrators', async ({ as, store }) => {
  const starter = await as({ access: 'write' })
  const other = await as({ access: 'write' })
  const admin = await as({ access: 'admin' })
  const actor = { type: 'api_key' as const, id: starter.keyId ?? '' }
  const begin = async () =>
    (await startJob({ kind: PROBE, storeId: store.id, input: {} }, { actor })).id
  const stop = async ({ call }: typeof starter) =>
    (await call('POST', `/v1/jobs/${await begin()}/stop`)).status
  expect([await stop(starter), await stop(other), await stop(admin)]).toEqual([200, 403, 200])
})

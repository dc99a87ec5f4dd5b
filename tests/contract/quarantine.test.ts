import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createSession } from '@/lib/agent/create-session'
import { createApiKey, type CreateApiKeyInput } from '@/lib/auth/api-keys'
import { gatherReminder } from '@/lib/context/gather-reminder'
import type { Database } from '@/lib/db/database'
import { runDocumentTool } from '@/lib/document-tools/run-document-tool'
import type { DocumentToolName } from '@/lib/memory-tool/tool-effects'
import { memoryAt } from '@/lib/memory-tool/memory-at'
import { startJob } from '@/lib/jobs/run-job'
import { runMemoryCommand } from '@/lib/memory-tool/run-memory-command'
import { EXPIRY_ACTOR } from '@/lib/proposals/expire-memories'
import { addComment } from '@/lib/review/comments/write-comments'
import { examineAll } from '@/lib/review/background/examiner'
import { applyReview } from '@/lib/review/decisions/apply-review'
import { changesetMemories } from '@/lib/review/changesets/changeset-memories'
import { decideHunks } from '@/lib/review/decisions/decide-hunks'
import { listChangesets } from '@/lib/review/changesets/list-changesets'
import { hunkId } from '@/lib/review/model/hunk'
import { addProposal } from '@/lib/store/proposals/proposals'
import { createMemory, removeMemory, updateMemory } from '@/lib/store/memories/change-memories'
import { createStore } from '@/lib/store/stores/change-stores'
import { getMemory } from '@/lib/store/memories/read-memories'
import { type Cause, LOCAL_USER_ACTOR } from '@/lib/store/model/actor'
import { quarantineMemory, releaseMemory } from '@/lib/store/quarantine/quarantine-memory'
import { recordRead } from '@/lib/store/reads/reads'
import { onBothDatabases, onBothDatabasesFilled, onSqlite } from '@/tests/support/databases'
import { routes, serveApi, type TestServer } from '@/tests/support/http-server'

/** Quarantine (review page): what agents are served, and what they may not change. */

const PERSON: Cause = { actor: LOCAL_USER_ACTOR }
const AGENT: Cause = { actor: { type: 'session', id: 'sesn_agent' } }
const OTHER: Cause = { actor: { type: 'session', id: 'sesn_other' } }

/** Matches each path and content that is held back, and nothing else. */
const HELD = /poison/i

/** A store with every kind of memory in quarantine, all changed by one agent. */
async function heldStore(db: Database) {
  const { id: storeId } = await createStore(db, { name: 'Notes' })
  const made = (path: string, content: string, cause: Cause) =>
    createMemory(db, { storeId, path, content, cause })
  const plain = await made('/docs/plain.md', 'goodline plain\n', PERSON)
  const edited = await made('/docs/edited.md', 'goodline edited\n', PERSON)
  const moved = await made('/moved.md', 'goodline moved\n', PERSON)
  const gone = await made('/gone.md', 'goodline gone\n', PERSON)
  const start = plain.sequence
  recordRead(db, { memoryId: plain.id, sequence: start, cause: AGENT })
  const memoryIds = { edited: edited.id, moved: moved.id, gone: gone.id }
  const change = { storeId, cause: AGENT }
  const bad = await updateMemory(db, { ...change, memoryId: edited.id, content: 'poison edit\n' })
  await updateMemory(db, {
    ...change,
    memoryId: moved.id,
    path: '/poisoned/moved.md',
    content: 'goodline moved\npoison\n',
  })
  await removeMemory(db, { ...change, memoryId: gone.id })
  const created = await made('/docs/poison.md', 'poison new\n', AGENT)
  const alone = await made('/poisondir/alone.md', 'poison alone\n', AGENT)
  for (const memoryId of [edited.id, moved.id, gone.id, created.id, alone.id]) {
    await quarantineMemory(db, { storeId, memoryId, reason: 'Looks wrong', cause: PERSON })
  }
  await examineAll(db)
  const { changesets } = await listChangesets(db, { storeId, limit: 10 })
  const changesetId = changesets[0]?.id ?? ''
  return {
    storeId,
    start,
    changesetId,
    badVersionId: bad.versionId,
    plainId: plain.id,
    plainVersionId: plain.versionId,
    createdId: created.id,
    aloneId: alone.id,
    ...memoryIds,
  }
}

type Held = Awaited<ReturnType<typeof heldStore>>

interface ApiReader {
  storeId: string
  get: (address: string) => Promise<string>
  post: (address: string, body: object) => Promise<string>
  held: Held
}

const ago = () => new Date(Date.now() - 3_600_000).toISOString()
const soon = () => new Date(Date.now() + 3_600_000).toISOString()
const S = '/memory_stores'

/** Every way in which the API answers an agent with something of a store's memories. */
const API_READS: Record<string, (asked: ApiReader) => Promise<string>> = {
  'list all': ({ get, storeId }) => get(`${S}/${storeId}/memories?view=full`),
  'list a folder': ({ get, storeId }) => get(`${S}/${storeId}/memories?depth=1&view=full`),
  'list a deeper folder': ({ get, storeId }) =>
    get(`${S}/${storeId}/memories?depth=1&path_prefix=/docs/`),
  'list by pages': async ({ get, storeId }) => {
    const pages: string[] = []
    for (let page = ''; ;) {
      const answer = await get(`${S}/${storeId}/memories?limit=1${page}`)
      pages.push(answer)
      const { next_page } = JSON.parse(answer) as { next_page: string | null }
      if (next_page === null) return pages.join('\n')
      page = `&page=${encodeURIComponent(next_page)}`
    }
  },
  'list as of a time': ({ get, storeId }) => get(`${S}/${storeId}/memories?view=full&at=${soon()}`),
  'list a folder as of a time': ({ get, storeId }) =>
    get(`${S}/${storeId}/memories?depth=1&at=${soon()}`),
  'read by id': async ({ get, storeId, held }) => {
    const ids = [held.edited, held.moved, held.gone, held.createdId, held.aloneId]
    const answers = ids.map((id) => get(`${S}/${storeId}/memories/${id}`))
    return (await Promise.all(answers)).join('\n')
  },
  'read as of a time': ({ get, storeId, held }) =>
    get(`${S}/${storeId}/memories/${held.edited}?at=${soon()}`),
  'list versions': ({ get, storeId }) => get(`${S}/${storeId}/memory_versions?view=full`),
  'list versions of a memory': ({ get, storeId, held }) =>
    get(`${S}/${storeId}/memory_versions?view=full&memory_id=${held.edited}`),
  'read a version': ({ get, storeId, held }) =>
    get(`${S}/${storeId}/memory_versions/${held.badVersionId}`),
  search: ({ get, storeId }) => get(`${S}/${storeId}/search?q=oiso`),
  'search what stood before': ({ get, storeId }) => get(`${S}/${storeId}/search?q=goodline`),
  'search as of a time': ({ get, storeId }) => get(`${S}/${storeId}/search?q=oiso&at=${soon()}`),
  'search history': ({ get, storeId }) => get(`${S}/${storeId}/search?q=oiso&history=true`),
  'search history before': ({ get, storeId }) =>
    get(`${S}/${storeId}/search?q=goodline&history=true`),
  changes: ({ get, storeId }) => get(`${S}/${storeId}/changes?from=${ago()}&to=${soon()}`),
  'export as JSON Lines': ({ get, storeId }) => get(`${S}/${storeId}/export?format=jsonl`),
  'export as tar': ({ get, storeId }) => get(`${S}/${storeId}/export?format=tar`),
  'export of the past': ({ get, storeId }) => get(`${S}/${storeId}/export?format=tar&at=${soon()}`),
  'export with history': ({ get, storeId }) =>
    get(`${S}/${storeId}/export?format=jsonl&history=true`),
  reach: ({ get, storeId, held }) =>
    get(`${S}/${storeId}/memory_versions/${held.plainVersionId}/reach?steps=3`),
  reads: ({ get, storeId }) => get(`${S}/${storeId}/reads`),
  events: ({ get, storeId }) => get(`${S}/${storeId}/events?after=0`),
  'a plan of undoing': ({ post, storeId }) =>
    post(`${S}/${storeId}/undo`, { session_id: 'sesn_agent', dry_run: true }),
  'a plan of restoring': ({ post, storeId }) =>
    post(`${S}/${storeId}/restore`, { at: ago(), dry_run: true }),
  'view of the root': ({ post, storeId }) =>
    post(`${S}/${storeId}/memory_tool`, { command: 'view', path: '/memories' }),
  'view of a folder': ({ post, storeId }) =>
    post(`${S}/${storeId}/memory_tool`, { command: 'view', path: '/memories/docs' }),
  'view of a file': ({ post, storeId }) =>
    post(`${S}/${storeId}/memory_tool`, { command: 'view', path: '/memories/docs/edited.md' }),
  'view of what is held back': ({ post, storeId }) =>
    post(`${S}/${storeId}/memory_tool`, { command: 'view', path: '/memories/docs/p%6fison.md' }),
  'a changeset': ({ get, held }) => get(`/changesets/${held.changesetId}`),
  hunks: ({ get, held }) => get(`/changesets/${held.changesetId}/hunks`),
  findings: ({ get, storeId }) => get(`${S}/${storeId}/findings`),
}

/** Reads of a session of this server, besides the memory tool. */
const SESSION_READS: Record<string, (db: Database, held: Held) => Promise<string>> = {
  'view of each path': async (db, held) => {
    const paths = ['', '/docs', '/docs/edited.md', '/moved.md', '/gone.md']
    const answers = paths.map((path) =>
      toolAnswer(db, held.storeId, { command: 'view', path: `/memories${path}` }),
    )
    return (await Promise.all(answers)).join('\n')
  },
  memory_list: (db, held) => documentAnswer(db, held, 'memory_list', {}),
  memory_search: (db, held) => documentAnswer(db, held, 'memory_search', { query: 'oiso' }),
  memory_read: (db, held) => documentAnswer(db, held, 'memory_read', { path: '/docs/edited.md' }),
  'memories restored after a summary': async (db, { storeId }) => {
    const paths = ['/docs/edited.md', '/moved.md', '/docs/poison.md', '/poisoned/moved.md']
    const found = await Promise.all(paths.map((path) => memoryAt(db, storeId, path)))
    return JSON.stringify(found)
  },
  reminders: async (db, { storeId, start }) => {
    const { sections } = await gatherReminder(db, {
      sessionId: 'sesn_other',
      stores: [{ storeId, name: 'Notes', root: '/memories', isWritable: true }],
      tells: { listing: true, changes: true, size: false },
      needsListing: true,
      seen: { [storeId]: start },
      requested: {},
      size: {
        tokens: 0,
        window: 1,
        thresholds: { warning: 80, error: 90, compaction: null },
        toldLevel: 'below',
      },
    })
    expect(sections.map(({ kind }) => kind)).toContain('listing')
    return JSON.stringify(sections)
  },
}

async function toolAnswer(db: Database, storeId: string, command: object, cause = OTHER) {
  const mounts = [{ storeId, name: 'notes', access: 'read_write' as const }]
  return (await runMemoryCommand(db, { mounts, command, cause })).content
}

async function documentAnswer(
  db: Database,
  { storeId }: Held,
  name: DocumentToolName,
  input: object,
): Promise<string> {
  const mounts = [{ storeId, name: 'notes', access: 'read_write' as const }]
  return (await runDocumentTool(db, { mounts, name, input, cause: OTHER })).content
}

/** The ways of asking as each kind of agent. */
const CALLERS: Record<string, Partial<CreateApiKeyInput> | null> = {
  'without a key': null,
  "with an agent's key": { access: 'write', purpose: 'agent' },
  "with an agent's key that administers": { access: 'admin', purpose: 'agent' },
}

async function callerOn(
  server: TestServer,
  db: Database,
  input: Partial<CreateApiKeyInput> | null,
) {
  const key =
    input && (await createApiKey(db, { name: 'k', access: 'read', storeIds: null, ...input }))
  const headers: Record<string, string> = {
    // Any program can say that it is our own page.
    'sec-fetch-site': 'same-origin',
    ...(key ? { authorization: `Bearer ${key.secret}` } : {}),
  }
  const ask = async (method: string, address: string, body?: object): Promise<string> => {
    const leaving = new AbortController()
    const response = await fetch(`${server.url}/v1${address}`, {
      method,
      headers,
      signal: leaving.signal,
      ...(body ? { body: JSON.stringify(body) } : {}),
    })
    if (!address.includes('/events')) return response.text()
    const text = await untilLastEvent(response)
    leaving.abort()
    return text
  }
  return {
    get: (address: string) => ask('GET', address),
    post: (address: string, body: object) => ask('POST', address, body),
  }
}

/** Reads up to the event of the last change of `heldStore` that everybody is told of. */
async function untilLastEvent(response: Response): Promise<string> {
  let text = ''
  const decoder = new TextDecoder()
  for await (const bytes of response.body ?? []) {
    text += decoder.decode(bytes, { stream: true })
    if (text.includes('/marker.md')) return text
  }
  return text
}

describe('no byte in quarantine is served to agents:', () => {
  onBothDatabasesFilled(
    async (db) => {
      const held = await heldStore(db)
      const { storeId } = held
      await createMemory(db, { storeId, path: '/marker.md', content: 'last', cause: PERSON })
      return held
    },
    (current, filled) => {
      let server: TestServer
      beforeAll(async () => {
        server = await serveApi(current())
      })
      afterAll(() => server.close())

      test.each(Object.entries(API_READS))('%s', async (_, read) => {
        const held = filled()
        const asked = await callerOn(server, current(), null)
        const answer = await read({ ...asked, storeId: held.storeId, held })
        expect(answer).not.toBe('')
        expect(answer).not.toMatch(HELD)
      })

      test.each(Object.entries(CALLERS))('read %s', async (_, key) => {
        const held = filled()
        const { get } = await callerOn(server, current(), key)
        const answer = await get(`${S}/${held.storeId}/memories/${held.edited}`)
        expect(answer).toContain('goodline edited')
      })

      test.each(Object.entries(SESSION_READS))('%s, a session', async (_, read) => {
        expect(await read(current(), filled())).not.toMatch(HELD)
      })

      test('they are served what stood before, where it stood', async () => {
        const { storeId } = filled()
        const view = (path: string) =>
          toolAnswer(current(), storeId, { command: 'view', path: `/memories${path}` })
        expect(await view('/docs/edited.md')).toContain('goodline edited')
        expect(await view('/moved.md')).toContain('goodline moved')
        expect(await view('/gone.md')).toContain('goodline gone')
        const listed = (await view('')).split('\n').map((line) => line.split('\t')[1])
        expect(listed).toEqual([
          undefined,
          '/memories',
          '/memories/docs/',
          '/memories/docs/edited.md',
          '/memories/docs/plain.md',
          '/memories/gone.md',
          '/memories/marker.md',
          '/memories/moved.md',
        ])
      })

      test('a search of theirs finds what stood before', async () => {
        const asked = await callerOn(server, current(), null)
        const found = await asked.get(`${S}/${filled().storeId}/search?q=goodline`)
        const { data } = JSON.parse(found) as { data: { memory: { path: string } }[] }
        expect(data.map(({ memory }) => memory.path).sort()).toEqual([
          '/docs/edited.md',
          '/docs/plain.md',
          '/gone.md',
          '/moved.md',
        ])
      })

      test('a script is served everything, as people are', async () => {
        const asked = await callerOn(server, current(), { access: 'read', purpose: 'script' })
        const held = filled()
        const answer = await asked.get(`${S}/${held.storeId}/memories/${held.edited}`)
        expect(answer).toContain('poison edit')
      })

      test.each([
        ['str_replace', { path: '/memories/docs/edited.md', old_str: 'goodline', new_str: 'x' }],
        ['insert', { path: '/memories/moved.md', insert_line: 0, insert_text: 'x' }],
        ['create', { path: '/memories/gone.md', file_text: 'x' }],
        ['create', { path: '/memories/docs/poison.md', file_text: 'x' }],
        ['delete', { path: '/memories/docs' }],
      ])('an agent cannot %s there: %o', async (command, input) => {
        const answer = await toolAnswer(current(), filled().storeId, { command, ...input })
        expect(answer).toBe(`Error: ${input.path} is held for review and cannot be changed now.`)
      })

      test('an agent cannot rename it, nor something onto it', async () => {
        const { storeId } = filled()
        const rename = (old_path: string, new_path: string) =>
          toolAnswer(current(), storeId, { command: 'rename', old_path, new_path })
        const words = (path: string) =>
          `Error: ${path} is held for review and cannot be changed now.`
        expect(await rename('/memories/moved.md', '/memories/x')).toBe(words('/memories/moved.md'))
        expect(await rename('/memories/marker.md', '/memories/gone.md')).toBe(
          words('/memories/gone.md'),
        )
      })

      test('over the API an agent’s write there is 403', async () => {
        const held = filled()
        const asked = await callerOn(server, current(), { access: 'write', purpose: 'agent' })
        const answer = await asked.post(`${S}/${held.storeId}/memories/${held.edited}`, {
          content: 'x',
        })
        expect(JSON.parse(answer)).toMatchObject({ error: { type: 'permission_error' } })
        expect(answer).not.toMatch(HELD)
      })
    },
  )
})

/**
 * Fills a store with other records that name its memories: a comment, a proposal, a read, a job's
 * report.
 */
async function heldWorld(db: Database) {
  const held = await heldStore(db)
  const { storeId, createdId, changesetId } = held
  const hidden = await db.read.all<{ id: string }>(
    `SELECT v.id FROM memory_versions v JOIN memories m ON m.key = v.memory_key
     WHERE m.id IN (?, ?)`,
    [held.createdId, held.aloneId],
  )
  const [createdVersionId = '', ...others] = hidden.map(({ id }) => id)
  const by = LOCAL_USER_ACTOR
  const commented = { storeId, versionId: createdVersionId, lines: { from: 1, to: 1 }, by }
  const comment = { ...commented, text: 'why?', disposition: 'question' } as const
  const commentId = await addComment(db, comment)
  const proposalId = await db.write((tx) =>
    addProposal(tx, {
      storeId,
      cause: { actor: EXPIRY_ACTOR },
      kind: 'deleted',
      path: '/docs/poison.md',
      command: { kind: 'delete', memoryId: createdId },
    }),
  )
  const { sequence = 0 } =
    (await db.read.get<{ sequence: number }>('SELECT sequence FROM memory_versions WHERE id = ?', [
      createdVersionId,
    ])) ?? {}
  recordRead(db, { memoryId: createdId, sequence, cause: PERSON })
  const { finished } = await startJob(db, {
    kind: 'seed',
    storeId,
    startedBy: LOCAL_USER_ACTOR,
    work: async () => ({ entries: [{ path: '/docs/poison.md' }], memory: createdId }),
  })
  const session = await createSession(db, {
    settings: { model: 'practice-agent' },
    stores: [{ storeId }],
    openedBy: LOCAL_USER_ACTOR,
  })
  return {
    ...held,
    ...{ commentId, changesetId, proposalId: proposalId ?? '', sessionId: session.id },
    jobId: (await finished).id,
    hidden: [held.createdId, held.aloneId, createdVersionId, ...others, held.badVersionId],
  }
}

type HeldWorld = Awaited<ReturnType<typeof heldWorld>>

/** A call of a route; `null`: without a body. */
interface Call {
  address?: Record<string, string>
  query?: string
  body?: object | string | null
}

const jsonLine = (line: object) => `${JSON.stringify(line)}\n`

/**
 * The calls of agents to every route, with memories in quarantine; the address names nothing hidden
 * unless it says so.
 */
const EVERY_ROUTE: Record<string, (held: HeldWorld) => Call[]> = {
  'GET /v1/memory_stores': () => [{}],
  'POST /v1/memory_stores': () => [{ body: { name: 'new' } }],
  'GET /v1/memory_stores/{storeId}': () => [{}],
  'POST /v1/memory_stores/{storeId}': () => [{ body: { description: 'd' } }],
  'DELETE /v1/memory_stores/{storeId}': () => [{}],
  'POST /v1/memory_stores/{storeId}/archive': () => [{}],
  'GET /v1/memory_stores/{storeId}/memories': () => [
    { query: 'view=full' },
    { query: 'path_prefix=/docs/&depth=1' },
  ],
  'POST /v1/memory_stores/{storeId}/memories': () =>
    ['/docs/p%/x', '/docs', '/moved.md', '/%dir', '/%dir/alone.md/x'].map((path) => ({
      body: { path: path.replace('p%', 'poison.md').replace('%', 'poison'), content: 'x' },
    })),
  'GET /v1/memory_stores/{storeId}/memories/{memoryId}': (held) => hiddenMemories(held),
  'POST /v1/memory_stores/{storeId}/memories/{memoryId}': (held) => [
    ...hiddenMemories(held).map((call) => ({ ...call, body: { content: 'x' } })),
    { address: { memoryId: held.plainId }, body: { path: '/docs/poison.md/x' } },
    { address: { memoryId: held.plainId }, body: { path: '/poisondir' } },
  ],
  'PATCH /v1/memory_stores/{storeId}/memories/{memoryId}': (held) =>
    hiddenMemories(held).map((call) => ({ ...call, body: { content: 'x' } })),
  'DELETE /v1/memory_stores/{storeId}/memories/{memoryId}': (held) => hiddenMemories(held),
  'POST /v1/memory_stores/{storeId}/memories/{memoryId}/quarantine': (held) =>
    hiddenMemories(held).map((call) => ({ ...call, body: {} })),
  'POST /v1/memory_stores/{storeId}/memories/{memoryId}/release': (held) => hiddenMemories(held),
  'GET /v1/memory_stores/{storeId}/memory_versions': () => [{ query: 'view=full' }],
  'GET /v1/memory_stores/{storeId}/memory_versions/{versionId}': (held) => hiddenVersions(held),
  'POST /v1/memory_stores/{storeId}/memory_versions/{versionId}/redact': (held) =>
    hiddenVersions(held),
  'POST /v1/memory_stores/{storeId}/memory_versions/{versionId}/restore': (held) =>
    hiddenVersions(held).map((call) => ({ ...call, body: {} })),
  'GET /v1/memory_stores/{storeId}/memory_versions/{versionId}/reach': (held) => [
    ...hiddenVersions(held),
    { address: { versionId: held.plainVersionId }, query: 'steps=3' },
  ],
  'POST /v1/memory_stores/{storeId}/memory_tool': () => [
    ...['/docs', '/poisondir'].map((path) => ({
      body: { command: 'create', path: `/memories${path}`, file_text: 'x' },
    })),
    ...['/docs/poison.md', '/poisondir/alone.md'].map((path) => ({
      body: { command: 'create', path: `/memories${path}/x`, file_text: 'x' },
    })),
    {
      body: {
        command: 'rename',
        old_path: '/memories/docs/plain.md',
        new_path: '/memories/poisondir',
      },
    },
  ],
  'GET /v1/memory_stores/{storeId}/events': () => [{ query: 'after=0' }],
  'POST /v1/memory_stores/{storeId}/restore': () => [
    { body: { at: ago(), dry_run: true } },
    { body: { at: ago() } },
  ],
  'POST /v1/memory_stores/{storeId}/undo': () => [
    { body: { session_id: 'sesn_agent', dry_run: true } },
    { body: { session_id: 'sesn_agent', force: true } },
  ],
  'GET /v1/memory_stores/{storeId}/changes': () => [{ query: `from=${ago()}&to=${soon()}` }],
  'GET /v1/memory_stores/{storeId}/search': () => [
    { query: 'q=oiso' },
    { query: 'q=oiso&history=true' },
  ],
  'POST /v1/memory_stores/{storeId}/redact': () => [{ body: { text: 'oiso', dry_run: true } }],
  'GET /v1/memory_stores/{storeId}/reads': () => [{}],
  'GET /v1/memory_stores/{storeId}/export': () => [
    { query: 'format=jsonl' },
    { query: 'format=jsonl&history=true' },
  ],
  'POST /v1/memory_stores/{storeId}/import': () =>
    ['dry_run=true', 'wait=true', 'wait=true&conflicts=source'].flatMap((query) => [
      { query, body: jsonLine({ path: '/docs/edited.md', content: 'other' }) },
      { query, body: jsonLine({ path: '/docs/poison.md/x', content: 'other' }) },
      { query, body: jsonLine({ path: '/docs', content: 'other' }) },
      { query, body: jsonLine({ path: '/poisondir', content: 'other' }) },
    ]),
  'GET /v1/memory_stores/{storeId}/limits': () => [{}],
  'POST /v1/memory_stores/{storeId}/limits': () => [{ body: { memories: 1_000 } }],
  'GET /v1/memory_stores/{storeId}/review_policy': () => [{}],
  'POST /v1/memory_stores/{storeId}/review_policy': () => [{ body: { revision: 0, rules: [] } }],
  'POST /v1/memory_stores/{storeId}/review_policy/resume': () => [
    { body: { rule: 'rule_1', agent: 'apikey_1' } },
  ],
  'POST /v1/memory_stores/{storeId}/review_policy/dry_run': () => [{ body: { rules: [] } }],
  'GET /v1/memory_stores/{storeId}/proposals': () => [{}],
  'GET /v1/memory_stores/{storeId}/proposals/{proposalId}': () => [{}],
  'POST /v1/memory_stores/{storeId}/proposals/{proposalId}': () => [{ body: { result: 'deny' } }],
  'GET /v1/memory_stores/{storeId}/findings': () => [{}],
  'GET /v1/memory_stores/{storeId}/findings/{findingId}': () => [{}],
  'POST /v1/memory_stores/{storeId}/findings/{findingId}': () => [
    { body: { status: 'false_positive' } },
  ],
  'POST /v1/memory_stores/{storeId}/scan': () => [{ body: { dry_run: true } }],
  'GET /v1/memory_stores/{storeId}/comments': (held) => [
    {},
    { query: `memory_id=${held.createdId}` },
  ],
  'POST /v1/memory_stores/{storeId}/comments': (held) => [
    {
      body: {
        memory_version_id: held.badVersionId,
        lines: { from: 1, to: 1 },
        text: 'why?',
        disposition: 'fix',
      },
    },
  ],
  'POST /v1/comments/{commentId}': () => [{ body: { status: 'resolved' } }],
  'DELETE /v1/comments/{commentId}': () => [{}],
  'POST /v1/memory_stores/{storeId}/branches': () => [{ body: { name: 'try' } }],
  'POST /v1/memory_stores/{storeId}/merge': () => [{ body: { dry_run: true } }],
  'GET /v1/changesets': () => [{}],
  'GET /v1/changesets/{changesetId}': () => [{}],
  'POST /v1/changesets/{changesetId}': () => [{ body: { assignee: null } }],
  'GET /v1/changesets/{changesetId}/hunks': () => [{}],
  'POST /v1/changesets/{changesetId}/decisions': () => [{ body: { decisions: [] } }],
  'GET /v1/changesets/{changesetId}/apply': () => [{}],
  'POST /v1/changesets/{changesetId}/apply': () => [{ body: {} }],
  'GET /v1/sessions': () => [{}],
  'POST /v1/sessions': ({ storeId }) => [
    {
      body: {
        agent: 'practice-agent',
        resources: [{ type: 'memory_store', memory_store_id: storeId }],
      },
    },
  ],
  'GET /v1/sessions/{sessionId}': () => [{}],
  'POST /v1/sessions/{sessionId}': () => [{ body: { title: 'renamed' } }],
  'DELETE /v1/sessions/{sessionId}': () => [{}],
  'POST /v1/sessions/{sessionId}/archive': () => [{}],
  'POST /v1/sessions/{sessionId}/continue': () => [{}],
  'GET /v1/sessions/{sessionId}/events': () => [{}],
  'POST /v1/sessions/{sessionId}/events': () => [
    { body: { events: [{ type: 'user.interrupt' }] } },
  ],
  'GET /v1/sessions/{sessionId}/events/stream': () => [{}],
  'POST /v1/sessions/{sessionId}/causes': () => [
    { body: { event_id: 'sevt_none', check: { type: 'contains', text: 'x' }, dry_run: true } },
  ],
  'GET /v1/causes/{causeId}': () => [{}],
  'GET /v1/causes/{causeId}/events': () => [{}],
  'POST /v1/causes/{causeId}/cancel': () => [{}],
  'POST /v1/causes/{causeId}/parts': () => [{ body: {} }],
  'POST /v1/causes/{causeId}/marks': () => [{ body: { marks: [{ sample: '0.0.0', held: true }] } }],
  'GET /v1/memory_stores/{storeId}/tests': () => [{}],
  'POST /v1/memory_stores/{storeId}/tests': () => [
    {
      body: {
        name: 'A test',
        messages: ['What do you know?'],
        checks: [{ type: 'contains', text: 'x' }],
        model: 'practice-agent',
      },
    },
  ],
  'GET /v1/memory_stores/{storeId}/tests/{testId}': () => [{}],
  'POST /v1/memory_stores/{storeId}/tests/{testId}': () => [{ body: { name: 'Renamed' } }],
  'DELETE /v1/memory_stores/{storeId}/tests/{testId}': () => [{}],
  'POST /v1/memory_stores/{storeId}/tests/{testId}/runs': () => [{ body: {} }],
  'GET /v1/memory_stores/{storeId}/tests/{testId}/runs/{runId}': () => [{}],
  'GET /v1/memory_stores/{storeId}/tests/{testId}/runs/{runId}/events': () => [{}],
  'POST /v1/memory_stores/{storeId}/tests/{testId}/runs/{runId}/cancel': () => [{}],
  'POST /v1/memory_stores/{storeId}/tests/{testId}/bisections': () => [{ body: {} }],
  'GET /v1/memory_stores/{storeId}/tests/{testId}/bisections/{bisectionId}': () => [{}],
  'GET /v1/memory_stores/{storeId}/tests/{testId}/bisections/{bisectionId}/events': () => [{}],
  'POST /v1/memory_stores/{storeId}/tests/{testId}/bisections/{bisectionId}/cancel': () => [{}],
  'GET /v1/memory_stores/{storeId}/experiments': () => [{}],
  'POST /v1/memory_stores/{storeId}/experiments': () => [
    {
      body: {
        name: 'Compared',
        columns: [{}, { model: 'practice-agent' }],
        memory_test_ids: ['mtest_none'],
        samples: 1,
        dry_run: true,
      },
    },
  ],
  'GET /v1/memory_stores/{storeId}/experiments/{experimentId}': () => [{}],
  'DELETE /v1/memory_stores/{storeId}/experiments/{experimentId}': () => [{}],
  'POST /v1/memory_stores/{storeId}/experiments/{experimentId}/runs': () => [
    { body: { dry_run: true } },
  ],
  'GET /v1/memory_stores/{storeId}/experiments/{experimentId}/events': () => [{}],
  'POST /v1/memory_stores/{storeId}/experiments/{experimentId}/cancel': () => [{}],
  'GET /v1/memory_stores/{storeId}/experiments/{experimentId}/answers': () => [
    { query: 'memory_test_id=mtest_none' },
  ],
  'GET /v1/memory_stores/{storeId}/experiments/{experimentId}/export': () => [{}],
  'POST /v1/sessions/{sessionId}/replays': () => [
    { body: { event_id: 'sevt_none', dry_run: true } },
  ],
  'GET /v1/replays/{replayId}': () => [{}],
  'GET /v1/replays/{replayId}/events': () => [{}],
  'POST /v1/replays/{replayId}/cancel': () => [{}],
  'POST /v1/replays/{replayId}/marks': () => [
    { body: { marks: [{ sample: '0.0.0', held: true }] } },
  ],
  'POST /v1/sessions/{sessionId}/bisections': () => [
    { body: { event_id: 'sevt_none', check: { type: 'contains', text: 'x' }, dry_run: true } },
  ],
  'GET /v1/bisections/{bisectionId}': () => [{}],
  'GET /v1/bisections/{bisectionId}/events': () => [{}],
  'POST /v1/bisections/{bisectionId}/cancel': () => [{}],
  'GET /v1/review_metrics': () => [{}],
  'GET /v1/review_digest': () => [{}],
  'POST /v1/hooks/claude-code': () => [{ body: { hook_event_name: 'Stop', session_id: 'x' } }],
  'GET /v1/jobs/{jobId}': () => [{}],
  'POST /v1/jobs/{jobId}/stop': () => [{}],
  'GET /v1/openapi.json': () => [{}],
}

/**
 * Calls for the memories that an agent is not served at all, and for one of which it is served an
 * earlier version.
 */
const hiddenMemories = ({ createdId, aloneId, edited }: HeldWorld): Call[] =>
  [createdId, aloneId, edited].map((memoryId) => ({ address: { memoryId } }))

const hiddenVersions = ({ hidden }: HeldWorld): Call[] =>
  hidden.filter((id) => id.startsWith('memver')).map((versionId) => ({ address: { versionId } }))

describe('every route, asked by an agent, tells nothing of what is in quarantine:', () => {
  test('every route and method is in the table, and nothing else', () => {
    const served = routes.flatMap(({ pattern, methods }) =>
      pattern.includes('[[') ? [] : methods.map((method) => `${method} ${pattern}`),
    )
    expect(Object.keys(EVERY_ROUTE).sort()).toEqual(served.sort())
  })

  onSqlite((current) => {
    let server: TestServer | undefined
    afterAll(() => server?.close())

    test.each(Object.entries(EVERY_ROUTE))('%s', async (name, callsOf) => {
      server ??= await serveApi(current())
      const { url } = server
      const agent = { name: 'k', access: 'admin', purpose: 'agent', storeIds: null } as const
      const { secret } = await createApiKey(current(), agent)
      const [method = '', pattern = ''] = name.split(' ')
      const held = await heldWorld(current())
      const keys: Record<string, string>[] = [{}, { authorization: `Bearer ${secret}` }]
      for (const headers of keys) {
        for (const { address = {}, query = '', body } of callsOf(held)) {
          const path = pattern.replaceAll(/\{(\w+)\}/g, (_, param: string) => {
            const ids: Record<string, unknown> = { ...held, memoryId: held.edited, ...address }
            return typeof ids[param] === 'string' ? ids[param] : 'none'
          })
          const sent = typeof body === 'string' ? body : JSON.stringify(body ?? {})
          const type = typeof body === 'string' ? 'application/jsonl' : 'application/json'
          const leaving = new AbortController()
          const response = await fetch(`${url}${path}?${query}`, {
            method,
            headers: { ...headers, 'content-type': type },
            ...(method === 'GET' || method === 'DELETE' ? {} : { body: sent }),
            signal: leaving.signal,
          })
          const isStream = response.headers.get('content-type') === 'text/event-stream'
          const answer = isStream ? await beginningOf(response) : await response.text()
          leaving.abort()
          const asked = `${path}?${query} ${sent}`
          const isNamed = (text: string) => asked.includes(text)
          // The paths that the call itself names may come back.
          const told = NAMED.filter(isNamed).reduce(
            (left, each) => left.replaceAll(each, ''),
            answer,
          )
          expect(response.status, asked).toBeLessThan(500)
          expect(told, asked).not.toMatch(HELD)
          for (const hidden of [...held.hidden, ...NAMED]) {
            if (!isNamed(hidden)) expect(answer, asked).not.toContain(hidden)
          }
        }
      }
    })
  })
})

/** Hidden paths that a call may name, the longest first. */
const NAMED = ['/poisondir/alone.md', '/docs/poison.md', '/poisondir']

/** Reads the beginning of a stream, which is about the past. */
async function beginningOf(response: Response): Promise<string> {
  let text = ''
  const decoder = new TextDecoder()
  const quiet = Symbol('quiet')
  const reader = response.body?.getReader()
  for (;;) {
    const rest = new Promise<typeof quiet>((resolve) => setTimeout(resolve, 200, quiet))
    const next = await Promise.race([reader?.read(), rest])
    if (next === quiet || !next || next.done) return text
    text += decoder.decode(next.value, { stream: true })
  }
}

describe('quarantine', () => {
  onBothDatabases((current) => {
    const changed = async () => {
      const db = current()
      const { id: storeId } = await createStore(db, { name: 'Notes' })
      const memory = await createMemory(db, {
        storeId,
        path: '/a',
        content: 'one\n',
        cause: PERSON,
      })
      const memoryId = memory.id
      await updateMemory(db, { storeId, memoryId, content: 'two\n', cause: AGENT })
      await updateMemory(db, { storeId, memoryId, content: 'three\n', cause: AGENT })
      return { storeId, memoryId, firstVersionId: memory.versionId }
    }

    const served = async (storeId: string) =>
      (await getMemory(current(), { storeId, path: '/a', audience: 'agents' })).content

    test('ends with a release, and agents are served the memory as it is', async () => {
      const { storeId, memoryId } = await changed()
      await quarantineMemory(current(), { storeId, memoryId, cause: PERSON })
      expect(await served(storeId)).toBe('two\n')
      await releaseMemory(current(), { storeId, memoryId, cause: PERSON })
      expect(await served(storeId)).toBe('three\n')
      await updateMemory(current(), { storeId, memoryId, content: 'four\n', cause: AGENT })
      expect(await served(storeId)).toBe('four\n')
    })

    test('from an earlier version takes the place of one from a later', async () => {
      const { storeId, memoryId, firstVersionId } = await changed()
      await quarantineMemory(current(), { storeId, memoryId, cause: PERSON })
      const whole = { storeId, memoryId, versionId: firstVersionId, cause: PERSON }
      await quarantineMemory(current(), whole)
      await quarantineMemory(current(), { storeId, memoryId, cause: PERSON })
      await expect(served(storeId)).rejects.toMatchObject({
        problem: { kind: 'memory_not_found' },
      })
      await releaseMemory(current(), { storeId, memoryId, cause: PERSON })
      expect(await served(storeId)).toBe('three\n')
    })

    test('of one memory leaves agents free to change the others', async () => {
      const { storeId, memoryId } = await changed()
      await quarantineMemory(current(), { storeId, memoryId, cause: PERSON })
      const words = await toolAnswer(current(), storeId, {
        command: 'create',
        path: '/memories/b',
        file_text: 'x',
      })
      expect(words).toBe('File created successfully at: /memories/b')
    })

    test.each(['accepted', 'rejected'] as const)(
      'ends when everything since is %s',
      async (decision) => {
        const { storeId, memoryId } = await changed()
        const first = await current().read.get<{ id: string }>(
          `SELECT v.id FROM memory_versions v JOIN memories m ON m.key = v.memory_key
           WHERE m.id = ? AND v.ordinal = 2`,
          [memoryId],
        )
        const versionId = first?.id
        await quarantineMemory(current(), { storeId, memoryId, versionId, cause: PERSON })
        await examineAll(current())
        const { changesets } = await listChangesets(current(), { storeId, limit: 10 })
        const changesetId = changesets[0]?.id ?? ''
        const memories = await changesetMemories(current(), changesetId)
        const decisions = memories.flatMap(({ hunks, through }) =>
          hunks.map((hunk) => ({
            hunkId: hunkId({ ...hunk, memoryId, through }),
            decision,
            seen: true,
          })),
        )
        const reviewer = LOCAL_USER_ACTOR
        await decideHunks(current(), { changesetId, decisions, reviewer })
        if (decision === 'rejected') {
          expect(await served(storeId)).toBe('one\n')
          await applyReview(current(), { changesetId, reviewer })
        }
        const expected = decision === 'accepted' ? 'three\n' : 'one\n'
        expect(await served(storeId)).toBe(expected)
        await updateMemory(current(), { storeId, memoryId, content: 'more\n', cause: AGENT })
        expect(await served(storeId)).toBe('more\n')
      },
    )

    test('a key does not release what it wrote itself', async () => {
      const { storeId, memoryId } = await changed()
      const { key } = await createApiKey(current(), {
        name: 'k',
        access: 'review',
        purpose: 'script',
        storeIds: null,
      })
      const cause = { actor: { type: 'api_key' as const, id: key.id } }
      await updateMemory(current(), { storeId, memoryId, content: 'own\n', cause })
      await quarantineMemory(current(), { storeId, memoryId, cause: PERSON })
      await expect(releaseMemory(current(), { storeId, memoryId, cause })).rejects.toMatchObject({
        problem: { kind: 'release_forbidden' },
      })
    })
  })
})

import { rmSync } from 'node:fs'
import { GET as getCommentPlace } from '@/app/(dashboard)/comments/[commentId]/route'
import { guardAgentsWrites } from '@/lib/review/policy/guard-agents-writes'
import type { DraftRule } from '@/lib/review/model/policy'
import { draftRule } from '@/lib/review/model/policy-presets'
import { savePolicy } from '@/lib/review/policy/save-policy'
import { addComment } from '@/lib/review/comments/write-comments'
import { createStore } from '@/lib/store/stores/change-stores'
import { createMemory } from '@/lib/store/memories/change-memories'
import { createApiKey } from '@/lib/auth/api-keys'
import { noteClient } from '@/lib/mcp/clients'
import { LOCAL_API_ACTOR, LOCAL_USER_ACTOR } from '@/lib/store/model/actor'
import { nameActor } from '@/lib/store/stores/name-actor'
import { perProcess } from '@/lib/per-process'
import { parse } from 'valibot'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { GET as getClients } from '@/app/(dashboard)/connections/clients/route'
import { GET as getCall } from '@/app/(dashboard)/sessions/[sessionId]/call/route'
import { GET as getMemory } from '@/app/(dashboard)/sessions/[sessionId]/memory/route'
import { GET as getFolders } from '@/app/(dashboard)/connections/folders/route'
import { GET as getPlaces } from '@/app/(dashboard)/go/route'
import { GET as getStoreNames } from '@/app/(dashboard)/store-names/route'
import { GET as getFirstCall } from '@/app/(dashboard)/first-call/route'
import { GET as getFrame } from '@/app/(dashboard)/frame/route'
import { GET as getTree } from '@/app/(dashboard)/stores/[storeId]/tree/route'
import { GET as getReadiness } from '@/app/readyz/route'
import { foldersAnswer } from '@/components/folders/folders-answer'
import { clientsAnswer } from '@/components/connections/clients-answer'
import { frameLists } from '@/components/frame/frame-lists'
import { lastCall } from '@/components/welcome/last-call'
import { placesAnswer } from '@/components/palette/places'
import { storeNamesAnswer } from '@/components/stores/store-names'
import { readinessAnswer } from '@/lib/wire/readiness'
import { redactionJob } from '@/components/redact/redaction-job'
import { callChangesAnswer } from '@/components/session/conversation/call-changes'
import { memoryListingAnswer, shownMemoryAnswer } from '@/components/session/memory/memory-listing'
import { filteredTreeAnswer, treeListingAnswer } from '@/components/tree/tree-item'
import { updateSession } from '@/lib/agent/change-session'
import { sendEvents } from '@/lib/agent/send-events'
import { runsFinished } from '@/lib/agent/run-sessions'
import { serveDatabase } from '@/lib/db/open-database'
import { compactionFinished } from '@/lib/store/background/compaction'
import { seedJobAnswer, seedPlanAnswer } from '@/lib/wire/seed-report'
import { sqliteOfFile } from '@/tests/support/databases'
import { serveApi, type TestServer } from '@/tests/support/http-server'
import { modelServer } from '@/tests/support/model-server'
import { memory } from '@/tests/support/scripted-model-server'
import { connect, folderWith } from '@/tests/support/watched-folder'
import { eventsOfType, say, sessionWith } from '@/tests/support/sessions'

/**
 * The pages' queries accept the answers of the routes: each answer is taken from the real route.
 */

// What guards a module from the browser's bundle also refuses a test.
vi.mock('server-only', () => ({}))
// No request is being answered here.
vi.mock('next/headers', () => ({
  cookies: () => Promise.resolve(new Map()),
  headers: () => Promise.resolve(new Headers()),
}))

const current = sqliteOfFile()

const model = modelServer()
let api: TestServer
beforeAll(async () => {
  serveDatabase(current())
  api = await serveApi(current())
})
afterAll(async () => {
  await api.close()
})

const asked = (path: string) => new Request(`http://127.0.0.1${path}`)
const of = <Params>(params: Params) => ({ params: Promise.resolve(params) })
const bodyOf = async (response: Response | Promise<Response>): Promise<unknown> =>
  (await response).json()

const MEMORIES = { '/notes/a.md': 'one\n', '/notes/b.md': 'two\n', '/c.md': 'three\n' }

/** A session in whose store a write waits. */
async function askingSession() {
  const create = memory({ command: 'create', path: '/memories/new.md', file_text: 'x\n' })
  model.script('answering', [{ parts: [create] }, { parts: [] }])
  const made = await sessionWith(current(), 'answering', MEMORIES, { approval: 'always_ask' })
  await say(current(), made.sessionId, 'Go')
  const [use] = await eventsOfType(current(), made.sessionId, 'agent.tool_use')
  return { ...made, toolUseId: use?.id ?? '' }
}

test('which programs call over MCP', async () => {
  const { key } = await createApiKey(current(), { name: 'a key', access: 'read', storeIds: null })
  await nameActor(current(), { type: 'api_key', id: key.id }, 'a key')
  const client = { name: 'agent', version: '1' }
  noteClient(current(), { actor: { type: 'api_key', id: key.id }, client, isToolCall: true })
  noteClient(current(), { actor: LOCAL_API_ACTOR, client, isToolCall: false })
  const answer = await bodyOf(getClients())
  const { clients } = parse(clientsAnswer, answer)
  expect(clients.map(({ keyName, calls }) => [keyName, calls])).toEqual(
    expect.arrayContaining([
      ['a key', 1],
      [null, 0],
    ]),
  )
})

test('a listing of the tree, and what a filter finds', async () => {
  const { storeId } = await sessionWith(current(), 'any', MEMORIES)
  const listing = await bodyOf(getTree(asked(`/x?directory=/&limit=1`), of({ storeId })))
  expect(parse(treeListingAnswer, listing)).toEqual(listing)
  const found = await bodyOf(getTree(asked(`/x?filter=notes`), of({ storeId })))
  expect(parse(filteredTreeAnswer, found).items).toHaveLength(2)
})

test('a comment’s address leads to where it stands among those of its store', async () => {
  const { storeId } = await sessionWith(current(), 'any', {})
  const made = { storeId, path: '/a.md', content: 'one\n', cause: { actor: LOCAL_USER_ACTOR } }
  const { versionId } = await createMemory(current(), made)
  const commentId = await addComment(current(), {
    storeId,
    versionId,
    lines: { from: 1, to: 1 },
    disposition: 'fix',
    text: 'Which one?',
    by: LOCAL_USER_ACTOR,
  })
  const led = await getCommentPlace(asked('/x'), of({ commentId }))
  expect(led.status).toBe(307)
  expect(led.headers.get('location')).toMatch(
    new RegExp(`^/stores/${storeId}/changes(\\?comments_after=\\d+)?#${commentId}$`),
  )
  expect((await getCommentPlace(asked('/x'), of({ commentId: 'cmnt_gone' }))).status).toBe(404)
})

test('where the palette can go: by path before content, then sessions and stores', async () => {
  const { storeId, sessionId } = await sessionWith(current(), 'any', {
    ...MEMORIES,
    '/d.md': 'before them the notes stand\n',
  })
  await updateSession(current(), { sessionId, title: 'Notes of a talk' })
  const { places } = parse(
    placesAnswer,
    await bodyOf(getPlaces(asked(`/go?q=notes&store=${storeId}`))),
  )
  expect(places.slice(0, 2)).toMatchObject([
    { path: '/notes/a.md', storeId, excerpt: null },
    { path: '/notes/b.md', storeId, excerpt: null },
  ])
  expect(places.find((place) => place.kind === 'memory' && place.path === '/d.md')).toMatchObject({
    excerpt: [{ text: 'before them the ' }, { text: 'notes', isMatch: true }, { text: ' stand' }],
  })
  expect([...new Set(places.map(({ kind }) => kind))]).toEqual(['memory', 'session', 'store'])
})

test('where one was lately comes first in the palette, without what is gone', async () => {
  const { storeId, sessionId } = await sessionWith(current(), 'any', MEMORIES)
  const visits = [`${storeId}:/c.md`, `${storeId}:/gone.md`, sessionId, 'nothing']
  const query = new URLSearchParams(visits.map((visit) => ['visit', visit]))
  const { places, gone } = parse(placesAnswer, await bodyOf(getPlaces(asked(`/go?${query}`))))
  expect(places.slice(0, 3)).toMatchObject([
    { kind: 'memory', path: '/c.md', storeId },
    { kind: 'session', id: sessionId },
    { kind: 'store' },
  ])
  expect(gone).toEqual([`${storeId}:/gone.md`, 'nothing'])
})

test('the stores that a filter offers', async () => {
  await sessionWith(current(), 'any', MEMORIES)
  const names = await bodyOf(getStoreNames(asked('/store-names?q=NOTE')))
  expect(parse(storeNamesAnswer, names)).toEqual(names)
  expect(parse(storeNamesAnswer, names).stores[0]).toMatchObject({ name: 'Notes', memories: 3 })
})

test('the memories beside a conversation, and one of them', async () => {
  const { storeId, sessionId } = await sessionWith(current(), 'any', MEMORIES)
  const ask = (path: string) =>
    bodyOf(getMemory(asked(`/x?store=${storeId}${path}`), of({ sessionId })))
  expect(parse(memoryListingAnswer, await ask('')).files).toHaveLength(3)
  expect(parse(shownMemoryAnswer, await ask('&path=/c.md'))?.content).toBe('three\n')
  expect(parse(shownMemoryAnswer, await ask('&path=/none.md'))).toBeNull()
})

test('a memory beside a conversation does not show what is secret in it', async () => {
  const token = `ghp_${'Aa1Bb2Cc3'.repeat(4)}`
  const { storeId, sessionId } = await sessionWith(current(), 'any', {
    '/token.md': `the token is ${token}\nand more\n`,
  })
  const answer = await bodyOf(
    getMemory(asked(`/x?store=${storeId}&path=/token.md`), of({ sessionId })),
  )
  expect(parse(shownMemoryAnswer, answer)?.content).toBe('the token is ghp_••••••••\nand more\n')
})

test('what a call would change, and what it changed', async () => {
  const { sessionId, toolUseId } = await askingSession()
  const ask = () => bodyOf(getCall(asked(`/x?event=${toolUseId}`), of({ sessionId })))
  const proposed = parse(callChangesAnswer, await ask())
  expect(proposed).toMatchObject({ state: 'proposed', changes: [{ versionId: null }] })
  const confirmation = { type: 'user.tool_confirmation' as const, toolUseId }
  await sendEvents(current(), sessionId, [
    { ...confirmation, result: 'allow', shown: proposed.shown ?? undefined },
  ])
  await runsFinished()
  const done = parse(callChangesAnswer, await ask())
  expect(done).toMatchObject({ state: 'done', changes: [{ after: { content: 'x\n' } }] })
})

test('of what a call would write, the secret that was found, masked where it is quoted', async () => {
  const token = `ghp_${'aB3dE5fG7h'.repeat(3)}1J2k3L`
  const create = memory({
    command: 'create',
    path: '/memories/new.md',
    file_text: `# CI\ntoken: ${token}\n`,
  })
  model.script('telling', [{ parts: [create] }, { parts: [] }])
  const { sessionId } = await sessionWith(current(), 'telling', MEMORIES, {
    approval: 'always_ask',
  })
  await say(current(), sessionId, 'Go')
  const [use] = await eventsOfType(current(), sessionId, 'agent.tool_use')
  const answer = await bodyOf(getCall(asked(`/x?event=${use?.id}`), of({ sessionId })))
  const shown = `token: ${token.slice(0, 4)}${'•'.repeat(token.length - 4)}`
  expect(parse(callChangesAnswer, answer)).toMatchObject({
    isCritical: true,
    found: [
      {
        category: 'secret',
        rank: 4,
        path: '/new.md',
        line: { number: 2, text: shown, from: 7, to: 7 + token.length },
      },
    ],
    changes: [{ masks: { before: [], after: [[2, shown]] } }],
  })
})

test('of a call that a rule holds, the rule as it was then', async () => {
  guardAgentsWrites()
  const create = memory({ command: 'create', path: '/memories/new.md', file_text: 'x\n' })
  model.script('held', [{ parts: [create] }, { parts: [] }])
  const { storeId, sessionId } = await sessionWith(current(), 'held', MEMORIES)
  const match = { paths: ['/*.md'] }
  const holding = draftRule('hold', match, { why: 'These are looked at first.' })
  const save = (rules: DraftRule[], revision: number) => {
    const draft = { default: 'review' as const, rules }
    return savePolicy(current(), { storeId, draft, revision, by: LOCAL_USER_ACTOR })
  }
  const { revision } = await save([holding], 0)
  await say(current(), sessionId, 'Go')
  await save([], revision)
  const [use] = await eventsOfType(current(), sessionId, 'agent.tool_use')
  const answer = await bodyOf(getCall(asked(`/x?event=${use?.id}`), of({ sessionId })))
  expect(parse(callChangesAnswer, answer)).toMatchObject({
    state: 'proposed',
    hold: { storeId, isUnscanned: false },
    rule: { rule: { action: 'hold', match, why: 'These are looked at first.' }, names: {} },
  })
})

test('what the sidebar lists', async () => {
  const { storeId } = await sessionWith(current(), 'any')
  const lists = parse(frameLists, await bodyOf(getFrame()))
  expect(lists.stores[0]).toEqual({ id: storeId, name: 'Notes' })
  expect(lists).toMatchObject({ running: [], isMoreRunning: false })
  // More than are listed are told by their number.
  const { storeCount } = lists
  for (let made = 0; made < 8; made++) await createStore(current(), { name: `Store ${made}` })
  const more = parse(frameLists, await bodyOf(getFrame()))
  expect([more.stores.length, more.storeCount]).toEqual([8, storeCount + 8])
})

test('which folders are watched', async () => {
  const root = folderWith({ '/a.md': 'one\n' })
  const { connectionId } = await connect(current(), root)
  const { folders } = parse(foldersAnswer, await bodyOf(getFolders()))
  expect(folders.find(({ id }) => id === connectionId)).toMatchObject({ location: root })
  rmSync(root, { recursive: true })
})

test('whether a program has called, be it over MCP before the server started', async () => {
  perProcess<{ last: unknown }>('outside-calls', () => ({ last: null })).last = null
  const client = { name: 'before', version: '1' }
  noteClient(current(), { actor: LOCAL_API_ACTOR, client, isToolCall: false })
  expect(parse(lastCall, await bodyOf(getFirstCall())).call?.program).toBe('before')
  await posted('/v1/memory_stores', JSON.stringify({ name: 'By a program' }))
  const { call } = parse(lastCall, await bodyOf(getFirstCall()))
  expect(call?.at).toBeLessThanOrEqual(Date.now())
})

test('whether the database can be used', async () => {
  const asked = new Request('http://127.0.0.1/readyz', { headers: { host: '127.0.0.1' } })
  expect(parse(readinessAnswer, await bodyOf(getReadiness(asked)))).toEqual({ status: 'ready' })
})

const posted = (path: string, body: string, type = 'application/json') =>
  bodyOf(fetch(api.url + path, { method: 'POST', headers: { 'content-type': type }, body }))

test('the plan of a seeding, and its job', async () => {
  const { storeId } = await sessionWith(current(), 'any', MEMORIES)
  const line = JSON.stringify({ path: '/seeded.md', content: 'four\n' })
  const seeding = (query: string) =>
    posted(`/v1/memory_stores/${storeId}/import?name=s.jsonl&${query}`, line, 'application/jsonl')
  expect(seedPlanAnswer.parse(await seeding('dry_run=true')).counts.create).toBe(1)
  expect(seedJobAnswer.parse(await seeding('wait=true')).result?.versions).toBe(1)
})

test('the job of a redaction with its receipt', async () => {
  const { storeId } = await sessionWith(current(), 'any', MEMORIES)
  const body = JSON.stringify({ text: 'three', replacement: '-', wait: true })
  const job = redactionJob.parse(await posted(`/v1/memory_stores/${storeId}/redact`, body))
  expect(job.result).toMatchObject({ rewrittenMemories: 1, proof: { placesLeft: 0 } })
  await compactionFinished(current())
})

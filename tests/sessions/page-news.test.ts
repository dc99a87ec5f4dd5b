import { onTestFinished, vi } from 'vitest'
import { GET, HEAD } from '@/app/live/route'
import { type Known, sessionNews } from '@/app/live/session-news'
import { earlierPart, readSession } from '@/app/(dashboard)/sessions/read-session'
import type { SessionBody } from '@/components/session/state'
import { write as dbWrite } from '@/lib/db'
import { deleteSession, updateSession } from '@/lib/sessions/change-session'
import type { NewEvent } from '@/lib/sessions/event'
import { previewsOf } from '@/lib/sessions/follow'
import { changeSession } from '@/lib/sessions/log'
import { getSession } from '@/lib/sessions/sessions'
import { countLive, writtenBy } from '@/lib/sessions/written'
import type { News } from '@/lib/live/topics'
import { settle } from '@/lib/review/settle'
import { listToReview } from '@/lib/review/to-review'
import { BY_PERSON } from '@/lib/store/model/actor'
import { describe, expect } from '@/tests/support/fixtures'
import { redacted } from '@/tests/support/redacted'
import { message } from '@/tests/support/messages'
import { create, DONE, gate, memory, say as words, view } from '@/tests/support/model-server'
import { modelServer } from '@/tests/support/own-model-server'
import { test } from '@/tests/support/talk'
import { AGENT, written } from '@/tests/support/written'

/** What a session's page is told: what it lacks, then what changes. */

const server = modelServer()

/** Follows a session as a page does that knows this of it; the bodies come one by one. */
function following(id: string, known: Known | null) {
  const left = new AbortController()
  const news = sessionNews(id, known, left.signal)
  const next = async () => {
    const { value } = (await news.next()) as IteratorResult<News, undefined>
    return value?.body as SessionBody
  }
  /** the next body of this kind */
  const kind = async (wanted: SessionBody['kind']): Promise<SessionBody> => {
    for (;;) {
      const body = await next()
      if (body.kind === wanted) return body
    }
  }
  const leave = () => left.abort()
  onTestFinished(leave)
  return { next, kind, leave }
}

const idsIn = (body: SessionBody) =>
  body.kind === 'changed' ? body.entries.map(({ kind }) => kind) : body.kind

describe('a page of a session', () => {
  test('is told at first what it lacks, calls with their answers', async ({ talk }) => {
    const model = server.scripted({ parts: [view()] }, DONE, DONE)
    const { id, say } = await talk(model)
    await say('Go')
    const known = await readSession(id)
    const { entries } = known
    await say('Again')
    const page = following(id, known)
    expect(idsIn(await page.next())).toEqual(['message', 'said'])
    const reader = following(id, { ...known, sequence: 0 })
    expect(await reader.next()).toMatchObject({
      entries: [...entries, { kind: 'message' }, { kind: 'said', text: 'Done.' }],
    })
  })

  test('that knows more than there is, as after a restore, begins anew', async ({ talk }) => {
    const { id, say } = await talk(server.scripted(DONE))
    await say('Go')
    const page = following(id, { ...(await readSession(id)), sequence: 99 })
    expect(await page.next()).toEqual({ kind: 'anew' })
  })

  test('that was away while its words were redacted begins anew, though nothing came after them', async ({
    talk,
    store,
  }) => {
    const { id, say } = await talk(server.scripted(DONE))
    await say('My password is hunter2-of-the-harbour')
    const known = await readSession(id)
    await redacted('hunter2', { storeIds: [store.id] })
    const page = following(id, known)
    expect(await page.next()).toEqual({ kind: 'anew' })
    const reader = following(id, await readSession(id))
    expect(await reader.next()).toMatchObject({ entries: [] })
  })

  test('hears of text as it is generated, of a call only how much there is', async ({ talk }) => {
    const { opened, open } = gate()
    const secret = create('/memories/a.md', 'hunter2 of the harbour, and more of it')
    const model = server.scripted(
      { parts: [words('I note it.'), secret], holdAfter: 9, until: opened },
      DONE,
    )
    const { id, send, rest } = await talk(model)
    const page = following(id, null)
    await page.next()
    await send('Go')
    expect(await page.kind('start')).toMatchObject({ writing: { type: 'agent.message' } })
    const seen: SessionBody[] = []
    for (let length = 0; length === 0;) {
      const body = await page.next()
      seen.push(body)
      if (body.kind === 'delta' && body.text === '') length = body.length
    }
    expect(JSON.stringify(seen)).toContain('I note it.')
    expect(JSON.stringify(seen)).not.toContain('hunter2')
    open()
    await rest()
  })

  test('hears of text that begins once another page left while the model was silent', async ({
    as,
    store,
  }) => {
    const { sdk } = await as({ access: 'admin', isAgent: false })
    const resources = [{ type: 'memory_store' as const, memory_store_id: store.id }]
    const agent = server.scripted()
    const { id } = await sdk.beta.sessions.create({ agent, environment_id: 'env_1', resources })
    const writing = previewsOf(id)
    const left = following(id, null)
    await left.next()
    left.leave()
    await left.next()
    const page = following(id, null)
    await page.next()
    writing.begin({ id: 'sevt_1', type: 'agent.message', text: '' })
    expect(await page.kind('start')).toMatchObject({ writing: { id: 'sevt_1' } })
    writing.end([])
  })

  test('begins anew where a redaction took something out, also above', async ({ talk, store }) => {
    const { id, say } = await talk(server.scripted(DONE))
    await say('My password is hunter2-of-the-harbour')
    for (const text of ['of-the-harbour', 'hunter2']) {
      const page = following(id, null)
      await page.next()
      // It knows the numbers from before.
      await page.next()
      await redacted(text, { storeIds: [store.id] })
      await page.kind('anew')
      expect(JSON.stringify(await earlierPart(id, 999))).not.toContain(text)
      const later = Array.from({ length: 200 }, () => message('And then?') as NewEvent)
      await changeSession(id, (c) => void c.append(...later))
    }
  })

  test('hears that something was redacted in a store, also where its own log holds nothing of it', async ({
    talk,
    store,
  }) => {
    const { id, say } = await talk(server.scripted(DONE))
    await say('Go')
    await written(store.id, { '/a.md': 'hunter2' })
    const page = following(id, null)
    const { redactions } = await readSession(id)
    await page.next()
    await written(store.id, { '/b.md': 'two' })
    await redacted('hunter2', { storeIds: [store.id] })
    for (let told = redactions; told === redactions;) {
      const body = await page.next()
      if (body.kind === 'changed') told = body.redactions
    }
  })

  test('hears that it was deleted, and nothing after it', async ({ talk }) => {
    const { id, say } = await talk(server.scripted(DONE))
    await say('Go')
    const page = following(id, null)
    await page.next()
    await deleteSession(id)
    await page.kind('gone')
    expect(await page.next()).toBeUndefined()
    const late = following(id, null)
    expect(await late.next()).toEqual({ kind: 'gone' })
  })
})

test('a page too many is told so, and has a place once another leaves', async () => {
  const left = new AbortController()
  const open = (signal = left.signal) =>
    GET(new Request('http://localhost/live?topic=stores', { signal })).status
  expect(HEAD().body).toBeNull()
  const streams = Array.from({ length: 256 }, () => open())
  expect(new Set(streams)).toEqual(new Set([200]))
  expect(open()).toBe(429)
  left.abort()
  await expect.poll(() => open(AbortSignal.abort())).toBe(200)
})

test('a quiet stream tells its page that it lives', async () => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
  const left = new AbortController()
  const { signal } = left
  const { body } = GET(new Request('http://localhost/live?topic=stores', { signal }))
  vi.advanceTimersByTime(25_000)
  vi.useRealTimers()
  let heard = ''
  for await (const bytes of body ?? []) {
    heard += Buffer.from(bytes).toString()
    if (heard.includes('event: beat\ndata:\n\n')) return left.abort()
  }
  expect(heard).toBe('a beat')
})

test('a page of a session hears what of it is to be reviewed, and that somebody looked at it', async ({
  talk,
  store,
}) => {
  const parts = [create('/memories/a', '1'), create('/memories/b', '2')]
  const { id, say } = await talk(server.scripted({ parts }, DONE))
  const page = following(id, null)
  const counted = async (wanted: number) => {
    for (;;) {
      const body = await page.kind('changed')
      if (body.kind === 'changed' && body.toReview === wanted) return
    }
  }
  await counted(0)
  await say('Go')
  await counted(2)
  const [group] = (await listToReview({ storeId: store.id })).groups
  const looked = group?.memories.slice(1).map((each) => ({ ...each, through: each.last, back: [] }))
  await settle(looked ?? [], BY_PERSON)
  await counted(1)
  expect(await readSession(id)).toMatchObject({ toReview: 1 })
})

test('an older part of a conversation ends where what is shown begins', async ({ talk }) => {
  const { id, say } = await talk(server.scripted(DONE, { parts: [words('Again.')] }))
  await say('One')
  const { sequence, entries } = await readSession(id)
  await say('Two')
  expect(await earlierPart(id, sequence + 1)).toEqual({ entries, from: 1 })
})

test('of two who rename a session at once, one is told of the other', async ({ talk }) => {
  const { id } = await talk(server.scripted(DONE))
  const rename = (title: string) =>
    updateSession(
      id,
      { title },
      {
        mayLoosen: true,
        unlessStale: (stored) => {
          if (stored.title !== null) throw new Error(`it is called ${stored.title}`)
        },
      },
    )
  const both = await Promise.allSettled([rename('One'), rename('Other')])
  const told = both.find(({ status }) => status === 'rejected')
  const { facts } = await readSession(id)
  expect(both.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
  expect(told).toMatchObject({ reason: { message: `it is called ${facts.title}` } })
})

test('what a session took back itself does not stand to be reviewed', async ({ talk }) => {
  const gone = memory({ command: 'delete', path: '/memories/a' })
  const { id, say } = await talk(
    server.scripted({ parts: [create('/memories/a', '1')] }, { parts: [gone] }, DONE),
  )
  await say('Go')
  expect((await writtenBy([id])).get(id)).toMatchObject({ memories: 1, toReview: 0 })
})

test('a refused request says why, and leaves how full the context was counted', async ({
  talk,
}) => {
  const usage = { input_tokens: 20_000, output_tokens: 10_000 }
  const refused = { status: 401, type: 'authentication_error', message: 'no' }
  const { id, say } = await talk(server.scripted({ ...DONE, usage }, refused))
  await say('Go')
  const { context } = await getSession(id)
  await say('Go on')
  expect(await getSession(id)).toMatchObject({ context, fault: 'authentication' })
})

test('a list says what each session wrote, what of it is to be looked at, and how full its context is', async ({
  talk,
  store,
}) => {
  const write = (path: string) => ({ parts: [create(`/memories/${path}`, path)] })
  const usage = { input_tokens: 20_000, output_tokens: 10_000 }
  const model = server.scripted(
    { parts: [create('/memories/a', '1'), create('/memories/b', '2'), create('/memories/c', '3')] },
    { ...DONE, usage },
    write('d'),
  )
  const { id, say, sessions } = await talk(model)
  await say('Go')
  const where = { storeId: store.id, path: '/a' }
  await dbWrite((tx) => tx.memory.updateMany({ where, data: { toReview: null } }))
  await written(store.id, { '/b': 'another agent’s' }, { by: AGENT })
  // What a person allows leaves what nobody has looked at.
  await written(store.id, { '/c': '3\nok' }, { by: { ...AGENT, sessionId: id, isPassed: true } })
  const idle = await countLive()
  await sessions.update(id, { palimpsest: { approval: 'always_ask' } } as never)
  await say('Go on')
  expect((await writtenBy([id])).get(id)).toMatchObject({
    memories: 3,
    toReview: 1,
    waiting: [{ path: '/d', sessionId: id }],
  })
  expect((await countLive()) - idle).toBe(1)
  const { usage: sum, context } = await getSession(id)
  expect(sum).toMatchObject({ input_tokens: 20_000 })
  expect(context).toMatchObject({ window: 200_000 })
})

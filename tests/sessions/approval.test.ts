import { db } from '@/lib/db'
import { listHeld } from '@/lib/held/held-writes'
import { textOf } from '@/lib/sessions/event'
import type { AnswerPart } from '@/lib/sessions/frames'
import { archiveStore, createStore, deleteStore } from '@/lib/store/change-stores'
import { BY_PERSON } from '@/lib/store/model/actor'
import { viewOf } from '@/lib/sessions/log'
import { previewHeld } from '@/lib/sessions/send'
import { describe, expect } from '@/tests/support/fixtures'
import { call, create, DONE, memory, type ScriptedStep, view } from '@/tests/support/model-server'
import { modelServer } from '@/tests/support/own-model-server'
import { refused } from '@/tests/support/refused'
import { confirms } from '@/tests/support/messages'
import { of, type Talk, test, type Talking } from '@/tests/support/talk'
import { textsOf, versionsIn, written } from '@/tests/support/written'

/** Writes that wait for a person, in a session that asks. */

const server = modelServer()

const ASKS = { approval: 'always_ask' } as const

const replace = (old_str: string, new_str: string, path = '/memories/a.md') =>
  memory({ command: 'str_replace', path, old_str, new_str })

/** A session whose agent makes these calls; those that write wait. */
async function waiting(talk: Talking, parts: AnswerPart[], ...then: ScriptedStep[]) {
  const model = server.scripted({ parts }, ...then, DONE)
  const session = await talk(model, { palimpsest: ASKS })
  const events = await session.say('Go')
  const calls = of(events, 'agent.tool_use').filter((each) => each.evaluated_permission === 'ask')
  const decide = async (...all: Parameters<typeof confirms>[]) => {
    await session.send(...all.map((each) => confirms(...each)))
    return session.rest()
  }
  const [one = calls[0], two] = calls
  if (!one) throw new Error('nothing waits')
  return { ...session, model, events, calls, one, two: two ?? one, decide }
}

/** What a person is shown of a call. */
async function shown({ held_write_id: id = '' }: { held_write_id?: string }) {
  return { content_sha256: (await previewHeld(id)).landing.sha256 }
}

const resultsIn = (events: Awaited<ReturnType<Talk['rest']>>) =>
  of(events, 'agent.tool_result').map((event) => [event.is_error, textOf(event)])

describe('a write', () => {
  test('waits, and reads do not', async ({ talk, store }) => {
    const { events, one, row } = await waiting(talk, [view(), create('/memories/a.md', 'x')])
    expect(resultsIn(events)).toMatchObject([[false, expect.any(String)]])
    const stop_reason = { type: 'requires_action', event_ids: [one.id] }
    expect(events.at(-1)).toMatchObject({ stop_reason })
    expect((await row()).palimpsest).toMatchObject({ stop_reason })
    expect(await textsOf(store.id)).toEqual({})
  })

  test('that is allowed is the agent’s, as it was shown', async ({ talk, store }) => {
    const waits = await waiting(talk, [create('/memories/a.md', 'x')])
    const { id, one, decide } = waits
    const events = await decide([one, 'allow', await shown(one)])
    expect(resultsIn(events)).toEqual([[false, 'File created successfully at: /memories/a.md']])
    expect(await textsOf(store.id)).toEqual({ '/a.md': 'x' })
    const version = await db.version.findFirst({ where: { storeId: store.id } })
    expect(version).toMatchObject({ actorType: 'session', sessionId: id, toolUseId: one.id })
  })

  test('that is denied is not done, and the agent reads why', async ({ talk, store }) => {
    const { id, one, decide, sessions } = await waiting(talk, [create('/memories/a.md', 'x')])
    const half = [confirms(one, 'deny', { deny_message: 'Half a \ud83e' })] as never
    expect(await refused(sessions.events.send(id, { events: half }))).toMatchObject({ status: 400 })
    const events = await decide([one, 'deny', { deny_message: 'That is private.' }])
    const answer = 'The person denied this change. They say: That is private.'
    expect(resultsIn(events)).toEqual([[true, answer]])
    expect(await textsOf(store.id)).toEqual({})
  })

  test('that is edited is the person’s where they wrote it', async ({ talk, store, as }) => {
    const { id, one, sessions } = await waiting(talk, [create('/memories/a.md', 'one\ntwo\n')])
    const reviewer = await as({ access: 'review', isAgent: false })
    const events = [confirms(one, 'allow', { content: 'one\n2\n' })] as never
    await reviewer.sdk.beta.sessions.events.send(id, { events })
    await expect.poll(() => sessions.retrieve(id)).toMatchObject({ status: 'idle' })
    expect(await textsOf(store.id)).toEqual({ '/a.md': 'one\n2\n' })
    const versions = await versionsIn(store.id)
    expect(versions.map(({ actorId }) => actorId)).toEqual([id, reviewer.keyId])
    const [result] = of(await viewOf(id), 'agent.tool_result')
    expect(result && textOf(result)).toContain('The person changed the text of this write')
    expect(result?.memory_versions).toHaveLength(2)
  })

  test.for<[string, Record<string, unknown>]>([
    [
      'of a text that is not there',
      { command: 'str_replace', path: '/memories/a.md', old_str: 'b' },
    ],
    ['with a command that there is not', { command: 'VIEW', path: '/memories/a.md' }],
    ['without a command', {}],
  ])('that cannot be done is asked of nobody: %s', async ([, input], { talk, store }) => {
    await written(store.id, { '/a.md': 'a\n' })
    const { say } = await talk(server.scripted({ parts: [memory(input)] }, DONE), {
      palimpsest: ASKS,
    })
    const events = await say('Go')
    expect(of(events, 'agent.tool_use')).toMatchObject([{ writes_nothing: true }])
    expect(resultsIn(events)).toMatchObject([[true, expect.any(String)]])
    expect(events.at(-1)).toMatchObject({ stop_reason: { type: 'end_turn' } })
  })

  test('by the other tools waits as well, in the store that it names', async ({ talk, store }) => {
    const other = await createStore({ name: 'other' })
    const input = { store: 'other', path: '/a.md', content: 'x' }
    const model = server.scripted({ parts: [call('memory_write', input)] }, DONE)
    const palimpsest = { ...ASKS, tool_set: 'documents' } as const
    const { say, send, rest } = await talk(model, { stores: [store.id, other.id], palimpsest })
    const [waits] = of(await say('Go'), 'agent.tool_use')
    expect(await textsOf(other.id)).toEqual({})
    await send(confirms({ id: waits?.id ?? '' }, 'allow'))
    await rest()
    expect(await textsOf(other.id)).toEqual({ '/a.md': 'x' })
  })

  test.for<[string, (storeId: string) => Promise<unknown>, RegExp]>([
    ['archived', (id) => archiveStore(id, BY_PERSON), /is read-only/],
    ['deleted', (id) => deleteStore(id, BY_PERSON), /is gone|was withdrawn/],
  ])(
    'whose store is %s before it lands does not, and says so',
    async ([, end, why], { talk, store }) => {
      const { one, decide, say } = await waiting(talk, [create('/memories/a.md', 'x')], DONE)
      await end(store.id)
      const events = await decide([one, 'allow'])
      expect(resultsIn(events)).toMatchObject([[true, expect.stringMatching(why)]])
      expect((await say('And?')).at(-1)).toMatchObject({ stop_reason: { type: 'end_turn' } })
    },
  )

  test('to a store that is gone is asked of nobody', async ({ talk, store }) => {
    const { say } = await talk(server.scripted({ parts: [create('/memories/a', 'x')] }, DONE), {
      palimpsest: ASKS,
    })
    await deleteStore(store.id, BY_PERSON)
    expect(resultsIn(await say('Go'))).toMatchObject([[true, expect.stringContaining('gone')]])
  })

  test('that has become possible since is not done unasked', async ({ talk, store }) => {
    const parts = [create('/memories/b.md', 'b'), replace('one', 'two')]
    const { one, decide } = await waiting(talk, parts)
    await written(store.id, { '/a.md': 'one\n' })
    const [, second] = resultsIn(await decide([one, 'allow']))
    expect(second).toMatchObject([true, expect.stringContaining('nobody was asked about it')])
    expect(await textsOf(store.id)).toMatchObject({ '/a.md': 'one\n' })
  })
})

describe('several waiting writes', () => {
  const two = [create('/memories/a.md', 'a'), view(), create('/memories/b.md', 'b')]

  test('are decided in any order, and carried out in the model’s', async ({ talk, store }) => {
    const waits = await waiting(talk, two)
    const left = await waits.decide([waits.two, 'allow'])
    const stop_reason = { type: 'requires_action', event_ids: [waits.one.id] }
    expect(left.at(-1)).toMatchObject({ stop_reason })
    expect(await textsOf(store.id)).toEqual({})
    const results = resultsIn(await waits.decide([waits.one, 'deny']))
    expect(results.map(([isError]) => isError)).toEqual([true, false, false])
    expect(await textsOf(store.id)).toEqual({ '/b.md': 'b' })
  })

  test('are each decided once', async ({ talk, store }) => {
    const { id, one, two: other, decide, sessions } = await waiting(talk, two)
    await decide([other, 'allow'])
    for (const again of [
      confirms(other, 'deny'),
      confirms(other, 'allow', { content: 'unseen' }),
    ]) {
      const sent = sessions.events.send(id, { events: [again] as never })
      expect(await refused(sent)).toMatchObject({ status: 409, type: 'conflict_error' })
    }
    await decide([one, 'allow'])
    expect(await textsOf(store.id)).toEqual({ '/a.md': 'a', '/b.md': 'b' })
  })

  const built = [create('/memories/a.md', 'one\n'), replace('one', 'two')]

  test('of one memory are each planned on what those before leave', async ({ talk, store }) => {
    const waits = await waiting(talk, built)
    const { one, two: other, decide } = waits
    const first = await shown(one)
    const second = await shown(other)
    await decide([one, 'allow', first], [other, 'allow', second])
    expect(await textsOf(store.id)).toEqual({ '/a.md': 'two\n' })
  })

  test('that built on a denied one write nothing, and say so', async ({ talk, store }) => {
    const { one, two: other, decide } = await waiting(talk, built)
    await decide([other, 'allow'])
    const [, second] = resultsIn(await decide([one, 'deny']))
    expect(second).toMatchObject([true, expect.stringContaining('nothing was saved')])
    expect(await textsOf(store.id)).toEqual({})
  })
})

describe('where others wrote meanwhile', () => {
  const LINES = 'one\ntwo\nthree\n'

  test('an allow of what was not shown is refused; the call waits on', async ({ talk, store }) => {
    await written(store.id, { '/a.md': LINES })
    const { id, one, sessions, row } = await waiting(talk, [replace('one', 'uno')])
    const seen = await shown(one)
    await written(store.id, { '/a.md': `${LINES}four\n` })
    const events = [confirms(one, 'allow', { ...seen, for_session: true })] as never
    expect(await refused(sessions.events.send(id, { events }))).toEqual({
      status: 409,
      type: 'conflict_error',
      message: 'The write changed since you looked at it.',
    })
    expect((await row()).palimpsest).toMatchObject({
      approval: 'always_ask',
      stop_reason: { event_ids: [one.id] },
    })
  })

  test('what was allowed and would be another by then is not done', async ({ talk, store }) => {
    await written(store.id, { '/a.md': LINES })
    const waits = await waiting(talk, [create('/memories/b.md', 'b'), replace('one', 'uno')])
    await waits.decide([waits.two, 'allow'])
    await written(store.id, { '/a.md': `${LINES}four\n` })
    const [, second] = resultsIn(await waits.decide([waits.one, 'allow']))
    expect(second).toMatchObject([true, expect.stringContaining('after the person allowed this')])
    expect(await textsOf(store.id)).toEqual({ '/a.md': `${LINES}four\n`, '/b.md': 'b' })
  })
})

describe('who decides', () => {
  test.for<[string, object | undefined]>([
    ['an agent’s key', { access: 'review', isAgent: true }],
    ['a key that may write', { access: 'write', isAgent: false }],
    ['who has no key', undefined],
  ])('is not %s', async ([, key], { talk, as }) => {
    const { id, one } = await waiting(talk, [create('/memories/a.md', 'x')])
    const { sdk } = await as(key)
    const events = [confirms(one, 'allow')] as never
    const answer = await refused(sdk.beta.sessions.events.send(id, { events }))
    expect(answer).toMatchObject({ status: 403, type: 'permission_error' })
  })

  test('may let the session ask no more', async ({ talk, store }) => {
    const more: ScriptedStep = { parts: [create('/memories/b.md', 'b')] }
    const waits = await waiting(talk, [create('/memories/a.md', 'a')], more)
    const events = await waits.decide([waits.one, 'allow', { for_session: true }])
    expect(events.at(-1)).toMatchObject({ stop_reason: { type: 'end_turn' } })
    expect(await textsOf(store.id)).toEqual({ '/a.md': 'a', '/b.md': 'b' })
    expect((await waits.row()).palimpsest).toMatchObject({ approval: 'always_allow' })
  })

  test('is who may loosen a session’s settings, too', async ({ talk, as }) => {
    const { id, row, sessions } = await waiting(talk, [create('/memories/a.md', 'x')])
    const loose = { palimpsest: { approval: 'always_allow' } } as object
    for (const like of [undefined, { access: 'admin', isAgent: true } as const]) {
      const { sdk } = await as(like)
      expect(await refused(sdk.beta.sessions.update(id, loose))).toMatchObject({ status: 403 })
    }
    const { sdk: writer } = await as({ access: 'write' })
    await writer.beta.sessions.update(id, { palimpsest: { max_tokens: 99 } } as object)
    expect((await row()).palimpsest).toMatchObject({ approval: 'always_ask', max_tokens: 99 })
    await sessions.update(id, loose)
    expect((await row()).palimpsest).toMatchObject({ approval: 'always_allow' })
  })
})

describe('what waits', () => {
  const held = async (storeId: string) =>
    (await listHeld({ storeId, limit: 9 })).items.map(({ state }) => state)

  test('is withdrawn by an interrupt, and the next message goes on', async ({ talk, store }) => {
    const { send, say, rest } = await waiting(talk, [create('/memories/a.md', 'x')])
    await send({ type: 'user.interrupt' })
    expect(resultsIn(await rest())).toEqual([
      [true, 'This change was withdrawn before anybody decided, so it was not saved.'],
    ])
    expect(await held(store.id)).toEqual(['withdrawn'])
    expect((await say('Go on')).at(-1)).toMatchObject({ stop_reason: { type: 'end_turn' } })
  })

  test.for(['archive', 'delete'] as const)(
    'is withdrawn by %s of the session',
    async (end, { talk, store }) => {
      const { id, sessions } = await waiting(talk, [create('/memories/a.md', 'x')])
      await sessions[end](id)
      expect(await held(store.id)).toEqual(['withdrawn'])
    },
  )
})

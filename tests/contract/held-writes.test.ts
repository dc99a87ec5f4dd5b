import { db, write } from '@/lib/db'
import type { HeldWrite } from '@/lib/held/held-writes'
import { runDocument } from '@/lib/memory-tool/documents'
import { mountsOf } from '@/lib/memory-tool/paths'
import { toReviewByStore } from '@/lib/review/to-review'
import { lapseOverdue } from '@/lib/sessions/recover'
import { type Caller, describe, expect } from '@/tests/support/fixtures'
import { changeKey } from '@/tests/support/keys'
import { held } from '@/tests/support/held'
import { create, say } from '@/tests/support/model-server'
import { modelServer } from '@/tests/support/own-model-server'
import { setRules } from '@/tests/support/rules'
import { of, test } from '@/tests/support/talk'
import { AGENT, textsOf, versionsIn, written } from '@/tests/support/written'

/** Writes that wait for a person, outside of sessions: over HTTP, and what their agent hears of them. */

const server = modelServer()

interface WireHeld {
  id: string
  content_sha256: string | null
  steps: { content: string | null }[]
  [field: string]: unknown
}

const REVIEWER = { access: 'review', isAgent: false } as const
const ANY = expect.any(String) as string
const CONFLICT = { status: 409, body: { error: { type: 'conflict_error' } } }
const LINES = 'one\ntwo\nthree\n'

/** An agent whose tool commands wait in this store, and a script that decides. */
async function waitingIn(store: { id: string }, as: (like?: object) => Promise<Caller>) {
  await setRules(store.id, { everything: 'hold' })
  const agent = await as({ access: 'write' })
  const reviewer = await as(REVIEWER)
  const at = `/v1/memory_stores/${store.id}/held_writes`
  const command = async (given: object, by = agent) => {
    const { body } = await by.ask('POST', `/v1/memory_stores/${store.id}/memory_tool`, given)
    return String(body.content)
  }
  const hold = async (given: object) => {
    const [, id = ''] = /held for review as (held_\w+);/.exec(await command(given)) ?? []
    return id
  }
  const read = async (id: string) => (await reviewer.ask<WireHeld>('GET', `${at}/${id}`)).body
  const decide = (id: string, answer: object, by = reviewer) =>
    by.ask<WireHeld & { error: { type: string; message: string } }>('POST', `${at}/${id}`, answer)
  const allow = async (id: string, more: object = {}) => {
    const { content_sha256 } = await read(id)
    return decide(id, { result: 'allow', content_sha256, ...more })
  }
  return { agent, reviewer, at, command, hold, read, decide, allow }
}

const creates = (path: string, file_text: string) => ({
  command: 'create',
  path: `/memories${path}`,
  file_text,
})

const replaces = (old_str: string, new_str: string) => ({
  command: 'str_replace',
  path: '/memories/a.md',
  old_str,
  new_str,
})

describe('a held write', () => {
  test('is read with its content; listed without, by state, in pages', async ({ as, store }) => {
    const { agent, reviewer, at, hold, read, decide } = await waitingIn(store, as)
    const one = await hold(creates('/a.md', 'a'))
    const two = await hold(creates('/b.md', 'b'))
    const three = await hold(creates('/c.md', 'c'))
    expect(await read(one)).toEqual({
      id: one,
      type: 'held_write',
      memory_store_id: store.id,
      state: 'waiting',
      path: '/a.md',
      steps: [
        {
          operation: 'create',
          path: '/a.md',
          new_path: null,
          content: 'a',
          expected_content_sha256: null,
        },
      ],
      content_sha256: expect.stringMatching(/^[0-9a-f]{64}$/) as string,
      possible: true,
      reason: { about: 'all_writes', found: [], unscanned: false },
      created_by: { type: 'api_actor', api_key_id: agent.keyId },
      session_id: null,
      tool_use_id: null,
      message: null,
      edited: false,
      created_at: ANY,
      lapses_at: ANY,
      decided_at: null,
      decided_by: null,
    })
    await decide(two, { result: 'deny' })
    // In the order of people an `a` comes before a `Z`.
    const named = (id: string, name: string) =>
      write((tx) => tx.heldWrite.update({ where: { id }, data: { id: name } }))
    await named(one, 'held_Z').then(() => named(three, 'held_a'))
    const list = async (query: string) =>
      (await reviewer.ask<{ data: WireHeld[]; next_page: string }>('GET', `${at}?${query}`)).body
    const first = await list('state=waiting&limit=1')
    const rest = await list(`state=waiting&limit=1&page=${first.next_page}`)
    expect([...first.data, ...rest.data].map(({ id }) => id)).toEqual(['held_a', 'held_Z'])
    expect(rest.next_page).toBeNull()
    expect(first.data).toMatchObject([{ steps: [{ content: null }], content_sha256: null }])
  })

  test('still waits once another session of its key proposes a text there', async ({
    as,
    store,
  }) => {
    const { hold, read } = await waitingIn(store, as)
    const id = await hold({ ...creates('/a.md', 'a'), session_id: 'one' })
    await hold({ ...creates('/a.md', 'b'), session_id: 'another' })
    expect((await read(id)).state).toBe('waiting')
  })

  test('of an edit waits beside other edits of the same memory, and each lands', async ({
    as,
    store,
  }) => {
    await written(store.id, { '/a.md': LINES })
    const { hold, allow } = await waitingIn(store, as)
    const insert = { command: 'insert', path: '/memories/a.md', insert_line: 3, insert_text: 'end' }
    const edits = [replaces('one', '1'), replaces('thr', 'Thr'), insert, replaces('one', '1')]
    const ids: string[] = []
    for (const each of edits) ids.push(await hold(each))
    expect(ids[3]).toBe(ids[0])
    const given = { mounts: mountsOf([store]), name: 'memory_edit' } as const
    const input = { path: '/a.md', old_str: 'two', new_str: '2' }
    await runDocument({ ...given, input }, AGENT)
    await runDocument({ ...given, input: { ...input, new_str: 'zwei' } }, AGENT)
    const waiting = { storeId: store.id, state: 'waiting' } as const
    expect(await db.heldWrite.count({ where: waiting })).toBe(5)
    await allow(ids[0] ?? '')
    await allow(ids[1] ?? '')
    expect(await textsOf(store.id)).toEqual({ '/a.md': '1\ntwo\nThree\n' })
  })

  test('is nowhere else before it is allowed', async ({ as, store }) => {
    const { agent, hold } = await waitingIn(store, as)
    await hold(creates('/a.md', 'needle in a held text'))
    const said = async (path: string) =>
      (await agent.call('GET', `/v1/memory_stores/${store.id}/${path}`)).text()
    for (const path of ['memories?view=full', 'search?q=needle', 'export?format=jsonl']) {
      expect(await said(path)).not.toContain('needle in a held text')
    }
  })

  test('that is allowed is the agent’s, and needs no look', async ({ as, store }) => {
    const { agent, reviewer, hold, allow } = await waitingIn(store, as)
    const { status, body } = await allow(await hold(creates('/a.md', 'a')))
    expect([status, body.state, body.decided_by]).toEqual([
      200,
      'allowed',
      { type: 'api_actor', api_key_id: reviewer.keyId },
    ])
    expect(await textsOf(store.id)).toEqual({ '/a.md': 'a' })
    const version = await db.version.findFirst({ where: { storeId: store.id } })
    expect(version).toMatchObject({ actorId: agent.keyId, side: 'passed' })
  })

  test('is shown on what stands there by now, and lands so', async ({ as, store }) => {
    await written(store.id, { '/a.md': LINES })
    const { hold, read, decide, allow } = await waitingIn(store, as)
    const id = await hold(replaces('one', 'uno'))
    const seen = await read(id)
    await written(store.id, { '/a.md': `${LINES}four\n` })
    const { content_sha256 } = seen
    expect(await decide(id, { result: 'allow', content_sha256 })).toMatchObject({
      status: 409,
      body: {
        error: { type: 'conflict_error', message: 'The write changed since you looked at it.' },
      },
    })
    expect((await read(id)).steps).toMatchObject([{ content: 'uno\ntwo\nthree\nfour\n' }])
    await allow(id)
    expect(await textsOf(store.id)).toEqual({ '/a.md': 'uno\ntwo\nthree\nfour\n' })
  })

  test('that does not fit any more is edited: the agent’s lines, then the person’s, in one batch', async ({
    as,
    store,
  }) => {
    await written(store.id, { '/a.md': LINES })
    const { agent, reviewer, hold, allow, read } = await waitingIn(store, as)
    const id = await hold(replaces('one', 'uno'))
    await written(store.id, { '/a.md': 'ein\ntwo\nthree\n' })
    expect((await read(id)).possible).toBe(false)
    expect(await allow(id)).toMatchObject(CONFLICT)
    expect((await allow(id, { content: 'uno, ein\n' })).body).toMatchObject({ edited: true })
    expect(await textsOf(store.id)).toEqual({ '/a.md': 'uno, ein\n' })

    const fits = await hold(creates('/b.md', 'one\ntwo\n'))
    await allow(fits, { content: 'one\n2\n' })
    const versions = (await versionsIn(store.id)).filter(({ path }) => path === '/b.md')
    expect(versions).toMatchObject([
      { actorId: agent.keyId, side: 'passed' },
      { actorId: reviewer.keyId, side: 'person', batchId: versions[0]?.batchId },
    ])
    expect(versions[0]?.batchId).toMatch(/^batch_/)
  })

  test('that moves a memory and writes in it keeps what others wrote there meanwhile', async ({
    as,
    store,
  }) => {
    const [version] = await written(store.id, { '/a.md': LINES })
    const { agent, read, allow } = await waitingIn(store, as)
    const at = `/v1/memory_stores/${store.id}/memories/${version?.memoryId}`
    await agent.ask('POST', at, { path: '/b.md', content: 'uno\ntwo\nthree\n' })
    const { id = '' } = (await db.heldWrite.findFirst({ where: { storeId: store.id } })) ?? {}
    await written(store.id, { '/a.md': `${LINES}four\n` })
    expect((await read(id)).steps).toMatchObject([{ content: 'uno\ntwo\nthree\nfour\n' }])
    await written(store.id, { '/a.md': '' })
    expect((await read(id)).possible).toBe(false)
    await allow(id, { content: 'uno\n' })
    expect(await textsOf(store.id)).toEqual({ '/b.md': 'uno\n' })
  })

  test('that moves a memory where another came leaves no read behind', async ({ as, store }) => {
    const { hold, allow } = await waitingIn(store, as)
    const moves = { command: 'rename', old_path: '/memories/a.md', new_path: '/memories/b.md' }
    await written(store.id, { '/a.md': 'a' })
    const id = await hold(moves)
    await written(store.id, { '/b.md': 'b' })
    expect(await allow(id)).toMatchObject(CONFLICT)
  })

  test('is decided once', async ({ as, store }) => {
    const { hold, decide } = await waitingIn(store, as)
    const id = await hold(creates('/a.md', 'a'))
    const denied = await decide(id, { result: 'deny', message: 'Not here.' })
    expect(denied.body).toMatchObject({ state: 'denied', message: 'Not here.' })
    for (const again of [{ result: 'deny' }, { result: 'allow', content_sha256: '0'.repeat(64) }]) {
      expect(await decide(id, again)).toMatchObject(CONFLICT)
    }
  })

  test.for<[string, object]>([
    ['result: must be allow or deny', { result: 'maybe' }],
    ['content_sha256: must name what was shown', { result: 'allow' }],
    ['message: must be at most 1000 characters', { result: 'deny', message: 'x'.repeat(1_001) }],
  ])(
    'is not decided by an answer that does not fit: %s',
    async ([message, answer], { as, store }) => {
      const { hold, decide, read } = await waitingIn(store, as)
      const id = await hold(creates('/a.md', 'a'))
      expect(await decide(id, answer)).toMatchObject({ status: 400, body: { error: { message } } })
      expect((await read(id)).state).toBe('waiting')
    },
  )

  test('is decided by no agent, and by no key that wrote it', async ({ as, store }) => {
    const { agent, hold, decide } = await waitingIn(store, as)
    const id = await hold(creates('/a.md', 'a'))
    const words = async (by: Caller) =>
      (await decide(id, { result: 'deny' }, by)).body.error.message
    expect(await words(await as({ access: 'admin', isAgent: true }))).toBe(
      'Reviewing needs a person at the dashboard or a key with the access review.',
    )
    await changeKey(agent.keyId ?? '', REVIEWER)
    expect(await words(agent)).toBe('A key never decides on what it wrote itself.')
  })

  test('of a session is answered there, and its log says so', async ({ as, talk, store }) => {
    const { allow, reviewer } = await waitingIn(store, as)
    const parts = [create('/memories/a.md', 'one')]
    const session = await talk(server.scripted({ parts }, { parts: [say('Done.')] }))
    const [call] = of(await session.say('Note it'), 'agent.tool_use')
    expect(call?.evaluated_permission).toBe('ask')
    const result = session.next('agent.tool_result')
    await allow(call?.held_write_id ?? '')
    expect(await result).toMatchObject({ is_error: false, memory_versions: [{}] })
    const events = (await session.rest()).filter(({ type }) => type === 'user.tool_confirmation')
    expect(events).toMatchObject([
      { tool_use_id: call?.id, result: 'allow', by: { id: reviewer.keyId } },
    ])
    const told = await db.event.findMany({
      where: { storeId: store.id },
      orderBy: { sequence: 'asc' },
    })
    expect(told).toMatchObject([
      { type: 'held_write.created', subjectId: call?.held_write_id, actorId: session.id },
      { type: 'held_write.settled', subjectId: call?.held_write_id, actorId: reviewer.keyId },
    ])
  })

  test('is told of where it begins and ends, without content', async ({ as, store, listen }) => {
    const { hold, allow } = await waitingIn(store, as)
    const stream = await listen(`/v1/memory_stores/${store.id}/events`, { lastId: '0' })
    await allow(await hold(creates('/a.md', 'needle')))
    await stream.next(({ event }) => event === 'memory.created')
    const types = stream.events.map(({ event }) => event)
    expect(types).toEqual(['held_write.created', 'held_write.settled', 'memory.created'])
    expect(JSON.stringify(stream.events)).not.toContain('needle')
  })

  test('is withdrawn by a redaction of what it holds', async ({ as, store }) => {
    const { hold, read } = await waitingIn(store, as)
    const id = await hold(creates('/a.md', 'a leaked-text'))
    const other = await hold(creates('/b.md', 'b'))
    const admin = await as({ access: 'admin' })
    const ask = { text: 'leaked-text', wait: true }
    await admin.ask('POST', `/v1/memory_stores/${store.id}/redact`, ask)
    const { state, steps } = await read(id)
    expect([state, steps[0]?.content]).toEqual(['withdrawn', 'a [redacted]'])
    expect((await read(other)).state).toBe('waiting')
  })
})

describe('GET /v1/review', () => {
  test('counts what waits and what landed, by store and writer, of what a key sees', async ({
    as,
    store,
  }) => {
    const { agent, command, hold } = await waitingIn(store, as)
    await hold(creates('/a.md', 'a'))
    await setRules(store.id, {})
    await command(creates('/b.md', 'b'))
    await command(creates('/CLAUDE.md', 'c'))
    const counts = async (storeIds: string[] | null, query = '') => {
      const { ask } = await as({ storeIds })
      return (await ask<{ data: { memory_store_id: string }[] }>('GET', `/v1/review${query}`)).body
    }
    const counted = { memories: 2, held_writes: 1 }
    const by = [{ key: agent.keyId, ...counted, level: 'danger' }]
    const row = { memory_store_id: store.id, ...counted, by }
    expect((await counts(null)).data).toContainEqual(row)
    expect((await toReviewByStore()).get(store.id)).toBe(3)
    expect(await counts([store.id])).toEqual({ type: 'review', data: [row] })
    expect((await counts(null, `?memory_store_id=${store.id}`)).data).toEqual([row])
    expect((await counts(['memstore_other'])).data).toEqual([])
    expect(await counts(['memstore_other'], `?memory_store_id=${store.id}`)).toMatchObject({
      error: { type: 'not_found_error' },
    })
  })
})

describe('an agent without a session hears', () => {
  const DAYS = 73 * 3_600_000

  test.for<
    [string, (waits: Awaited<ReturnType<typeof waitingIn>>, id: string) => Promise<unknown>]
  >([
    ['The person denied this change.', ({ decide }, id) => decide(id, { result: 'deny' })],
    [
      'The person denied this change. They say: Ask me first.',
      ({ decide }, id) => decide(id, { result: 'deny', message: 'Ask me first.' }),
    ],
    ['The person allowed this change, and it was saved.', ({ allow }, id) => allow(id)],
    [
      'The person changed the text of this write and saved that. View the memory to see what it holds now.',
      ({ allow }, id) => allow(id, { content: 'b' }),
    ],
    [
      'Nobody decided about this change in time, so it was not saved.',
      () => lapseOverdue(new Date(Date.now() + DAYS)),
    ],
    [
      'This change was withdrawn before anybody decided, so it was not saved.',
      ({ hold }) => hold(creates('/a.md', 'another')),
    ],
  ])('once, below its next answer: %s', async ([words, settle], { as, store }) => {
    const waits = await waitingIn(store, as)
    const { command, hold } = waits
    const id = await hold({ ...creates('/a.md', 'a'), session_id: 'mine' })
    await settle(waits, id)
    const view = { command: 'view', path: '/memories', session_id: 'mine' }
    const other = await as({ access: 'write' })
    expect(await command(view, other)).not.toContain(id)
    expect(await command({ ...view, session_id: 'another' })).not.toContain(id)
    const line = `\nYour write to /memories/a.md (${id}): ${words}`
    const told = [await command(view), await command(view)]
    expect(told.map((answer) => answer.endsWith(line))).toEqual([true, false])
  })

  test('what was masked, below the answer', async ({ as, store }) => {
    const { command } = await waitingIn(store, as)
    await setRules(store.id, { secrets: 'mask' })
    const key = `ghp_${'aB3dE5fG7hJ9kL1mN3pQ5rS7tU9vW1xY3zA5'}`
    expect(await command(creates('/a.md', key))).toContain(
      "\nWhat this store's rules keep out of memories was masked in what you wrote: [masked: github_token] stands in its place. Do not write it again.",
    )
  })

  test('that too much waits already', async ({ as, store }) => {
    const { command } = await waitingIn(store, as)
    const first = keptRow(await held(store.id, '/a.md'))
    const data = Array.from({ length: 999 }, (_, at) => ({ ...first, id: `${first.id}${at}` }))
    await write((tx) => tx.heldWrite.createMany({ data }))
    expect(await command(creates('/b.md', 'b'))).toBe(
      'Error: /memories/b.md was not saved: too much waits for review already',
    )
  })
})

/** What a held write's row must have. */
const keptRow = ({ id, storeId, path, writer, createdAt }: HeldWrite) => ({
  id,
  storeId,
  path,
  createdAt,
  steps: [],
  reason: {},
  actorType: writer.type,
  actorId: writer.id,
})

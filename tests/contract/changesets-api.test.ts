import { afterAll, describe, expect, test } from 'vitest'
import { createApiKey, type CreateApiKeyInput } from '@/lib/auth/api-keys'
import type { Database } from '@/lib/db/database'
import { examineAll } from '@/lib/review/background/examiner'
import { compactionFinished } from '@/lib/store/background/compaction'
import { createMemory, removeMemory, updateMemory } from '@/lib/store/memories/change-memories'
import { createStore } from '@/lib/store/stores/change-stores'
import { type Cause, LOCAL_USER_ACTOR } from '@/lib/store/model/actor'
import { DAY_MS } from '@/lib/text/day-ms'
import { onBothDatabases, onSqlite } from '@/tests/support/databases'
import { serveApi, type TestServer } from '@/tests/support/http-server'

/** Reviewing over HTTP (review page, HTTP API). Who may call what is in `who-may.test.ts`. */

const PERSON: Cause = { actor: LOCAL_USER_ACTOR }
const session = (id: string): Cause => ({ actor: { type: 'session', id: `sesn_${id}` } })
const AGENT = session('agent')

const BEFORE = '1\n2\n3\n4\n5\n6\n'
/** Two hunks: `2` became `B`, and `5` went. */
const AFTER = '1\nB\n3\n4\n6\n'

/** The fields of answers that the tests read; each answer has only those asked for. */
interface Body {
  data: { id: string; level: string }[]
  memories: { memory_id: string; memory_version_id: string }[]
  next_page: string | null
  counts: Record<string, number>
  plan: string
  memory_version_ids: string[]
  will_change: unknown[]
  state: string
  content: string
  is_error: boolean
  error?: { message: string }
}

function reviewOn(current: () => Database) {
  let server: TestServer | undefined
  afterAll(() => server?.close())

  const keyOf = async (input: Partial<CreateApiKeyInput> = {}) =>
    createApiKey(current(), { name: 'a reviewer', access: 'review', storeIds: null, ...input })

  /** Calls as the holder of a secret. */
  const as =
    (secret: string) =>
    async (
      method: string,
      address: string,
      sent?: object,
    ): Promise<{ status: number; body: Body }> => {
      server ??= await serveApi(current())
      const response = await fetch(`${server.url}/v1${address}`, {
        method,
        headers: { authorization: `Bearer ${secret}` },
        ...(sent ? { body: JSON.stringify(sent) } : {}),
      })
      return { status: response.status, body: (await response.json()) as Body }
    }

  const reviewer = async (input: Partial<CreateApiKeyInput> = {}) => as((await keyOf(input)).secret)

  /** A store in which an agent changed the memory `/a` in two places. */
  const changed = async (cause: Cause = AGENT) => {
    const store = await createStore(current(), { name: 'Notes' })
    const storeId = store.id
    const made = { storeId, path: '/a', content: BEFORE, cause: PERSON }
    const { id: memoryId } = await createMemory(current(), made)
    await updateMemory(current(), { storeId, memoryId, content: AFTER, cause })
    await examineAll(current())
    return { storeId, memoryId }
  }

  return { keyOf, reviewer, changed }
}

type Call = Awaited<ReturnType<ReturnType<typeof reviewOn>['reviewer']>>

/** The one changeset of a store. */
async function changesetOf(call: Call, storeId: string): Promise<string> {
  const { body } = await call('GET', `/changesets?store_id=${storeId}`)
  expect(body.data).toHaveLength(1)
  return body.data[0]?.id ?? ''
}

async function hunksOf(call: Call, changesetId: string, query = ''): Promise<string[]> {
  const { body } = await call('GET', `/changesets/${changesetId}/hunks${query}`)
  return body.data.map(({ id }) => id)
}

const decide = (call: Call, changesetId: string, decisions: readonly object[]) =>
  call('POST', `/changesets/${changesetId}/decisions`, { decisions })

onBothDatabases((current) => {
  const { reviewer, changed } = reviewOn(current)

  describe('changesets', () => {
    test('are listed page by page, and by state, store, session, actor and level', async () => {
      const call = await reviewer()
      const stores = [
        await changed(session('one')),
        await changed(session('two')),
        await changed(session('three')),
      ]
      const { storeId, memoryId } = stores[0] ?? { storeId: '', memoryId: '' }
      await removeMemory(current(), { storeId, memoryId, cause: session('one') })
      await examineAll(current())
      const ids: string[] = []
      let page = ''
      do {
        const { body } = await call('GET', `/changesets?limit=1&page=${page}`)
        ids.push(...body.data.map(({ id }) => id))
        page = body.next_page ?? ''
      } while (page !== '')
      const all = (await call('GET', '/changesets')).body.data
      expect(ids).toEqual(all.map(({ id }) => id))
      expect(new Set(ids).size).toBe(3)
      const snoozed = all[0]?.id
      const tomorrow = new Date(Date.now() + DAY_MS).toISOString()
      await call('POST', `/changesets/${snoozed}`, { snoozed_until: tomorrow })
      const count = async (query: string) =>
        (await call('GET', `/changesets?${query}`)).body.data.length
      expect(await count('state=open')).toBe(2)
      expect(await count('state=snoozed')).toBe(1)
      expect(await count('state=done')).toBe(0)
      expect(await count(`store_id=${storeId}`)).toBe(1)
      expect(await count('session_id=sesn_two')).toBe(1)
      expect(await count('actor_id=sesn_two')).toBe(1)
      expect(await count('actor_id=sesn_nobody')).toBe(0)
      const levels = all.map(({ level }) => level)
      expect(await count(`level=${levels[0]}`)).toBe(
        levels.filter((level) => level === levels[0]).length,
      )
      const assigned = all[1]?.id
      const assignee = { type: 'user_actor', user_id: LOCAL_USER_ACTOR.id }
      await call('POST', `/changesets/${assigned}`, { assignee })
      expect(await count(`assignee=${LOCAL_USER_ACTOR.id}`)).toBe(1)
      expect(await count('assignee=nobody')).toBe(2)
    })

    test('are listed by the paths that they touch, and by whether a write waits in them', async () => {
      const call = await reviewer()
      const { storeId } = await changed(session('paths'))
      await createMemory(current(), {
        storeId,
        path: '/notes/only-here.md',
        content: 'new',
        cause: session('paths'),
      })
      await examineAll(current())
      const list = (query: string) => call('GET', `/changesets?store_id=${storeId}&${query}`)
      expect((await list('path_prefix=/notes/only')).body.data).toHaveLength(1)
      expect((await list('path_prefix=/none')).body.data).toHaveLength(0)
      expect((await list('state=waiting')).body.data).toHaveLength(0)
      const bad = await list('path_prefix=notes')
      expect([bad.status, bad.body.error?.message]).toEqual([
        400,
        expect.stringContaining('path_prefix: must begin with /'),
      ])
    })

    test('have their counts, and their memories', async () => {
      const call = await reviewer()
      const { storeId, memoryId } = await changed()
      const id = await changesetOf(call, storeId)
      expect((await call('GET', `/changesets/${id}`)).body).toMatchObject({
        id,
        type: 'changeset',
        memory_store_id: storeId,
        session_id: 'sesn_agent',
        actor: { type: 'session_actor', session_id: 'sesn_agent' },
        state: 'open',
        examined: true,
        counts: {
          changes: 1,
          memories: 1,
          lines_added: 1,
          lines_removed: 2,
          hunks: 2,
          open_hunks: 2,
        },
        memories: [{ memory_id: memoryId, path: '/a', change: 'modified' }],
      })
    })
  })

  describe('hunks', () => {
    test('have their lines, and are listed page by page, by memory, state and level', async () => {
      const call = await reviewer()
      const { storeId, memoryId } = await changed()
      const made = { storeId, path: '/new', content: 'new\n', cause: AGENT }
      const { id: newId } = await createMemory(current(), made)
      await examineAll(current())
      const id = await changesetOf(call, storeId)
      const { body } = await call('GET', `/changesets/${id}/hunks?memory_id=${memoryId}`)
      expect(body.data).toMatchObject([
        {
          kind: 'lines',
          before: { path: '/a', line: 2, line_count: 1, text: '2\n' },
          after: { path: '/a', line: 2, line_count: 1, text: 'B\n' },
          decision: null,
        },
        { before: { line: 5, line_count: 1, text: '5\n' }, after: { line_count: 0, text: '' } },
      ])
      const created = await call('GET', `/changesets/${id}/hunks?memory_id=${newId}`)
      expect(created.body.data).toMatchObject([
        { kind: 'created', before: null, after: { path: '/new', text: 'new\n' } },
      ])
      const one = await call('GET', `/changesets/${id}/hunks?limit=2`)
      const other = await call('GET', `/changesets/${id}/hunks?limit=2&page=${one.body.next_page}`)
      const paged = [...one.body.data, ...other.body.data].map(({ id: hunk }) => hunk)
      expect(paged).toEqual(await hunksOf(call, id))
      expect(paged).toHaveLength(3)
      expect(other.body.next_page).toBeNull()
      await decide(call, id, [{ hunk_id: paged[0], decision: 'accepted', seen: true }])
      expect(await hunksOf(call, id, '?state=open')).toEqual(paged.slice(1))
      expect(await hunksOf(call, id, '?state=accepted')).toEqual(paged.slice(0, 1))
      expect(await hunksOf(call, id, '?state=rejected')).toEqual([])
      expect(await hunksOf(call, id, '?level=critical')).toEqual([])
    })

    test('of two decisions at once one wins, and the other is told', async () => {
      const [one, other] = [await reviewer(), await reviewer()]
      const { storeId } = await changed()
      const id = await changesetOf(one, storeId)
      const [hunk] = await hunksOf(one, id)
      const answers = await Promise.all([
        decide(one, id, [{ hunk_id: hunk, decision: 'accepted' }]),
        decide(other, id, [{ hunk_id: hunk, decision: 'rejected' }]),
      ])
      expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409])
      expect(answers.find(({ status }) => status === 409)?.body.error).toMatchObject({
        type: 'conflict_error',
        hunk_id: hunk,
        message: expect.stringContaining('List the hunks') as string,
      })
      expect(await hunksOf(one, id, '?state=open')).toHaveLength(1)
    })

    test('are decided only while their memory is at the version that was shown', async () => {
      const call = await reviewer()
      const { storeId, memoryId } = await changed()
      const changesetId = await changesetOf(call, storeId)
      const [hunk = ''] = await hunksOf(call, changesetId)
      const { body: shown } = await call('GET', `/changesets/${changesetId}`)
      const through = Object.fromEntries(
        shown.memories.map((memory) => [memory.memory_id, memory.memory_version_id]),
      )
      const sent = { decisions: [{ hunk_id: hunk, decision: 'accepted' }], through }
      const content = `${AFTER}and more\n`
      const later = await updateMemory(current(), { storeId, memoryId, content, cause: AGENT })
      expect(await call('POST', `/changesets/${changesetId}/decisions`, sent)).toMatchObject({
        status: 409,
        body: { error: { memory_id: memoryId, memory_version_id: later.versionId } },
      })
      await examineAll(current())
      const [now = ''] = await hunksOf(call, changesetId)
      const again = {
        decisions: [{ hunk_id: now, decision: 'accepted' }],
        through: { [memoryId]: later.versionId },
      }
      expect((await call('POST', `/changesets/${changesetId}/decisions`, again)).status).toBe(200)
    })

    test('are listed that were written since somebody last decided', async () => {
      const call = await reviewer()
      const { storeId } = await changed()
      const changesetId = await changesetOf(call, storeId)
      const hunks = await hunksOf(call, changesetId)
      expect(await hunksOf(call, changesetId, '?since_decided=true')).toEqual(hunks)
      await decide(call, changesetId, [{ hunk_id: hunks[0], decision: 'accepted' }])
      expect(await hunksOf(call, changesetId, '?since_decided=true')).toEqual([])
      const decidedAt = Date.now()
      await expect.poll(() => Date.now(), { interval: 1 }).toBeGreaterThan(decidedAt)
      const later = { storeId, path: '/later', content: 'later\n', cause: AGENT }
      const { id: memoryId } = await createMemory(current(), later)
      await examineAll(current())
      const fresh = await call('GET', `/changesets/${changesetId}/hunks?since_decided=true`)
      expect(fresh.body.data).toMatchObject([{ memory_id: memoryId }])
    })

    test('that changed since they were listed are decided by nobody, nor are those beside them', async () => {
      const call = await reviewer()
      const { storeId, memoryId } = await changed()
      const { id: otherId } = await createMemory(current(), {
        storeId,
        path: '/b',
        content: 'b\n',
        cause: AGENT,
      })
      await examineAll(current())
      const id = await changesetOf(call, storeId)
      const stale = await hunksOf(call, id, `?memory_id=${memoryId}`)
      const steady = await hunksOf(call, id, `?memory_id=${otherId}`)
      const content = AFTER.replace('B', 'C')
      await updateMemory(current(), { storeId, memoryId, content, cause: AGENT })
      const all = [...steady, ...stale].map((hunk_id) => ({ hunk_id, decision: 'accepted' }))
      const answer = await decide(call, id, all)
      expect(answer.status).toBe(409)
      expect(answer.body.error).toMatchObject({
        hunk_id: stale[0],
        message: expect.stringContaining('nothing was recorded') as string,
      })
      await examineAll(current())
      expect(await hunksOf(call, id, '?state=open')).toHaveLength(3)
    })
  })

  test('a rejected hunk is planned, applied and then as it was; the other stays', async () => {
    const call = await reviewer()
    const { storeId, memoryId } = await changed()
    const id = await changesetOf(call, storeId)
    const [one, other] = await hunksOf(call, id)
    const decided = await decide(call, id, [
      { hunk_id: one, decision: 'rejected', seen: true },
      { hunk_id: other, decision: 'accepted' },
    ])
    expect(decided.body).toMatchObject({
      type: 'changeset_decisions',
      changeset_id: id,
      counts: { decisions: 2, open_hunks: 0 },
    })
    const planned = await call('GET', `/changesets/${id}/apply`)
    expect(planned.body).toMatchObject({
      dry_run: true,
      batch_id: null,
      counts: { will_change: 1, already_so: 0, changed_since: 0, cannot: 0 },
      will_change: [{ memory_id: memoryId }],
    })
    const { plan } = planned.body
    const dry = await call('POST', `/changesets/${id}/apply`, { dry_run: true })
    expect(dry.body).toEqual(planned.body)
    const done = await call('POST', `/changesets/${id}/apply`, { plan })
    expect(done.body).toMatchObject({ dry_run: false, plan, counts: { will_change: 1 } })
    expect(done.body.memory_version_ids).toHaveLength(1)
    const memory = await call('GET', `/memory_stores/${storeId}/memories/${memoryId}`)
    expect(memory.body.content).toBe('1\n2\n3\n4\n6\n')
    expect((await call('GET', `/changesets/${id}`)).body).toMatchObject({ state: 'done' })
    const { body } = await call('GET', `/changesets/${id}/hunks?state=rejected`)
    expect(body.data).toMatchObject([{ decision: { seen: true, applied: true } }])
  })

  test('a key does not decide on what it wrote in the name of a session', async () => {
    const call = await reviewer()
    const agent = await reviewer({ access: 'write' })
    const { id: storeId } = await createStore(current(), { name: 'Notes' })
    for (const [name, caller] of Object.entries({ agents: agent, own: call })) {
      const wrote = await caller('POST', `/memory_stores/${storeId}/memory_tool`, {
        command: 'create',
        path: `/memories/${name}`,
        file_text: name,
        session_id: 'sesn_claimed',
      })
      expect(wrote.body.is_error).toBe(false)
    }
    await examineAll(current())
    const id = await changesetOf(call, storeId)
    const hunks = await hunksOf(call, id)
    expect(hunks).toHaveLength(2)
    const decisions = hunks.map((hunk_id) => ({ hunk_id, decision: 'accepted' }))
    const refused = await decide(call, id, decisions)
    expect(refused.status).toBe(403)
    expect(refused.body.error).toMatchObject({
      type: 'permission_error',
      message: expect.stringContaining('never decides on what it wrote itself') as string,
    })
    expect(await hunksOf(call, id, '?state=open')).toHaveLength(2)
    expect((await decide(await reviewer(), id, decisions)).status).toBe(200)
  })
})

onSqlite((current) => {
  const { keyOf, reviewer, changed } = reviewOn(current)

  const begun = async () => {
    const call = await reviewer()
    const { storeId, memoryId } = await changed()
    const id = await changesetOf(call, storeId)
    return { call, storeId, memoryId, id, hunks: await hunksOf(call, id) }
  }

  test('an edited hunk becomes the reviewer’s lines', async () => {
    const { call, storeId, memoryId, id, hunks } = await begun()
    await decide(call, id, [{ hunk_id: hunks[0], decision: 'edited', content: 'two\nmore\n' }])
    await call('POST', `/changesets/${id}/apply`)
    const memory = await call('GET', `/memory_stores/${storeId}/memories/${memoryId}`)
    expect(memory.body.content).toBe('1\ntwo\nmore\n3\n4\n6\n')
  })

  test('a decision is taken back with null, by whoever made it', async () => {
    const { call, id, hunks } = await begun()
    await decide(call, id, [{ hunk_id: hunks[0], decision: 'rejected' }])
    const taken = [{ hunk_id: hunks[0], decision: null }]
    expect((await decide(await reviewer(), id, taken)).status).toBe(409)
    expect((await decide(call, id, taken)).body.counts).toEqual({ decisions: 1, open_hunks: 2 })
  })

  test('what a reviewer rejected is in nobody else’s tray', async () => {
    const { call, id, hunks } = await begun()
    await decide(call, id, [{ hunk_id: hunks[0], decision: 'rejected' }])
    const other = await (await reviewer())('GET', `/changesets/${id}/apply`)
    expect(other.body.counts.will_change).toBe(0)
  })

  test('lines that somebody else changed since are left alone, unless forced', async () => {
    const { call, storeId, memoryId, id, hunks } = await begun()
    await decide(call, id, [{ hunk_id: hunks[0], decision: 'rejected' }])
    const content = AFTER.replace('B', 'mine')
    await updateMemory(current(), { storeId, memoryId, content, cause: PERSON })
    const left = await call('POST', `/changesets/${id}/apply`)
    expect(left.body).toMatchObject({
      batch_id: null,
      counts: { will_change: 0, changed_since: 1 },
      changed_since: [{ by: { type: 'user_actor' } }],
    })
    const { plan } = (await call('GET', `/changesets/${id}/apply?force=true`)).body
    const forced = await call('POST', `/changesets/${id}/apply`, { force: true, plan })
    expect(forced.body.counts).toMatchObject({ will_change: 1, changed_since: 0 })
  })

  test('a plan that is not what would be done any more does nothing', async () => {
    const { call, storeId, memoryId, id, hunks } = await begun()
    await decide(call, id, [{ hunk_id: hunks[0], decision: 'rejected' }])
    const { plan } = (await call('GET', `/changesets/${id}/apply`)).body
    await updateMemory(current(), { storeId, memoryId, content: `${AFTER}7\n`, cause: PERSON })
    const refused = await call('POST', `/changesets/${id}/apply`, { plan })
    expect(refused.status).toBe(409)
    expect(refused.body.error?.message).toContain('dry_run')
  })

  test('a changeset is assigned to who may decide there, and to nobody', async () => {
    const { call, storeId, id } = await begun()
    const assign = (assignee: object | null) => call('POST', `/changesets/${id}`, { assignee })
    const mine = await keyOf({ storeIds: [storeId] })
    for (const assignee of [
      { type: 'user_actor', user_id: LOCAL_USER_ACTOR.id },
      { type: 'api_actor', api_key_id: mine.key.id },
      null,
    ]) {
      expect((await assign(assignee)).body).toMatchObject({ id, assignee })
    }
    const others = [
      await keyOf({ storeIds: ['memstore_other'] }),
      await keyOf({ access: 'write' }),
      await keyOf({ purpose: 'agent' }),
    ].map(({ key }) => ({ type: 'api_actor', api_key_id: key.id }))
    for (const assignee of [...others, { type: 'user_actor', user_id: 'user_nobody' }]) {
      const { status, body } = await assign(assignee)
      expect([status, body.error?.message]).toEqual([
        400,
        'assignee: must be somebody who may decide about this store',
      ])
    }
  })

  test('a changeset is put aside until a time, and comes back with null', async () => {
    const { call, id } = await begun()
    const until = new Date(Date.now() + 60_000).toISOString()
    const snoozed = await call('POST', `/changesets/${id}`, { snoozed_until: until })
    expect(snoozed.body).toMatchObject({ state: 'snoozed', snoozed_until: until })
    const back = await call('POST', `/changesets/${id}`, { snoozed_until: null })
    expect(back.body).toMatchObject({ state: 'open', snoozed_until: null })
  })

  test('a changeset that is decided while it is put aside is done, and not put aside again', async () => {
    const { call, id, hunks } = await begun()
    const snoozed_until = new Date(Date.now() + 60_000).toISOString()
    await call('POST', `/changesets/${id}`, { snoozed_until })
    await decide(
      call,
      id,
      hunks.map((hunk_id) => ({ hunk_id, decision: 'accepted' })),
    )
    expect((await call('GET', `/changesets/${id}`)).body).toMatchObject({
      state: 'done',
      snoozed_until: null,
    })
    const again = await call('POST', `/changesets/${id}`, { snoozed_until })
    expect([again.status, again.body.error?.message]).toEqual([
      400,
      `snoozed_until: everything in ${id} is decided already`,
    ])
    const woken = await call('POST', `/changesets/${id}`, { snoozed_until: null })
    expect(woken.body.state).toBe('done')
  })

  test('bad input is refused with the field and the reason', async () => {
    const { call, id, memoryId, hunks } = await begun()
    const hunk_id = hunks[0]
    const at = `/changesets/${id}`
    const elsewhere = hunk_id?.replace(memoryId, 'mem_elsewhere')
    const cases: [string, string, object | undefined, string][] = [
      ['GET', '/changesets?state=gone', undefined, 'state: must be open, snoozed, done or waiting'],
      ['GET', '/changesets?limit=101', undefined, 'limit: must be a number between 1 and 100'],
      ['GET', '/changesets?level=huge', undefined, 'level: must be none, low, medium, high or'],
      ['GET', '/changesets?page=page_x', undefined, 'page: is not a cursor of this list'],
      ['GET', `${at}/hunks?state=done`, undefined, 'state: must be open, accepted, rejected or'],
      ['GET', `${at}/hunks?page=page_x`, undefined, 'page: is not a cursor of this list'],
      ['POST', `${at}/decisions`, {}, 'decisions: must be given'],
      ['POST', `${at}/decisions`, { decisions: [] }, 'decisions: must not be empty'],
      [
        'POST',
        `${at}/decisions`,
        { decisions: Array.from({ length: 1001 }, () => ({ hunk_id, decision: 'accepted' })) },
        'decisions: must have at most 1000 entries',
      ],
      [
        'POST',
        `${at}/decisions`,
        { decisions: [{ hunk_id: 'hunk_1', decision: 'accepted' }] },
        'decisions.0.hunk_id: must be the id of a hunk',
      ],
      [
        'POST',
        `${at}/decisions`,
        { decisions: [{ hunk_id: elsewhere, decision: 'accepted' }] },
        `decisions: ${elsewhere} is no hunk of ${id}`,
      ],
      [
        'POST',
        `${at}/decisions`,
        { decisions: [{ hunk_id, decision: 'kept' }] },
        'decisions.0.decision: must be accepted, rejected or edited, or null',
      ],
      [
        'POST',
        `${at}/decisions`,
        {
          decisions: [
            { hunk_id, decision: 'accepted' },
            { hunk_id, decision: 'rejected' },
          ],
        },
        'decisions: must name each hunk once',
      ],
      [
        'POST',
        `${at}/decisions`,
        { decisions: [{ hunk_id, decision: 'edited' }] },
        'decisions.0.content: must be given with edited',
      ],
      [
        'POST',
        `${at}/decisions`,
        { decisions: [{ hunk_id, decision: 'rejected', content: 'x' }] },
        'decisions.0.content: must be given with edited only',
      ],
      [
        'POST',
        `${at}/decisions`,
        { decisions: [{ hunk_id, decision: 'edited', content: 'x'.repeat(102_401) }] },
        'decisions.0.content: must be at most 102400 bytes of UTF-8; this is 102401',
      ],
      ['POST', `${at}/apply`, { plan: 'x' }, 'plan: must be the plan that a dry run answered'],
      ['POST', at, { snoozed_until: 'soon' }, 'snoozed_until: must be a time as RFC 3339 writes'],
      ['POST', at, { snoozed_until: '2020-01-01T00:00:00Z' }, 'snoozed_until: must be in the fut'],
      [
        'POST',
        at,
        { assignee: { type: 'session_actor', session_id: 'sesn_agent' } },
        'assignee.type: must be a user_actor, an api_actor or null',
      ],
    ]
    for (const [method, address, sent, why] of cases) {
      const { status, body } = await call(method, address, sent)
      expect([status, body.error?.message]).toEqual([400, expect.stringContaining(why)])
    }
    expect(await hunksOf(call, id, '?state=open')).toHaveLength(2)
  })

  test('a deletion is accepted or rejected, not edited', async () => {
    const call = await reviewer()
    const { id: storeId } = await createStore(current(), { name: 'Notes' })
    const made = { storeId, path: '/a', content: 'a\n', cause: PERSON }
    const { id: memoryId } = await createMemory(current(), made)
    await removeMemory(current(), { storeId, memoryId, cause: AGENT })
    await examineAll(current())
    const id = await changesetOf(call, storeId)
    const { data } = (await call('GET', `/changesets/${id}/hunks`)).body
    expect(data).toMatchObject([{ kind: 'deleted', before: { text: 'a\n' }, after: null }])
    const edited = [{ hunk_id: data[0]?.id, decision: 'edited', content: 'b\n' }]
    expect((await decide(call, id, edited)).body.error?.message).toBe(
      'decisions.0.decision: must be accepted, rejected or null where a memory is deleted',
    )
    await decide(call, id, [{ hunk_id: data[0]?.id, decision: 'rejected' }])
    expect((await call('POST', `/changesets/${id}/apply`)).body.will_change).toMatchObject([
      { memory_id: memoryId, after: { path: '/a' } },
    ])
  })

  test('no lines of a redacted version are given', async () => {
    const { call, storeId, memoryId, id } = await begun()
    const versions = `/memory_stores/${storeId}/memory_versions`
    const { data } = (await call('GET', `${versions}?memory_id=${memoryId}&session_id=sesn_agent`))
      .body
    await updateMemory(current(), { storeId, memoryId, content: 'later\n', cause: PERSON })
    const admin = await reviewer({ access: 'admin' })
    expect((await admin('POST', `${versions}/${data[0]?.id}/redact`)).status).toBe(200)
    await compactionFinished(current())
    const shown = await call('GET', `/changesets/${id}/hunks`)
    expect(shown.status).toBe(200)
    expect(JSON.stringify(shown.body)).not.toContain('B\\n')
    expect(shown.body.data).toHaveLength(2)
    for (const hunk of shown.body.data) {
      expect(hunk).toMatchObject({ redacted: true, before: null, after: null })
    }
  })

  test('a key that is limited to some stores lists only their changesets', async () => {
    const { storeId } = await changed()
    await changed(session('other'))
    const call = await reviewer({ storeIds: [storeId] })
    const { body } = await call('GET', '/changesets')
    expect(body.data).toMatchObject([{ memory_store_id: storeId }])
  })

  test('a changeset of a deleted store is there no more', async () => {
    const { storeId, id } = await begun()
    const call = await reviewer({ access: 'admin' })
    await call('DELETE', `/memory_stores/${storeId}`)
    for (const rest of ['', '/hunks', '/apply']) {
      expect((await call('GET', `/changesets/${id}${rest}`)).status).toBe(404)
    }
  })
})

import { listHeld } from '@/lib/held/held-writes'
import { MAX_FLAGS } from '@/lib/scan/flag'
import { lapseOverdue } from '@/lib/sessions/recover'
import { type Caller, describe, expect } from '@/tests/support/fixtures'
import { messageOf } from '@/tests/support/mcp-client'
import { create, DONE, memory } from '@/tests/support/model-server'
import { modelServer } from '@/tests/support/own-model-server'
import { setRules } from '@/tests/support/rules'
import { of, test } from '@/tests/support/talk'
import { written } from '@/tests/support/written'

/** The rules of a store and the doors that agents have. */

const server = modelServer()

const AT_A = { secrets: 'mask', paths: [{ glob: '/a.md', answer: 'refuse' }] }

const KEY = `ghp_${'aB3dE5fG7hJ9kL1mN3pQ5rS7tU9vW1xY3zA5'}`

const waiting = async (storeId: string) =>
  (await listHeld({ storeId, state: 'waiting', limit: 10 })).items

/** How each door writes one memory, and what it answers where a rule has it wait. */
const DOORS: Record<
  string,
  (ask: Caller['ask'], store: string) => Promise<{ isRefused: boolean; told: string }>
> = {
  'the API': async (ask, store) => {
    const { status, body } = await ask('POST', `${store}/memories`, { path: '/a.md', content: KEY })
    return { isRefused: status === 403, told: JSON.stringify(body) }
  },
  'the memory tool': async (ask, store) => {
    const command = { command: 'create', path: '/memories/a.md', file_text: KEY }
    const { body } = await ask('POST', `${store}/memory_tool`, command)
    return { isRefused: body.is_error === true, told: String(body.content) }
  },
  MCP: async (ask, store) => {
    const call = { name: 'memory_write', arguments: { path: '/a.md', content: KEY } }
    const message = messageOf('tools/call', call)
    const address = `/mcp?store=${store.split('/').at(-1)}`
    const { body } = await ask('POST', address, message.body, message.headers)
    const { result } = body as { result: { content: { text: string }[]; isError?: boolean } }
    return { isRefused: result.isError === true, told: result.content[0]?.text ?? '' }
  },
}

describe.each(Object.keys(DOORS))('%s', (door) => {
  const through = (ask: Caller['ask'], id: string) => DOORS[door]!(ask, `/v1/memory_stores/${id}`)

  test('has an agent’s write wait where a rule holds it, and says so', async ({ as, store }) => {
    await setRules(store.id, { secrets: 'hold' })
    const { isRefused, told } = await through((await as()).ask, store.id)
    const [held] = await waiting(store.id)
    expect(isRefused).toBe(true)
    expect(told).toContain(
      `a.md is held for review as ${held?.id}; it is not saved yet. It is held by this store's rules about secrets (found: github token in line 1); a person decides at `,
    )
    expect(held).toMatchObject({
      path: '/a.md',
      steps: [{ op: 'write', content: KEY, expected: null }],
    })
  })

  test('refuses it where a rule does', async ({ as, store }) => {
    await setRules(store.id, { secrets: 'refuse' })
    const { isRefused, told } = await through((await as()).ask, store.id)
    expect(isRefused).toBe(true)
    expect(told).toContain(
      "a.md was not saved: refused by this store's rules about secrets (found: github token in line 1)",
    )
    expect(await waiting(store.id)).toEqual([])
  })

  test('writes it masked where a rule has that', async ({ as, store }) => {
    await setRules(store.id, { secrets: 'mask' })
    const caller = await as()
    expect((await through(caller.ask, store.id)).isRefused).toBe(false)
    const [memory] = (await caller.sdk.beta.memoryStores.memories.list(store.id, { view: 'full' }))
      .data
    expect(memory).toMatchObject({ content: '[masked: github_token]' })
  })

  test('asks nobody about what people and scripts write', async ({ as, store }) => {
    await setRules(store.id, { everything: 'hold' })
    const script = await as({ access: 'write', isAgent: false })
    expect((await through(script.ask, store.id)).isRefused).toBe(false)
  })
})

test('the same write asked again is the one that waits; another text at its path takes its place', async ({
  ask,
  store,
}) => {
  await setRules(store.id, { everything: 'hold' })
  const write = (content: string) =>
    ask('POST', `/v1/memory_stores/${store.id}/memories`, { path: '/a.md', content })
  const ids = [await write('one'), await write('one'), await write('two')].map(
    ({ body }) => (body.error as { held_write_id: string }).held_write_id,
  )
  expect(ids[1]).toBe(ids[0])
  expect((await waiting(store.id)).map(({ id }) => id)).toEqual([ids[2]])
})

test('what an agent deletes waits where deletions do, but for what a rule refuses of it', async ({
  ask,
  store,
}) => {
  const address = `/v1/memory_stores/${store.id}`
  const [a] = await written(store.id, { '/a.md': 'a', '/d/a.md': 'a', '/d/b.md': 'a' })
  await setRules(store.id, { deletions: 'hold', paths: [{ glob: '/d/b.md', answer: 'refuse' }] })
  const folder = { command: 'delete', path: '/memories/d' }
  expect((await ask('POST', `${address}/memory_tool`, folder)).body.content).toMatch(/d\/b\.md was/)
  expect((await ask('DELETE', `${address}/memories/${a?.memoryId}`)).status).toBe(403)
  expect(await waiting(store.id)).toMatchObject([{ steps: [{ op: 'delete', path: '/a.md' }] }])
})

describe('a session', () => {
  test('is told of a refusal, and goes on', async ({ talk, store }) => {
    await setRules(store.id, { secrets: 'refuse' })
    const model = server.scripted({ parts: [create('/memories/a.md', KEY)] }, DONE)
    const events = await (await talk(model)).say('Note it')
    expect(of(events, 'agent.tool_use')[0]?.evaluated_permission).toBe('deny')
    const words = "Error: /memories/a.md was not saved: refused by this store's rules about secrets"
    expect(of(events, 'agent.tool_result')[0]?.content[0]?.text).toContain(words)
  })

  test('stores its call as it is masked, and runs that', async ({ talk, store }) => {
    await setRules(store.id, { secrets: 'mask' })
    const model = server.scripted({ parts: [create('/memories/a.md', `key ${KEY}`)] }, DONE)
    const events = await (await talk(model)).say('Note it')
    expect(of(events, 'agent.tool_use')[0]?.input).toMatchObject({
      file_text: 'key [masked: github_token]',
    })
    expect(JSON.stringify(events)).not.toContain(KEY)
  })

  test.for<[string, object, ReturnType<typeof create>, string?]>([
    ['refused', { secrets: 'refuse' }, create('/memories/a.md', `key ${KEY}`)],
    ['masked, but refused for its path', AT_A, create('/memories/a.md', `key ${KEY}`)],
    ['in the path', { secrets: 'mask' }, create(`/memories/${KEY}.md`, 'a')],
    ['in a call that is cut off', { secrets: 'mask' }, create('/a.md', KEY), 'max_tokens'],
    ['in a call that fails', { secrets: 'mask' }, memory({ command: 'create', file_text: KEY })],
  ])(
    'keeps no secret that its rules keep out: %s',
    async ([, rules, part, stopReason], { talk, store }) => {
      await setRules(store.id, rules)
      const model = server.scripted(
        { parts: [part], ...(stopReason && { stopReason }) },
        DONE,
        DONE,
      )
      const session = await talk(model)
      const events = await session.say('Note it')
      expect(JSON.stringify(events)).toContain('[masked: github_token]')
      expect(JSON.stringify(events)).not.toContain(KEY)
      await session.say('And now?')
      expect(JSON.stringify(server.requests(model))).not.toContain(KEY)
    },
  )

  test('keeps nothing of a text that is not known whole', async ({ talk, store }) => {
    await setRules(store.id, { secrets: 'mask' })
    const text = `${'a@b.se\n'.repeat(MAX_FLAGS)}${KEY}`
    const part = memory({ command: 'create', file_text: text })
    const session = await talk(server.scripted({ parts: [part] }, DONE))
    const [call] = of(await session.say('Note it'), 'agent.tool_use')
    expect(call?.input).toEqual({ command: 'create', file_text: '[masked: not scanned]' })
  })

  test('keeps no secret where its rules cannot be read', async ({ talk, store }) => {
    await setRules(store.id, { secrets: 'of another version' as never })
    const part = memory({ command: 'create', file_text: `key ${KEY}` })
    const session = await talk(server.scripted({ parts: [part] }, DONE))
    const [call] = of(await session.say('Note it'), 'agent.tool_use')
    expect(call?.input).toMatchObject({ file_text: 'key [masked: github_token]' })
  })

  test('is told where nobody decided in time', async ({ talk, store }) => {
    await setRules(store.id, { everything: 'hold' })
    const parts = [create('/memories/a.md', 'one')]
    const session = await talk(server.scripted({ parts }, DONE))
    await session.say('Note it')
    const told = session.next('agent.tool_result')
    await lapseOverdue(new Date(Date.now() + 73 * 3_600_000))
    const words = 'Nobody decided about this change in time, so it was not saved.'
    expect((await told).content[0]?.text).toBe(words)
    await session.rest()
  })
})

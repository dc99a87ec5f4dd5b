import { askAgent, closeRequest, requestsOn, requestsToTell } from '@/lib/review/requests'
import { archiveStore } from '@/lib/store/change-stores'
import { BY_PERSON } from '@/lib/store/model/actor'
import type { Version } from '@/lib/store/model/model'
import { describe, expect, test } from '@/tests/support/fixtures'
import { redacted } from '@/tests/support/redacted'
import { AGENT, written } from '@/tests/support/written'

const LINES = 'one\ntwo\nthree\nfour\n'

async function asked(storeId: string, text = 'Say why.', lines = { from: 2, to: 3 }) {
  const [version] = await written(storeId, { '/a.md': LINES })
  return { version: version as Version, id: await ask(version as Version, text, lines) }
}

const ask = (
  { storeId, memoryId, id: versionId }: Version,
  text: string,
  lines = { from: 2, to: 3 },
) => askAgent({ storeId, memoryId, versionId, text, ...lines }, BY_PERSON)

describe('a request', () => {
  test('follows its lines, and is answered once an agent changed them', async ({ store }) => {
    const { version } = await asked(store.id)
    const now = async () => {
      const [request] = await requestsOn(version.memoryId)
      return [request?.lines, request?.isAnswered]
    }
    expect(await now()).toEqual([{ from: 2, to: 3 }, false])
    await written(store.id, { '/a.md': `new\n${LINES}` }, { by: AGENT })
    expect(await now()).toEqual([{ from: 3, to: 4 }, false])
    await written(store.id, { '/a.md': `new\none\nTWO\nthree\nfour\n` }, { by: AGENT })
    expect(await now()).toEqual([{ from: 4, to: 4 }, true])
  })

  test('is not answered by what a person changes', async ({ store }) => {
    const { version } = await asked(store.id)
    await written(store.id, { '/a.md': 'other\n' })
    expect(await requestsOn(version.memoryId)).toMatchObject([{ lines: null, isAnswered: false }])
  })

  test('is told as a person’s, five at a time and cut, until it is answered or closed', async ({
    store,
  }) => {
    const { version, id } = await asked(store.id, `# Not a heading\n${'🦊'.repeat(600)}`)
    const stores = [{ storeId: store.id, root: '/memories' }]
    const told = await requestsToTell(stores)
    expect(told?.ids).toEqual([id])
    expect(told?.text).toMatch(
      /^- \/memories\/a\.md, lines 2 to 3:\n {2}# Not a heading\n {2}(?:🦊){483}…$/,
    )
    expect(await requestsToTell(stores, [id])).toBeNull()
    const [other] = await written(store.id, { '/b.md': LINES })
    for (let n = 0; n < 6; n++) await ask(n % 2 ? version : (other as Version), `request ${n}`)
    expect((await requestsToTell(stores))?.ids).toHaveLength(5)
    const text = (await requestsToTell(stores, [id]))?.text
    expect(text?.match(/request \d/g)?.join()).toBe(
      'request 0,request 1,request 2,request 3,request 4',
    )
    await closeRequest(store.id, id, BY_PERSON)
    expect((await requestsToTell(stores))?.ids).not.toContain(id)
  })

  test.for([
    ['', { from: 1, to: 1 }, 'invalid_input'],
    ['🦊'.repeat(2_001), { from: 1, to: 1 }, 'invalid_input'],
    ['x', { from: 4, to: 9 }, 'invalid_input'],
  ] as const)('is refused: %#', async ([text, lines, code], { store }) => {
    const [version] = await written(store.id, { '/a.md': LINES })
    await expect(ask(version as Version, text, lines)).rejects.toMatchObject({ code })
  })

  test('is not made in an archived store, and closed there all the same', async ({ store }) => {
    const { version, id } = await asked(store.id)
    await archiveStore(store.id, BY_PERSON)
    await expect(ask(version, 'x')).rejects.toMatchObject({ code: 'store_archived' })
    await closeRequest(store.id, id, BY_PERSON)
    expect(await requestsOn(version.memoryId)).toEqual([])
  })

  test('loses a text that is redacted', async ({ store }) => {
    const { version } = await asked(store.id, 'Ask Acme why.')
    await redacted('Acme', { storeIds: [store.id] })
    expect(await requestsOn(version.memoryId)).toMatchObject([{ text: 'Ask [gone] why.' }])
  })
})

test('the memory tool tells of a request below each answer about its memory, and to who may write', async ({
  as,
  store,
}) => {
  await asked(store.id, 'Say why.')
  await written(store.id, { '/b.md': 'b\n' })
  const told = async (access: 'read' | 'write', path: string) => {
    const { ask: call } = await as({ access, isAgent: true })
    const address = `/v1/memory_stores/${store.id}/memory_tool`
    return String((await call('POST', address, { command: 'view', path })).body.content)
  }
  expect(await told('write', '/memories/a.md')).toMatch(
    /A person who reviews your memory[^]*- \/memories\/a\.md, lines 2 to 3:\n {2}Say why\.$/,
  )
  expect(await told('write', '/memories/a.md')).toContain('Say why.')
  expect(await told('write', '/memories/b.md')).not.toContain('Say why.')
  expect(await told('read', '/memories/a.md')).not.toContain('Say why.')
})

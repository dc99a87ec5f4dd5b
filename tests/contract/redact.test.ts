import { expect } from 'vitest'
import { createMemory, removeMemory, updateMemory } from '@/lib/store/change-memories'
import { BY_PERSON } from '@/lib/store/model/actor'
import { describe, test as base } from '@/tests/support/fixtures'
import { setRules } from '@/tests/support/rules'
import { textsOf } from '@/tests/support/written'

const SECRET = 'sk-live-over-http'

interface Found {
  counts: Record<string, number>
  data: object[]
  total: number
  hash: string
}

interface WireJob {
  id: string
  type: string
  state: string
  result: Record<string, unknown> | null
}

const test = base
  .extend('admin', ({ as }) => as({ access: 'admin' }))
  .extend('redact', ({ admin, store }) => {
    return <T>(asked: object) => admin.ask<T>('POST', `/v1/memory_stores/${store.id}/redact`, asked)
  })

async function written(storeId: string) {
  const memory = await createMemory({ storeId, path: '/a.md', content: `one ${SECRET}` }, BY_PERSON)
  await updateMemory({ storeId, memoryId: memory.id, content: `two ${SECRET}` }, BY_PERSON)
  const gone = await createMemory({ storeId, path: `/${SECRET}.md`, content: 'x' }, BY_PERSON)
  await removeMemory({ storeId, memoryId: gone.id }, BY_PERSON)
  return { memoryId: memory.id, goneId: gone.id }
}

describe('POST …/redact', () => {
  test('of an agent is not held up by the store’s rules, unless it brings words of its own', async ({
    ask,
    store,
  }) => {
    await written(store.id)
    await setRules(store.id, { everything: 'hold' })
    const redact = (more: object) =>
      ask<WireJob>('POST', `/v1/memory_stores/${store.id}/redact`, { ...more, wait: true })
    const changed = await redact({ text: SECRET, replacement: 'see evil.example' })
    expect(changed.body).toMatchObject({ state: 'failed' })
    const { body } = await redact({ text: SECRET })
    expect(body).toMatchObject({ state: 'done', result: { heads: 1, proof: { left: [] } } })
  })

  test('with dry_run counts every place and lists a page of them, without the text', async ({
    redact,
    store,
  }) => {
    const { memoryId, goneId } = await written(store.id)
    const { body } = await redact<Found>({ text: SECRET, dry_run: true })
    expect(body).toEqual({
      counts: { memory: 1, version: 4 },
      data: [
        {
          type: 'memory',
          memory_id: memoryId,
          path: '/a.md',
          holds_it_now: true,
          versions: 2,
        },
        { type: 'memory', memory_id: goneId, path: null, holds_it_now: false, versions: 2 },
      ],
      total: 2,
      hash: expect.stringMatching(/^[0-9a-f]{64}$/) as string,
    })
    const page = await redact<Found>({ text: SECRET, dry_run: true, limit: 1, skip: 1 })
    expect(page.body.data).toMatchObject([{ memory_id: goneId }])
    expect(page.body.total).toBe(2)
    expect(JSON.stringify(body)).not.toContain(SECRET)
  })

  test('answers a job, whose result is the receipt', async ({ redact, admin, store }) => {
    await written(store.id)
    const asked = { text: SECRET, replacement: '[gone]', wait: true }
    const { status, body } = await redact<WireJob>(asked)
    expect(status).toBe(200)
    expect(body).toMatchObject({ type: 'job', state: 'done', phase: '' })
    const redacted_by = { type: 'api_actor', api_key_id: admin.keyId }
    expect(body.result).toMatchObject({ heads: 1, rewritten: 4, proof: { left: [] }, redacted_by })
    expect(JSON.stringify(body)).not.toContain(SECRET)
    expect(await textsOf(store.id)).toEqual({ '/a.md': 'two [gone]' })
    const again = await admin.ask<WireJob>('GET', `/v1/jobs/${body.id}`)
    expect(again.body).toEqual(body)
  })

  test('with the hash of a dry run redacts those places, and nothing where they are others', async ({
    redact,
    store,
  }) => {
    const { memoryId } = await written(store.id)
    const look = async () => (await redact<Found>({ text: SECRET, dry_run: true })).body.hash
    const stale = await look()
    await updateMemory({ storeId: store.id, memoryId, content: 'clean' }, BY_PERSON)
    await createMemory({ storeId: store.id, path: '/b.md', content: SECRET }, BY_PERSON)
    const asShown = (hash: string) => redact<WireJob>({ text: SECRET, hash, wait: true })
    const refused = await asShown(stale)
    expect(refused).toMatchObject({ status: 409, body: { error: { type: 'conflict_error' } } })
    expect(await textsOf(store.id)).toEqual({ '/a.md': 'clean', '/b.md': SECRET })
    expect((await asShown(await look())).body).toMatchObject({ state: 'done' })
    expect(await textsOf(store.id)).toEqual({ '/a.md': 'clean', '/b.md': '[redacted]' })
  })

  test('refuses what cannot be redacted, by field', async ({ redact }) => {
    for (const [asked, words] of [
      [{ text: ' ab ' }, 'text: must have at least 3 characters that are no spaces'],
      [{ text: 'x'.repeat(10_001) }, 'text: must have at most 10,000 characters'],
      [{ text: SECRET, replacement: `x${SECRET}` }, 'replacement: must not contain the text'],
      [{}, 'text: must be given'],
      [{ text: SECRET, limit: 1_001 }, 'limit: must be at most 1000'],
    ] as const) {
      const { status, body } = await redact<{ error: { message: string } }>(asked)
      expect(status).toBe(400)
      expect(body.error.message).toContain(words)
    }
  })
})

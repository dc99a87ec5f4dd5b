import { db, write } from '@/lib/db'
import { PRESETS } from '@/components/rules/presets'
import { saveRules } from '@/lib/review/save-rules'
import { DEFAULT_RULES, rulesSchema, type StoreRules } from '@/lib/review/rules'
import { tryRules } from '@/lib/review/try-rules'
import { archiveStore } from '@/lib/store/change-stores'
import { readEvents } from '@/lib/store/events'
import { BY_PERSON } from '@/lib/store/model/actor'
import { getStore } from '@/lib/store/stores'
import { describe, expect, test } from '@/tests/support/fixtures'
import { redacted } from '@/tests/support/redacted'

const KEY = `ghp_${'aB3dE5fG7hJ9kL1mN3pQ5rS7tU9vW1xY3zA5'}`

const saved = (storeId: string, rules: StoreRules, shown: StoreRules | null = DEFAULT_RULES) =>
  saveRules(storeId, { shown, rules }, BY_PERSON)

const rulesOf = async (storeId: string) => (await getStore(storeId)).rules

describe('rules', () => {
  test('are saved for the store, which tells of it', async ({ store }) => {
    await saved(store.id, PRESETS.careful)
    expect(await rulesOf(store.id)).toEqual(PRESETS.careful)
    const told = (await readEvents(store.id, store.lastSequence, 10)).map(({ type }) => type)
    expect(told).toEqual(['memory_store.updated'])
    const where = { storeId: store.id, type: 'rules' }
    expect(await db.event.findMany({ where })).toMatchObject([{ actorType: 'user' }])
  })

  test('that were saved meanwhile are not overwritten', async ({ store }) => {
    await saved(store.id, PRESETS.careful)
    await expect(saved(store.id, PRESETS.strict)).rejects.toMatchObject({ code: 'rules_changed' })
    expect(await rulesOf(store.id)).toEqual(PRESETS.careful)
    await saved(store.id, PRESETS.strict, PRESETS.careful)
    expect(await rulesOf(store.id)).toEqual(PRESETS.strict)
  })

  test('that hold already are no change', async ({ store }) => {
    await saved(store.id, DEFAULT_RULES)
    expect((await getStore(store.id)).lastSequence).toBe(store.lastSequence)
  })

  test('that cannot be read are replaced by who was shown so', async ({ store }) => {
    const data = { rules: { everything: 'never' } }
    await write((tx) => tx.store.update({ where: { id: store.id }, data, select: { id: true } }))
    await expect(saved(store.id, PRESETS.watch)).rejects.toMatchObject({ code: 'rules_changed' })
    await saved(store.id, PRESETS.watch, null)
    expect(await rulesOf(store.id)).toEqual(PRESETS.watch)
  })

  test('have no glob that begins otherwise, is too long, or is no text', () => {
    for (const glob of ['a.md', `/${'a'.repeat(256)}`, '/\0', '/\ud800', '']) {
      const rules = { ...DEFAULT_RULES, paths: [{ glob, answer: 'hold' }] }
      expect(rulesSchema.safeParse(rules).success).toBe(false)
    }
  })

  test('of an archived store stay as they are', async ({ store }) => {
    await archiveStore(store.id, BY_PERSON)
    await expect(saved(store.id, PRESETS.strict)).rejects.toMatchObject({ code: 'store_archived' })
  })

  test('lose a redacted text from their globs, and none of their answers', async ({ store }) => {
    const answers = {
      ...PRESETS.strict,
      paths: [{ glob: '/mask-acme/**', answer: 'hold' as const }],
    }
    await saved(store.id, answers)
    for (const text of ['acme', 'mask']) await redacted(text, { storeIds: [store.id] })
    const rules = await rulesOf(store.id)
    expect(JSON.stringify(rules)).not.toMatch(/acme|mask-/)
    expect(rules).toMatchObject({ ...PRESETS.strict, paths: [{ answer: 'hold' }] })
  })
})

describe('a dry run', () => {
  test('counts what would have become of agents’ writes, and names those that differ', async ({
    as,
    store,
  }) => {
    const { memories } = (await as()).sdk.beta.memoryStores
    const script = (await as({ access: 'write', isAgent: false })).sdk.beta.memoryStores.memories
    await memories.create(store.id, { path: '/key.md', content: `${KEY}\n` })
    const { id } = await memories.create(store.id, { path: '/a.md', content: 'one\n' })
    await memories.create(store.id, { path: '/MEMORY.md', content: 'read me\n' })
    await memories.delete(id, { memory_store_id: store.id })
    await script.create(store.id, { path: '/by-script.md', content: `${KEY}\n` })

    const trial = await tryRules(store.id, PRESETS.careful, { deadlineMs: 60_000 })
    expect(trial).toMatchObject({
      tried: 4,
      isCut: false,
      was: { land: 0, review: 4, mask: 0, hold: 0, refuse: 0 },
      is: { land: 0, review: 1, mask: 1, hold: 2, refuse: 0 },
    })
    expect(trial.writes.map(({ path, is, about }) => `${path} ${is} ${about}`)).toEqual([
      '/a.md hold deletions',
      '/MEMORY.md hold path',
      '/key.md mask null',
    ])
    const same = await tryRules(store.id, DEFAULT_RULES)
    expect(same.writes).toEqual([])
  })

  test('ends in time with what it has, and once its caller left', async ({ as, store }) => {
    const { memories } = (await as()).sdk.beta.memoryStores
    await memories.create(store.id, { path: '/a.md', content: 'one\n' })
    const late = await tryRules(store.id, PRESETS.careful, { deadlineMs: 0 })
    expect(late).toMatchObject({ tried: 0, isCut: true })
    const { signal } = new AbortController()
    const left = AbortSignal.abort(new Error('left'))
    await expect(tryRules(store.id, PRESETS.careful, { signal: left })).rejects.toThrow('left')
    await expect(
      tryRules(store.id, PRESETS.careful, { signal, deadlineMs: 60_000 }),
    ).resolves.toMatchObject({
      tried: 1,
    })
  })
})

import { write } from '@/lib/db'
import { changesToReview } from '@/lib/review/change-to-review'
import { DEFAULT_RULES } from '@/lib/review/rules'
import { saveRules } from '@/lib/review/save-rules'
import { settle } from '@/lib/review/settle'
import { createMemory, updateMemory } from '@/lib/store/change-memories'
import { archiveStore, updateStore } from '@/lib/store/change-stores'
import { namesByLastChange, storesByLastChange } from '@/lib/store/last-changes'
import { BY_PERSON } from '@/lib/store/model/actor'
import { nameMoment } from '@/lib/store/moments'
import { redactVersion } from '@/lib/store/redact/version'
import { newId } from '@/lib/text/ids'
import { expect, test } from '@/tests/support/fixtures'
import { AGENT, written } from '@/tests/support/written'

test('the list of stores says of each what its last step was', async ({ storeId }) => {
  const last = async () => {
    const stores = await storesByLastChange()
    const { path, kind } = stores.find(({ id }) => id === storeId)?.last ?? {}
    return { path, kind }
  }
  expect(await last()).toEqual({ path: undefined, kind: undefined })
  const memory = await createMemory({ storeId, path: '/a.md', content: 'one' }, BY_PERSON)
  await updateMemory({ storeId, memoryId: memory.id, content: 'two' }, BY_PERSON)
  expect(await last()).toEqual({ path: '/a.md', kind: 'memory' })
  await redactVersion({ storeId, versionId: memory.versionId }, BY_PERSON)
  expect(await last()).toEqual({ path: null, kind: 'redaction' })
  await updateMemory({ storeId, memoryId: memory.id, content: 'three' }, AGENT)
  const changes = await changesToReview([memory.id])
  await settle(
    changes.map((each) => ({ ...each, back: [] })),
    BY_PERSON,
  )
  expect(await last()).toEqual({ path: null, kind: 'reviewed' })
  await saveRules(
    storeId,
    { shown: DEFAULT_RULES, rules: { ...DEFAULT_RULES, deletions: 'hold' } },
    BY_PERSON,
  )
  expect(await last()).toEqual({ path: null, kind: 'rules' })
  await nameMoment(storeId, 1, 'begun', BY_PERSON)
  expect(await last()).toEqual({ path: null, kind: 'moment' })
  await updateStore(storeId, { name: 'Another' }, BY_PERSON)
  expect(await last()).toEqual({ path: null, kind: 'settings' })
  await archiveStore(storeId, BY_PERSON)
  expect(await last()).toEqual({ path: null, kind: 'archived' })
})

test('the list of stores names who wrote among the newest changes of each, most first', async ({
  storeId,
}) => {
  const texts = (count: number) =>
    Object.fromEntries(Array.from({ length: count }, (_, n) => [`/${count}/${n}`, '']))
  const writers = async () => {
    const stores = await storesByLastChange()
    return stores.find(({ id }) => id === storeId)?.writers.map(({ id }) => id)
  }
  await written(storeId, texts(2))
  await written(storeId, texts(499), { by: AGENT })
  expect(await writers()).toEqual([AGENT.actor.id, BY_PERSON.actor.id])
  await written(storeId, texts(1), { by: AGENT })
  expect(await writers()).toEqual([AGENT.actor.id])
})

test('a store that is asked for is among the names, however many are newer', async ({ store }) => {
  const later = new Date(Date.now() + 60_000)
  const data = Array.from({ length: 1_000 }, () => ({
    id: newId('memstore'),
    name: 'newer',
    description: '',
    metadata: {},
    limits: {},
    rules: {},
    createdAt: later,
    updatedAt: later,
  }))
  await write((tx) => tx.store.createMany({ data }))
  const ids = async (also?: string) => (await namesByLastChange(also)).map(({ id }) => id)
  expect(await ids()).not.toContain(store.id)
  expect(await ids(store.id)).toContain(store.id)
  expect(await ids('memstore_none')).toHaveLength(1_000)
  await write((tx) => tx.store.deleteMany({ where: { name: 'newer' } }))
})

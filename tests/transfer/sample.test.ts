import { db } from '@/lib/db'
import { allDone } from '@/lib/ending'
import { openSample } from '@/lib/sample/open-sample'
import { RELEASE_AGENT } from '@/lib/sample/release-agent'
import { isOf, textOf } from '@/lib/sessions/event'
import { eventsAfter } from '@/lib/sessions/log'
import { BY_PERSON } from '@/lib/store/model/actor'
import { listMoments } from '@/lib/store/moments'
import { expect, test } from '@/tests/support/fixtures'

test('the sample opens with its history, and with what an agent did after it to look at, and a wrong answer', async () => {
  const store = await openSample(undefined, BY_PERSON)
  const { id: storeId } = store
  expect(store).toMatchObject({ memoryCount: 55 })
  expect(await db.version.count({ where: { storeId } })).toBe(161)
  expect(await db.batch.count({ where: { storeId, kind: 'commit' } })).toBe(82)
  expect(await listMoments(storeId)).toMatchObject([{ name: 'Before the release agent' }])
  const marked = await db.memory.findMany({ where: { storeId, toReview: { not: null } } })
  expect(marked).toHaveLength(10)
  const versionIds = marked.map(({ versionId }) => versionId)
  const writers = await db.version.findMany({ where: { id: { in: versionIds } } })
  expect(new Set(writers.map(({ actorId }) => actorId))).toEqual(new Set([RELEASE_AGENT.id]))
  await allDone()
  const [session] = await db.session.findMany({ where: { stores: { some: { storeId } } } })
  const events = await eventsAfter(session?.id ?? '', 0)
  const said = events.filter(isOf('agent.message')).map(textOf)
  expect(said.at(-1)).toMatch(/^This is what I found:\n\n- Releases go out on Fridays\. \(\S+\)$/)
  expect((await openSample(undefined, BY_PERSON)).name).toBe(`${store.name} 2`)
})

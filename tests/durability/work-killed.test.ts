import { database, db } from '@/lib/db'
import { jobEnded, listJobs, resumeJobs } from '@/lib/jobs/jobs'
import { changesToReview } from '@/lib/review/change-to-review'
import { countToReview } from '@/lib/review/to-review'
import { createStore } from '@/lib/store/change-stores'
import { expect, test } from '@/tests/support/fixtures'
import { killedInEveryStep, leasesRunOut } from '@/tests/support/killed'
import { contradictionsIn } from '@/tests/support/sound'
import { AGENT, written, textsOf } from '@/tests/support/written'

/** Long work that is killed before any of its steps. */

const ENTRY = 'tests/durability/working-process.ts'

const numbered = (count: number) => Array.from({ length: count }, (_, index) => `/${index}.md`)

test('a copy that is killed is nobody’s to see, and is whole once its job is taken up', async () => {
  const texts = Object.fromEntries(numbered(51).map((name) => [name, `text of ${name}\n`]))
  await killedInEveryStep({
    every: { sqlite: 3, postgresql: 9 },
    prepare: async () => {
      const { id } = await createStore({ name: 'origin' })
      await written(id, texts)
      return { id, program: { entry: ENTRY, args: ['copy', database().url, id] } }
    },
    check: async ({ id }, { isKilled }) => {
      const copies = () => db.store.findMany({ where: { copiedFromId: id } })
      const [begun] = await copies()
      const all = await listJobs({ kinds: ['copy'], limit: 10 })
      const jobs = all.filter(({ storeId }) => storeId === id)
      if (isKilled && begun && jobs[0]?.state === 'running') {
        // Who sees it sees it whole.
        if (begun.deletedAt === null) expect(await textsOf(begun.id)).toEqual(texts)
        await leasesRunOut()
        await resumeJobs()
        await jobEnded(jobs[0].id)
      }
      const [copy] = await copies()
      if (!copy || jobs.length === 0) return
      expect(copy.deletedAt).toBeNull()
      expect(await textsOf(copy.id)).toEqual(texts)
      expect(await contradictionsIn(copy.id)).toEqual([])
    },
  })
}, 240_000)

test('a store whose deletion is killed is there, or is gone with all that was in it', async () => {
  await killedInEveryStep({
    every: { sqlite: 1, postgresql: 3 },
    prepare: async () => {
      const { id } = await createStore({ name: 'deleted' })
      await written(id, { '/a.md': 'a' })
      return { id, program: { entry: ENTRY, args: ['delete', database().url, id] } }
    },
    check: async ({ id }) => {
      const store = await db.store.findUnique({ where: { id } })
      if (store && !store.deletedAt) return
      const jobs = await listJobs({ kinds: ['purge'], limit: 100 })
      const job = jobs.find(({ input }) => input.storeId === id)
      await leasesRunOut()
      await resumeJobs()
      expect((await jobEnded(job?.id ?? '')).state).toBe('done')
      expect(await db.version.count({ where: { storeId: id } })).toBe(0)
    },
  })
}, 60_000)

test('a settle that is killed is done in full, or nothing of it is', async () => {
  const before = { '/a.md': 'one\n', '/b.md': 'one\n' }
  const after = { '/a.md': 'two\n', '/c.md': 'new\n' }
  const kills = await killedInEveryStep({
    prepare: async () => {
      const { id } = await createStore({ name: 'settled' })
      await written(id, before)
      const versions = await written(id, { ...after, '/b.md': null }, { by: AGENT })
      const changes = await changesToReview(versions.map(({ memoryId }) => memoryId))
      const settled = changes.map((change) => ({ ...change, back: [...change.hunks.keys()] }))
      return {
        id,
        program: { entry: ENTRY, args: ['settle', database().url, JSON.stringify(settled)] },
      }
    },
    check: async ({ id: storeId }, { isKilled }) => {
      const isDone = (await countToReview([storeId])).memories === 0
      expect(isDone || isKilled).toBe(true)
      expect(await textsOf(storeId)).toEqual(isDone ? before : after)
      expect(await db.review.count({ where: { storeId } })).toBe(isDone ? 3 : 0)
      expect(await contradictionsIn(storeId)).toEqual([])
    },
  })
  // Before its BEGIN, and before its COMMIT.
  expect(kills).toBeGreaterThanOrEqual(2)
}, 60_000)

test('a compaction that is killed changes nothing that is stored', async () => {
  const { id } = await createStore({ name: 'compacted' })
  const texts = Object.fromEntries(numbered(50).map((name) => [name, name.repeat(2_000)]))
  await written(id, texts)
  await killedInEveryStep({
    prepare: () =>
      Promise.resolve({ program: { entry: ENTRY, args: ['compact', database().url] } }),
    check: async () => {
      expect(await textsOf(id)).toEqual(texts)
      expect(await contradictionsIn(id)).toEqual([])
    },
  })
}, 60_000)

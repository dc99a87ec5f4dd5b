import { database, db } from '@/lib/db'
import { jobEnded, resumeJobs } from '@/lib/jobs/jobs'
import { createStore } from '@/lib/store/change-stores'
import { expect, test } from '@/tests/support/fixtures'
import { killedInEveryStep, leasesRunOut } from '@/tests/support/killed'
import { jsonLines, put, second, seedFrom, upload } from '@/tests/support/seeding'
import { contradictionsIn } from '@/tests/support/sound'
import { textsOf } from '@/tests/support/written'

const ENTRY = 'tests/durability/seeding-process.ts'

const writing = (path: string, content: string) => ({ op: 'write', path, content })
const paths = ['/a', '/b', '/c', '/d']
const LINES = jsonLines(
  { at: second(0), changes: paths.map((path) => writing(path, 'one')) },
  {
    at: second(1),
    changes: paths.map((from, n) => ({ op: 'rename', from, path: paths[(n + 1) % 4] })),
  },
  { at: second(2), changes: paths.map((path) => writing(path, 'two')) },
)

test('a seeding that is killed before any step leaves each moment whole or not at all, and goes on when its source is named again', async ({
  folder,
}) => {
  const file = put(folder, 'source.jsonl', LINES)
  const kills = await killedInEveryStep({
    every: { sqlite: 1, postgresql: 9 },
    prepare: async () => {
      const { id } = await createStore({ name: 'seeded' })
      return { id, program: { entry: ENTRY, args: [database().url, id, file] } }
    },
    check: async ({ id: storeId }) => {
      expect(await contradictionsIn(storeId)).toEqual([])
      const versions = await db.version.count({ where: { storeId } })
      expect([0, 4, 8, 12]).toContain(versions)
      // Its source is gone with its process.
      await leasesRunOut()
      await resumeJobs()
      const job = await db.job.findFirst({ where: { storeId, state: 'running' } })
      if (job) expect(await jobEnded(job.id)).toMatchObject({ state: 'failed' })
      const rest = await seedFrom(storeId, upload('source.jsonl', LINES))
      expect(rest.versions).toBe(12 - versions)
      expect(await textsOf(storeId)).toEqual(Object.fromEntries(paths.map((path) => [path, 'two'])))
    },
  })
  expect(kills).toBeGreaterThan(database().kind === 'sqlite' ? 10 : 1)
}, 120_000)

import { db, write } from '@/lib/db'
import { jobEnded, resumeJobs } from '@/lib/jobs/jobs'
import { createStore } from '@/lib/store/change-stores'
import { BY_PERSON } from '@/lib/store/model/actor'
import { expect, test } from '@/tests/support/fixtures'
import { runUntil } from '@/tests/support/killed'
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
  db: { url, kind },
  folder,
}) => {
  const file = put(folder, 'source.jsonl', LINES)
  let steps = 0
  // What stands before a COMMIT stood before its BEGIN; PostgreSQL is killed in every second of them.
  for (let isKilled = true; isKilled; steps += kind === 'sqlite' ? 2 : 4) {
    const { id: storeId } = await createStore({ name: `killed ${steps}` }, BY_PERSON)
    const ended = await runUntil({ entry: ENTRY, args: [url, storeId, file] }, steps)
    isKilled = ended.isKilled
    expect(await contradictionsIn(storeId)).toEqual([])
    const versions = await db.version.count({ where: { storeId } })
    expect([0, 4, 8, 12]).toContain(versions)
    // As after half a minute: its lease ran out, and its source is gone with its process.
    await write((tx) => tx.lease.deleteMany())
    await resumeJobs()
    const job = await db.job.findFirst({ where: { storeId, state: 'running' } })
    if (job) expect(await jobEnded(job.id)).toMatchObject({ state: 'failed' })
    const rest = await seedFrom(storeId, upload('source.jsonl', LINES))
    expect(rest.versions).toBe(12 - versions)
    expect(await textsOf(storeId)).toEqual(Object.fromEntries(paths.map((path) => [path, 'two'])))
  }
  expect(steps).toBeGreaterThan(10)
}, 120_000)

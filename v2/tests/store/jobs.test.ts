import { db, write } from '@/lib/db'
import { getJob, jobEnded, keepResuming, registerJob, startJob, stopJob } from '@/lib/jobs/jobs'
import { BY_PERSON } from '@/lib/store/model/actor'
import { expect, test } from '@/tests/support/fixtures'

/** A job as a process that was killed leaves it, with a lease that stands for a while. */
async function leftBehind(standsMs: number): Promise<string> {
  const { id } = await startJob({ kind: 'test', input: {}, waits: true }, BY_PERSON)
  const until = new Date(Date.now() + standsMs)
  await write(async (tx) => {
    await tx.lease.create({ data: { name: `job:${id}`, holder: 'who was killed', until } })
    await tx.job.update({ where: { id }, data: { state: 'running' } })
  })
  return id
}

test('a job is taken up though its killed process has the lease for a while yet', async ({
  db: _,
}) => {
  registerJob('test', () => Promise.resolve({ isDone: true }))
  const id = await leftBehind(500)
  const ends = new AbortController()
  const resuming = keepResuming(ends.signal, 100)
  try {
    expect(await jobEnded(id)).toMatchObject({ state: 'done', result: { isDone: true } })
  } finally {
    ends.abort()
    await resuming
  }
})

test('what is owed, as the rows of a deleted store, nobody stops', async ({ db: _ }) => {
  let goOn = () => {}
  const gate = new Promise<void>((resolve) => (goOn = resolve))
  registerJob('purge', async (__, { report }) => {
    await gate
    await report('deleting', 0, 1)
    return {}
  })
  const { id } = await startJob({ kind: 'purge', input: {} }, BY_PERSON)
  expect(await stopJob(id)).toMatchObject({ state: 'running', stopAskedAt: null })
  goOn()
  expect((await jobEnded(id)).state).toBe('done')
  // It is given up right after its end is written down.
  const lease = () => db.lease.findUnique({ where: { name: `job:${id}` } })
  await expect.poll(lease).toBeNull()
  expect((await getJob(id)).error).toBeNull()
})

import { database, db, write } from '@/lib/db'
import { allDone } from '@/lib/ending'
import { addJob, resumeJobs } from '@/lib/jobs/jobs'
import { BY_PERSON } from '@/lib/store/model/actor'
import { getStore } from '@/lib/store/stores'
import { getCause } from '@/lib/why/causes'
import { getRun } from '@/lib/why/runs'
import { saveTests } from '@/lib/why/tests'
import { expect, test } from '@/tests/support/fixtures'
import { killedInEveryStep, leasesRunOut } from '@/tests/support/killed'
import { type RuledModel, say, view } from '@/tests/support/model-server'
import { modelServer } from '@/tests/support/own-model-server'
import { conversation, sentIn } from '@/tests/support/turns'

/** Searches and runs whose process is killed go on over the answers that are stored. */

const server = modelServer()
const ENTRY = 'tests/durability/asking-process.ts'

const reads: RuledModel = (request) => {
  const sent = sentIn(request)
  const hasLooked = sent.includes('content of /memories/deploy.md') || sent.includes('not exist')
  if (!hasLooked) return { parts: [view('/memories/deploy.md')] }
  return { parts: [say(sent.includes('on Fridays') ? 'On Fridays.' : 'I do not know.')] }
}
const FRIDAYS = { type: 'contains' as const, text: 'on Fridays' }
const TEXTS = {
  '/deploy.md': '# Deploying\nDeploys go out on Fridays.\n',
  '/team.md': 'Mia leads.\n',
}

async function goesOn(): Promise<void> {
  await leasesRunOut()
  await resumeJobs(new Date(Date.now() + 1_000))
  await allDone()
}

const answersOf = (jobId: string) =>
  db.sample.findMany({ where: { jobId }, orderBy: [{ cell: 'asc' }, { number: 'asc' }] })

test('a search comes to its verdict whatever step its process is killed before, and no stored answer is asked for twice', async () => {
  const kills = await killedInEveryStep({
    every: { sqlite: 13, postgresql: 41 },
    prepare: async () => {
      const { sessionId, eventId } = await conversation(server, reads, { texts: TEXTS })
      const input = { eventId, check: FRIDAYS, budget: 100, withLines: true }
      const { id } = await write((tx) => addJob(tx, { kind: 'cause', sessionId, input }, BY_PERSON))
      return { id, program: { entry: ENTRY, args: [database().url] } }
    },
    check: async ({ id }) => {
      const before = await answersOf(id)
      await goesOn()
      const { state, found } = await getCause(id)
      expect({ state, verdict: found?.verdict }).toEqual({ state: 'done', verdict: 'caused' })
      expect(Object.values(found?.lines ?? {})).toEqual([[[[2, 2]]]])
      expect(await answersOf(id)).toEqual(expect.arrayContaining(before))
    },
  })
  expect(kills).toBeGreaterThan(2)
}, 300_000)

test('a run of tests does, too', async () => {
  await killedInEveryStep({
    every: { sqlite: 5, postgresql: 17 },
    prepare: async () => {
      const { storeId, model } = await conversation(server, reads, { texts: TEXTS })
      const asked = { name: 'A', messages: ['When do we deploy?'], checks: [FRIDAYS], model }
      const [saved] = await saveTests(storeId, [asked], BY_PERSON)
      const { lastSequence } = await getStore(storeId)
      const input = { testIds: [saved?.id ?? ''], sequence: lastSequence, maxAnswers: 20 }
      const job = { kind: 'test' as const, storeId, input: { ...input, isAutomatic: false } }
      const { id } = await write((tx) => addJob(tx, job, BY_PERSON))
      return { id, program: { entry: ENTRY, args: [database().url] } }
    },
    check: async ({ id }) => {
      const before = await answersOf(id)
      await goesOn()
      const { results } = await getRun(id)
      expect(results).toMatchObject([{ status: 'passed', held: 3, of: 3 }])
      expect(await answersOf(id)).toEqual(expect.arrayContaining(before))
    },
  })
}, 300_000)

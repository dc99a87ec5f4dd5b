import { describe, expect, test } from 'vitest'
import type { Database } from '@/lib/db/database'
import { createMemory, updateMemory } from '@/lib/store/memories/change-memories'
import { LOCAL_USER_ACTOR } from '@/lib/store/model/actor'
import { modelThat } from '@/tests/support/answered-turns'
import { onBothDatabases } from '@/tests/support/databases'
import { modelServer } from '@/tests/support/model-server'
import { nextMillisecond } from '@/tests/support/next-millisecond'
import { seededRandom } from '@/tests/support/simulated-answers'
import { eventsOf, say, sessionWith } from '@/tests/support/sessions'
import { getBisection } from './get-bisection'
import { replaysFinished, resumeAbandonedReplays } from './run-replays'
import { type BisectionRequest, estimateBisection, startBisection } from './start-bisection'

const server = modelServer()
const cause = { actor: LOCAL_USER_ACTOR }

/** Requests: a listing, both memories, the answer. */
const PER_ANSWER = 3

const CHECK = { type: 'contains', text: 'on fridays' }

/** A session whose store went through these contents of one memory, and what it then answered. */
async function answeredAfter(
  db: Database,
  contents: readonly string[],
  answers = (sent: string) => (sent.includes('on Fridays') ? 'On Fridays.' : 'I do not know.'),
) {
  const [first = '', ...later] = contents
  const model = modelThat(server, answers)
  const { sessionId, storeId } = await sessionWith(db, model, { '/team.md': 'Mia leads.\n' })
  await nextMillisecond()
  const deploy = { storeId, path: '/deploy.md', content: first, cause }
  const { id: memoryId } = await createMemory(db, deploy)
  const versions: string[] = []
  for (const content of later) {
    await nextMillisecond()
    const { versionId } = await updateMemory(db, { storeId, memoryId, content, cause })
    versions.push(versionId)
  }
  await say(db, sessionId, 'When do we deploy?')
  const message = (await eventsOf(db, sessionId)).findLast(({ type }) => type === 'agent.message')
  return { sessionId, storeId, memoryId, model, versions, eventId: message?.id ?? '' }
}

async function bisected(db: Database, request: BisectionRequest) {
  const id = await startBisection(db, { ...request, by: LOCAL_USER_ACTOR })
  await replaysFinished()
  const bisection = await getBisection(db, id)
  if (!bisection) throw new Error('the bisection is gone')
  return bisection
}

/** Contents of which those from the turn on name the day. */
function turningAt(turn: number, count: number): string[] {
  return Array.from({ length: count }, (_, index) =>
    index >= turn ? `Deploys go out on Fridays. ${index}\n` : `Nothing yet. ${index}\n`,
  )
}

onBothDatabases((current) => {
  describe('since when an answer is given', () => {
    test('is told by the change with which it began', async () => {
      const db = current()
      const turn = await answeredAfter(db, turningAt(17, 40))
      const { state, result, steps, changeCount } = await bisected(db, { ...turn, check: CHECK })
      expect(state).toBe('completed')
      // Both memories were read; each began with one change.
      expect(changeCount).toBe(41)
      expect(result).toMatchObject({
        verdict: 'found',
        change: { memoryId: turn.memoryId, versionId: turn.versions[16] },
        before: { held: 0 },
        isConsistent: true,
      })
      expect(result?.after?.held).toBe(result?.after?.of)
      expect(steps[0]).toMatchObject({ purpose: 'strip', moment: 0, share: { held: 0, of: 2 } })
    })

    test('is found beside noise', async () => {
      const db = current()
      const random = seededRandom(11)
      const turn = await answeredAfter(db, turningAt(9, 30), (sent) => {
        const says = sent.includes('on Fridays')
        return random() < 0.1 === says ? 'I do not know.' : 'On Fridays.'
      })
      const { result } = await bisected(db, { ...turn, check: CHECK })
      expect(result?.change?.versionId).toBe(turn.versions[8])
    })

    test('is looked for between two moments', async () => {
      const db = current()
      const turn = await answeredAfter(db, turningAt(17, 30))
      const between = { good: { sequence: 20 }, bad: { sequence: 30 } }
      const { result, changeCount } = await bisected(db, { ...turn, check: CHECK, ...between })
      expect(changeCount).toBe(10)
      expect(result).toMatchObject({ verdict: 'no_change', change: null })
    })

    test('goes on where a killed process left it, and pays no answer twice', async () => {
      const db = current()
      const turn = await answeredAfter(db, turningAt(5, 12))
      const whole = await bisected(db, { ...turn, check: CHECK })
      const key = '(SELECT key FROM replays WHERE id = ?)'
      await db.write(async (tx) => {
        await tx.run(`DELETE FROM replay_samples WHERE replay_key = ${key} AND round > 0`, [
          whole.id,
        ])
        await tx.run(
          `UPDATE replays SET state = 'running', result = NULL, finished_at = NULL, requests = 0
           WHERE id = ?`,
          [whole.id],
        )
      })
      const asked = server.requests(turn.model).length
      await resumeAbandonedReplays(db)
      await replaysFinished()
      const resumed = await getBisection(db, whole.id)
      expect(resumed?.result).toEqual(whole.result)
      const [strip] = [whole.steps.filter(({ purpose }) => purpose === 'strip')]
      const kept = strip.reduce((sum, { share }) => sum + share.of, 0)
      const later = whole.steps.reduce((sum, { share }) => sum + share.of, 0) - kept
      expect(server.requests(turn.model).length - asked).toBe(later * PER_ANSWER)
    })

    test('tells its price first', async () => {
      const db = current()
      const turn = await answeredAfter(db, turningAt(2, 4))
      const estimate = await estimateBisection(db, { ...turn, check: CHECK })
      expect(estimate).toMatchObject({ changeCount: 5, requests: 17 * PER_ANSWER })
    })

    test('is refused where nothing changed in between', async () => {
      const db = current()
      const turn = await answeredAfter(db, turningAt(2, 4))
      const same = { good: { sequence: 4 }, bad: { sequence: 4 } }
      const started = startBisection(db, { ...turn, check: CHECK, ...same, by: LOCAL_USER_ACTOR })
      await expect(started).rejects.toMatchObject({ problem: { kind: 'no_change_between' } })
    })
  })
})

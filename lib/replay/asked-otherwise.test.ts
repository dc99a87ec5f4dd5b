import { expect, test } from 'vitest'
import type { Database } from '@/lib/db/database'
import { createMemory, updateMemory } from '@/lib/store/memories/change-memories'
import { LOCAL_USER_ACTOR } from '@/lib/store/model/actor'
import { answeredTurn, modelThat } from '@/tests/support/answered-turns'
import { onBothDatabases } from '@/tests/support/databases'
import { modelServer } from '@/tests/support/model-server'
import { nextMillisecond } from '@/tests/support/next-millisecond'
import { eventsOf, say, sessionWith } from '@/tests/support/sessions'
import { storedMoment } from './bisections/stored-moment'
import { causeFunnel, clearedMemories } from './cause-funnel'
import { getBisection } from './get-bisection'
import { getCause } from './get-cause'
import { replaysFinished, resumeAbandonedReplays } from './run-replays'
import { askedAmong, parsedQuestion, storedQuestion } from './run/stored-question'
import { startBisection } from './start-bisection'
import { startCause } from './start-cause'

/** Searches of which another version of Palimpsest asked for a part, and this one would ask otherwise. */

const server = modelServer()
const by = LOCAL_USER_ACTOR
const cause = { actor: by }
const CHECK = { type: 'contains', text: 'on fridays' }
const DEPLOY = '# Deploying\nAsk Mia.\nDeploys go out on Fridays.\nRest.\nAnd rest.\n'
const byLine = (sent: string) => (sent.includes('on Fridays') ? 'On Fridays.' : 'I do not know.')

interface Sample {
  key: number
  level: number
  round: number
  question: string
}

const samplesOf = (db: Database, id: string) =>
  db.read.all<Sample>(
    `SELECT p.key, p.level, p.round, p.question FROM replay_samples p
     JOIN replays r ON r.key = p.replay_key WHERE r.id = ? ORDER BY p.level, p.round, p.slot`,
    [id],
  )

/** Gives a sample another question and the other answer. */
async function askOtherwise(db: Database, { key }: Sample, question: string): Promise<void> {
  await db.write(async (tx) => {
    await tx.run('UPDATE replay_samples SET question = ?, held = 1 - held WHERE key = ?', [
      ...[question, key],
    ])
  })
}

/** As a process leaves a search that ends before it is over: another one goes on with it. */
async function goOn(db: Database, id: string): Promise<void> {
  await db.write(async (tx) => {
    await tx.run(
      `UPDATE replays SET state = 'running', result = NULL, finished_at = NULL WHERE id = ?`,
      [id],
    )
  })
  await resumeAbandonedReplays(db)
  await replaysFinished()
}

async function causeFound(db: Database) {
  const others = Array.from({ length: 8 }, (_, index) => [`/note-${index}.md`, `Note ${index}.\n`])
  const files = { '/deploy.md': DEPLOY, ...(Object.fromEntries(others) as Record<string, string>) }
  const turn = await answeredTurn(db, modelThat(server, byLine), files)
  const id = await startCause(db, { ...turn, check: CHECK, by })
  await replaysFinished()
  const whole = await getCause(db, id)
  if (!whole) throw new Error('the search is gone')
  expect(whole.result).toMatchObject({ verdict: 'caused', causes: [{ lines: [3, 3] }] })
  return { id, whole, model: turn.model }
}

/** A question that shows one memory more. */
function otherThan(stored: string): string {
  const { purpose, question, ...about } = parsedQuestion(stored)
  const shownCount = question.shownCount + 1
  return storedQuestion(purpose, { ...about, question: { ...question, shownCount } })
}

onBothDatabases((current) => {
  test('a search for causes keeps the rounds that are as it asks them, asks for the others anew, and finds the same', async () => {
    const db = current()
    const { id, whole, model } = await causeFound(db)
    const samples = await samplesOf(db, id)
    const changed = samples.find(({ question }) => parsedQuestion(question).purpose === 'narrowing')
    if (!changed) throw new Error('nothing was narrowed')
    await askOtherwise(db, changed, otherThan(changed.question))
    const asked = server.requests(model).length
    await goOn(db, id)
    const again = await getCause(db, id)
    expect(again).toMatchObject({ state: 'completed', result: whole.result, rounds: whole.rounds })
    const now = await samplesOf(db, id)
    const kept = samples.filter(({ level, round }) => level === 0 && round < changed.round)
    expect(kept.length).toBeGreaterThan(5)
    expect(now.slice(0, kept.length)).toEqual(kept)
    expect(now.map(({ question }) => question)).toEqual(samples.map(({ question }) => question))
    // What was dropped was paid, and stays counted.
    const paid = server.requests(model).length - asked
    expect(again?.usage.requests).toBe(whole.usage.requests + paid)
  })

  test('a search among lines takes no answers that were about other lines', async () => {
    const db = current()
    const { id, whole } = await causeFound(db)
    const samples = await samplesOf(db, id)
    const first = samples.findIndex(({ level }) => level > 0)
    const changed = samples[first]
    if (!changed) throw new Error('no lines were asked about')
    // As many lines, in another order.
    const items = String(askedAmong(changed.question).items)
    await askOtherwise(db, changed, changed.question.replace(items, items.toLowerCase() + '-'))
    await goOn(db, id)
    expect(await getCause(db, id)).toMatchObject({ state: 'completed', result: whole.result })
    const now = await samplesOf(db, id)
    expect(now.slice(0, first)).toEqual(samples.slice(0, first))
    expect(now.map(({ question }) => question)).toEqual(samples.map(({ question }) => question))
  })

  test('a finished search is told without the funnel that its answers do not make', async () => {
    const db = current()
    const { id, whole } = await causeFound(db)
    expect(await causeFunnel(db, id)).toMatchObject({ left: 1 })
    const samples = await samplesOf(db, id)
    const changed = samples.find(({ question }) => parsedQuestion(question).purpose === 'narrowing')
    if (!changed) throw new Error('nothing was narrowed')
    await askOtherwise(db, changed, otherThan(changed.question))
    expect(await causeFunnel(db, id)).toBeNull()
    expect(await clearedMemories(db, id)).toBeNull()
    expect((await getCause(db, id))?.result).toEqual(whole.result)
  })

  test('a search for the change with which an answer turned takes no answers that were about other moments', async () => {
    const db = current()
    const model = modelThat(server, byLine)
    const { sessionId, storeId } = await sessionWith(db, model, { '/team.md': 'Mia leads.\n' })
    const deploy = { storeId, path: '/deploy.md', content: 'Nothing yet.\n', cause }
    await nextMillisecond()
    const { id: memoryId } = await createMemory(db, deploy)
    for (let change = 1; change <= 12; change++) {
      await nextMillisecond()
      const content = `Deploys go out ${change >= 5 ? 'on Fridays' : 'some day'}. ${change}\n`
      await updateMemory(db, { storeId, memoryId, content, cause })
    }
    await say(db, sessionId, 'When do we deploy?')
    const said = (await eventsOf(db, sessionId)).findLast(({ type }) => type === 'agent.message')
    const eventId = said?.id ?? ''
    const id = await startBisection(db, { sessionId, eventId, check: CHECK, by })
    await replaysFinished()
    const whole = await getBisection(db, id)
    expect(whole?.result).toMatchObject({ verdict: 'found' })
    const samples = await samplesOf(db, id)
    const changed = samples.find(({ round }) => round > 0)
    if (!changed) throw new Error('it ended with the first round')
    await askOtherwise(db, changed, storedMoment({ purpose: 'narrowing', moment: 1 }))
    await goOn(db, id)
    const again = await getBisection(db, id)
    expect(again).toMatchObject({ state: 'completed', result: whole?.result, steps: whole?.steps })
    const kept = samples.filter(({ round }) => round === 0)
    expect((await samplesOf(db, id)).slice(0, kept.length)).toEqual(kept)
  })
})

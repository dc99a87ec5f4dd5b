import { expect, test } from 'vitest'
import type { Database } from '@/lib/db/database'
import { getBisection } from '@/lib/replay/get-bisection'
import { getCause } from '@/lib/replay/get-cause'
import { replaysFinished } from '@/lib/replay/run-replays'
import { insertReplay, type ReplayRow } from '@/lib/replay/sql/replays'
import { startBisection } from '@/lib/replay/start-bisection'
import { startCause } from '@/lib/replay/start-cause'
import { createMemory, updateMemory } from '@/lib/store/memories/change-memories'
import { LOCAL_USER_ACTOR } from '@/lib/store/model/actor'
import type { Moment } from '@/lib/store/model/moment'
import { newId } from '@/lib/text/prefixed-id'
import { type AnswersBySent, ruleOf } from '@/tests/support/answered-turns'
import { onBothDatabases } from '@/tests/support/databases'
import { modelServer } from '@/tests/support/model-server'
import { nextMillisecond } from '@/tests/support/next-millisecond'
import { eventsOf, say, sessionWith } from '@/tests/support/sessions'
import { inEachStep, killedAskers } from './killed-asker'

const server = modelServer()
const killedAt = killedAskers(server, 'turns')
const by = LOCAL_USER_ACTOR
const CHECK = { type: 'contains', text: 'on fridays' } as const
const BUDGET = { maxRequests: 300, maxTokens: null }

const byLine: AnswersBySent = (sent) =>
  sent.includes('on Fridays') ? 'On Fridays.' : 'I do not know.'
const rule = ruleOf(byLine)

const DEPLOY = '# Deploying\nAsk Mia.\nDeploys go out on Fridays.\nRest.\nAnd rest.\n'

let names = 0

/** A session whose agent has read all there is: an answer of its last turn is one request. */
async function answered(
  db: Database,
  files: Record<string, string>,
  before: (storeId: string) => Promise<void> = () => Promise.resolve(),
) {
  const model = `killed-${++names}`
  server.rule(model, rule)
  const { sessionId, storeId } = await sessionWith(db, model, files)
  await before(storeId)
  await say(db, sessionId, 'Look around.', 'When do we deploy?')
  const message = (await eventsOf(db, sessionId)).findLast(({ type }) => type === 'agent.message')
  return { sessionId, eventId: message?.id ?? '', model }
}

/** Adds a memory, and changes it as often as it takes to have had all these contents. */
async function changed(db: Database, storeId: string, [first = '', ...later]: readonly string[]) {
  const cause = { actor: by }
  await nextMillisecond()
  const deploy = { storeId, path: '/deploy.md', content: first, cause }
  const { id: memoryId } = await createMemory(db, deploy)
  for (const content of later) {
    await nextMillisecond()
    await updateMemory(db, { storeId, memoryId, content, cause })
  }
}

/** A turn that is asked again, and in which way. */
type TurnAgain = Pick<ReplayRow, 'eventId' | 'sessionId' | 'kind'> & {
  /** of a search for the change: from where on */
  good?: Moment
}

/** Stores a search of a turn as who starts it does, without beginning it. Returns its id. */
async function storedReplay(db: Database, { good, ...asked }: TurnAgain): Promise<string> {
  const id = newId(asked.kind === 'cause' ? 'cause' : 'bsct')
  const begun = { actorType: by.type, actorId: by.id, createdAt: Date.now() }
  const input = JSON.stringify({ check: CHECK, good })
  const row = { ...asked, ...BUDGET, ...begun, id, input }
  await db.write((tx) => insertReplay(tx, row))
  return id
}

/** The steps of a search of a turn that are stored, in the order in which they were asked for. */
async function stepsOfReplay(db: Database, id: string): Promise<string[]> {
  const rows = await db.read.all<{ level: number; question: string }>(
    `SELECT p.level, p.question FROM replay_samples p JOIN replays r ON r.key = p.replay_key
     WHERE r.id = ? ORDER BY p.level, p.round, p.slot`,
    [id],
  )
  return rows.map(({ level, question }) => {
    const { purpose } = JSON.parse(question) as { purpose: string }
    return level === 0 ? purpose : `${purpose} of lines`
  })
}

onBothDatabases((current, url) => {
  test('a search for causes whose process is killed in every step finds the same, and pays for no answer twice', async () => {
    const db = current()
    const files = { '/deploy.md': DEPLOY, '/a.md': 'A.\n', '/b.md': 'B.\n' }
    const { model, ...turn } = await answered(db, files)
    const wholeId = await startCause(db, { ...turn, check: CHECK, by })
    await replaysFinished()
    const whole = await getCause(db, wholeId)
    expect(whole?.result).toMatchObject({ verdict: 'caused', causes: [{ lines: [3, 3] }] })
    const id = await storedReplay(db, { ...turn, kind: 'cause' })
    const asked = server.requests(model).length
    const steps = await stepsOfReplay(db, wholeId)
    const again = { url: url(), model, rule, steps: () => stepsOfReplay(db, id) }
    const lost = await killedAt(again, inEachStep(steps))
    const { result, rounds, usage } = whole ?? {}
    expect(await getCause(db, id)).toMatchObject({ state: 'completed', result, rounds, usage })
    expect(server.requests(model).length - asked).toBe((usage?.requests ?? 0) + lost)
    expect(await stepsOfReplay(db, id)).toEqual(steps)
    expect([...new Set(steps)]).toEqual(
      expect.arrayContaining([
        'baseline',
        'all_hidden',
        'narrowing',
        'narrowing of lines',
        'confirming',
      ]),
    )
  }, 300_000)

  test('a search for the change with which an answer turned, killed in every step, finds the same, and pays for no answer twice', async () => {
    const db = current()
    const isNamed = (change: number) => change >= 15 && change !== 20
    const contents = Array.from({ length: 24 }, (_, index) =>
      isNamed(index) ? `Deploys go out on Fridays. ${index}\n` : `Nothing yet. ${index}\n`,
    )
    const { model, ...turn } = await answered(db, { '/team.md': 'Mia leads.\n' }, (storeId) =>
      changed(db, storeId, contents),
    )
    // Both memories are there from then on.
    const good = { sequence: 2 }
    const request = { ...turn, check: CHECK, good, budget: BUDGET }
    const wholeId = await startBisection(db, { ...request, by })
    await replaysFinished()
    const whole = await getBisection(db, wholeId)
    expect(whole?.result).toMatchObject({ verdict: 'found', isConsistent: false })
    const id = await storedReplay(db, { ...turn, kind: 'bisection', good })
    const asked = server.requests(model).length
    const steps = await stepsOfReplay(db, wholeId)
    const again = { url: url(), model, rule, steps: () => stepsOfReplay(db, id) }
    const lost = await killedAt(again, inEachStep(steps))
    const { result, steps: moments, usage } = whole ?? {}
    expect(await getBisection(db, id)).toMatchObject({
      ...{ state: 'completed', result, steps: moments, usage },
    })
    expect(server.requests(model).length - asked).toBe((usage?.requests ?? 0) + lost)
    expect(await stepsOfReplay(db, id)).toEqual(steps)
    expect([...new Set(steps)]).toEqual(['strip', 'narrowing', 'confirming', 'contradictions'])
  }, 300_000)
})

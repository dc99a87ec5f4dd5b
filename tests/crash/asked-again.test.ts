import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { beforeAll, expect, test, vi } from 'vitest'
import type { Database } from '@/lib/db/database'
import { getCause } from '@/lib/replay/get-cause'
import { replaysFinished } from '@/lib/replay/run-replays'
import { insertReplay, type ReplayRow } from '@/lib/replay/sql/replays'
import { startCause } from '@/lib/replay/start-cause'
import { LOCAL_USER_ACTOR } from '@/lib/store/model/actor'
import { newId } from '@/lib/text/prefixed-id'
import { type AnswersBySent, ruleOf } from '@/tests/support/answered-turns'
import { bundle } from '@/tests/support/bundle'
import { onSqlite } from '@/tests/support/databases'
import { modelServer } from '@/tests/support/model-server'
import { eventsOf, say, sessionWith } from '@/tests/support/sessions'

const server = modelServer()
const CHECK = { type: 'contains', text: 'on fridays' } as const
const BUDGET = { maxRequests: 300, maxTokens: null }

const byLine: AnswersBySent = (sent) =>
  sent.includes('on Fridays') ? 'On Fridays.' : 'I do not know.'

const DEPLOY = '# Deploying\nAsk Mia.\nDeploys go out on Fridays.\nRest.\nAnd rest.\n'

let asker = ''
beforeAll(async () => {
  asker = await bundle('crash-asker', 'tests/crash/asker.ts')
})

let names = 0

/** A session whose agent has read all there is: an answer of its last turn is one request. */
async function answered(db: Database) {
  const model = `killed-${++names}`
  server.rule(model, ruleOf(byLine))
  const files = { '/deploy.md': DEPLOY, '/a.md': 'A.\n', '/b.md': 'B.\n' }
  const { sessionId } = await sessionWith(db, model, files)
  await say(db, sessionId, 'Look around.', 'When do we deploy?')
  const message = (await eventsOf(db, sessionId)).findLast(({ type }) => type === 'agent.message')
  return { sessionId, eventId: message?.id ?? '', model }
}

type Asked = Pick<ReplayRow, 'eventId' | 'sessionId'>

/** Stored as by who starts it, and not begun. */
async function stored(db: Database, turn: Asked): Promise<string> {
  const id = newId('cause')
  const by = { actorType: LOCAL_USER_ACTOR.type, actorId: LOCAL_USER_ACTOR.id }
  const input = JSON.stringify({ check: CHECK })
  const kind = 'cause' as const
  const row = { ...turn, ...BUDGET, ...by, kind, id, input, createdAt: Date.now() }
  await db.write((tx) => insertReplay(tx, row))
  return id
}

/** The steps of the answers that are stored, in the order in which they were asked for. */
async function stepsOf(db: Database, id: string): Promise<string[]> {
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

/**
 * A process for each step of a search, killed while the first answers of that step are under way, and one
 * that ends it. Returns how many answers were under way in all.
 */
async function killedInEachStep(
  db: Database,
  { url, id, model, steps }: { url: string; id: string; model: string; steps: readonly string[] },
): Promise<number> {
  const rule = ruleOf(byLine)
  let lost = 0
  for (const step of new Set(steps)) {
    const stored = steps.indexOf(step)
    const answers = stored - (await stepsOf(db, id)).length
    let asked = 0
    let release = () => {}
    const killed = new Promise<void>((resolve) => (release = resolve))
    server.rule(model, (request) => {
      const answer = rule(request)
      const isHeld = ++asked > answers && 'parts' in answer
      return isHeld ? { parts: answer.parts, holdAfter: 1, until: killed } : answer
    })
    const child = asking(url)
    const isUnderWay = async () => asked > answers && (await stepsOf(db, id)).length === stored
    await vi.waitUntil(isUnderWay, { timeout: 60_000, interval: 20 })
    child.kill('SIGKILL')
    await once(child, 'close')
    release()
    lost += asked - answers
  }
  server.rule(model, rule)
  await once(asking(url), 'close')
  return lost
}

function asking(url: string) {
  return spawn(process.execPath, [asker, url], { stdio: ['ignore', 'inherit', 'inherit'] })
}

onSqlite((current, url) => {
  test('a search for causes whose process is killed in every step finds the same, and pays for no answer twice', async () => {
    const db = current()
    const { model, ...turn } = await answered(db)
    const wholeId = await startCause(db, { ...turn, check: CHECK, by: LOCAL_USER_ACTOR })
    await replaysFinished()
    const whole = await getCause(db, wholeId)
    expect(whole?.result).toMatchObject({ verdict: 'caused', causes: [{ lines: [3, 3] }] })
    const id = await stored(db, turn)
    const asked = server.requests(model).length
    const steps = await stepsOf(db, wholeId)
    const lost = await killedInEachStep(db, { url: url(), id, model, steps })
    const { result, rounds, usage } = whole ?? {}
    expect(await getCause(db, id)).toMatchObject({ state: 'completed', result, rounds, usage })
    expect(server.requests(model).length - asked).toBe((usage?.requests ?? 0) + lost)
    expect(await stepsOf(db, id)).toEqual(steps)
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
})

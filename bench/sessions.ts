import { numbers } from './fill'
import type { Ground } from './ground'
import { inTurns } from './measure'
import { part } from './part'
import { type Row, rowOf, toldRows } from './row'
import { betweenTurns, conversations, openSession, say, writing } from './working-session'

/** Sessions in the built application, against the SDK's own runner with its filesystem tool. */
export const sessionsPart = part(
  {
    rounds: [5, 1],
    /** of a conversation in each round */
    calls: [40, 2],
    /** sessions that run at once, and how many files each writes */
    running: [20, 2],
    files: [50, 1],
    idle: [500, 1],
  },
  async ({ rounds, calls, running, files, idle }, ground) => {
    const opened: string[] = []
    const ours = 'Palimpsest: stored, attributed, shown'
    const sides = conversations(ground, ours, { before: 0, calls }, opened)
    const group = 'sessions: from a call to the request with its result'
    return [
      ...(await inTurns(group, sides, { rounds })),
      await callRow(ground, opened),
      ...(await manyAtOnce(ground, running, files)),
      ...(await idleRows(ground, idle)),
    ]
  },
)

/** Row of the calls alone, by the durations in their results. */
async function callRow(ground: Ground, sessions: readonly string[]): Promise<Row> {
  const { events } = (await ground.server()).api.sessions
  const times: number[] = []
  for (const session of sessions) {
    for await (const event of events.list(session, { limit: 1000 })) {
      if (event.type !== 'agent.tool_result' || !('duration_ms' in event)) continue
      times.push(Number(event.duration_ms))
    }
  }
  return rowOf('sessions: the call itself', 'Palimpsest', [[{ times }]])
}

const MEMORY = 'sessions: memory of the server'

async function manyAtOnce(ground: Ground, running: number, files: number): Promise<Row[]> {
  const { memory } = await ground.server()
  const models = numbers(running).map((index) => `many${index}`)
  const opened: string[] = []
  for (const model of models) {
    ground.model.rule(model, writing(model, files))
    opened.push((await openSession(ground, model)).sessionId)
  }
  const before = memory()
  let most = before
  const watch = setInterval(() => (most = Math.max(most, memory())), 100)
  const begun = performance.now()
  await Promise.all(opened.map((session) => say(ground, session, 'Write.')))
  const seconds = (performance.now() - begun) / 1000
  clearInterval(watch)
  const times = models.flatMap((model) => betweenTurns(ground.model, model))
  const measured = { times, perSecond: times.length / seconds }
  const each = ((most - before) / running).toFixed(1)
  return [
    rowOf(`sessions: ${running} running at once`, 'from a call to its result', [[measured]]),
    ...toldRows(MEMORY, {
      [`a running session, of ${running}`]: `${each} MB each, ${most.toFixed(0)} MB in all`,
    }),
  ]
}

async function idleRows(ground: Ground, count: number): Promise<Row[]> {
  const { memory, api } = await ground.server()
  const before = memory()
  for (let index = 0; index < count; index++) {
    await api.sessions.create({ agent: 'idle', environment_id: 'env_bench' })
  }
  const each = ((memory() - before) * 1024) / count
  return toldRows(MEMORY, { [`an idle session, of ${count}`]: `${each.toFixed(0)} KB each` })
}

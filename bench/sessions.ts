import Anthropic from '@anthropic-ai/sdk'
import { betaMemoryTool } from '@anthropic-ai/sdk/helpers/beta/memory'
import { BetaLocalFilesystemMemoryTool } from '@anthropic-ai/sdk/tools/memory/node'
import type { BusyModel } from './busy-model'
import type { Ground } from './ground'
import { percentile, type Row, withRatios } from './measure'
import { part } from './part'
import type { RunningServer } from './server'
import { clientOf, openSession, write } from './working-session'

interface Sizes {
  calls: number
  /** sessions that run at once, and how many files each writes */
  running: number
  files: number
  idle: number
}

/** Sessions in the built application, against the SDK's own runner with its filesystem tool. */
export const sessionsPart = part<Sizes>(
  {
    full: { calls: 200, running: 20, files: 50, idle: 500 },
    smoke: { calls: 2, running: 2, files: 1, idle: 1 },
  },
  sessionRows,
)

async function sessionRows(sizes: Sizes, ground: Ground): Promise<Row[]> {
  const { folder, model } = ground
  const server = await ground.server()
  return [
    ...(await addedTime(server, model, folder, sizes.calls)),
    ...(await manyAtOnce(server, model, sizes)),
    ...(await idleMemory(server, sizes.idle)),
  ]
}

/**
 * From the end of an answer with a call to the request with its result, as the model's server sees
 * it.
 */
const betweenTurns = (model: BusyModel, name: string): number[] =>
  model
    .turns(name)
    .map(({ toldAt, answeredAt }) => answeredAt - toldAt)
    .filter((time) => !Number.isNaN(time))

async function addedTime(
  server: RunningServer,
  model: BusyModel,
  folder: string,
  calls: number,
): Promise<Row[]> {
  const group = 'sessions: from a call to the request with its result'
  const baseline = 'the SDK’s tool runner with its filesystem tool'
  await withFilesystem(model, folder, calls)
  const opened = await openSession(server, 'bench')
  await write(opened, calls, 'ours')
  const events = []
  for await (const event of opened.beta.sessions.events.list(opened.sessionId, { limit: 1000 })) {
    events.push(event)
  }
  const own = events.flatMap((event) =>
    'duration_ms' in event && event.type === 'agent.tool_result' ? [Number(event.duration_ms)] : [],
  )
  const rows = withRatios(
    [
      timesRow(group, baseline, betweenTurns(model, 'theirs')),
      timesRow(group, 'Palimpsest: stored, attributed, shown', betweenTurns(model, 'ours')),
    ],
    baseline,
    'p50',
  )
  return [...rows, timesRow('sessions: the call itself', 'Palimpsest', own)]
}

async function withFilesystem(model: BusyModel, folder: string, calls: number): Promise<void> {
  const client = new Anthropic({ apiKey: 'bench', baseURL: model.url })
  const tool = await BetaLocalFilesystemMemoryTool.init(`${folder}/files`)
  const runner = client.beta.messages.toolRunner({
    model: 'busy',
    max_tokens: 1000,
    messages: [{ role: 'user', content: `write ${calls} as theirs` }],
    tools: [betaMemoryTool(tool)],
    betas: ['context-management-2025-06-27'],
    stream: true,
    thread: false,
  })
  for await (const stream of runner) await stream.finalMessage()
}

function timesRow(group: string, name: string, times: readonly number[]): Row {
  return {
    group,
    name,
    p50: percentile(times, 0.5),
    p99: percentile(times, 0.99),
    note: `p95 ${percentile(times, 0.95).toFixed(1)} ms`,
  }
}

async function manyAtOnce(
  server: RunningServer,
  model: BusyModel,
  { running, files }: Sizes,
): Promise<Row[]> {
  const opened = []
  for (let index = 0; index < running; index++) opened.push(await openSession(server, `s${index}`))
  const before = Number(server.memory())
  let most = before
  const watch = setInterval(() => (most = Math.max(most, Number(server.memory()))), 100)
  const begun = performance.now()
  await Promise.all(opened.map((each, index) => write(each, files, `many${index}`)))
  const seconds = (performance.now() - begun) / 1000
  clearInterval(watch)
  const times = opened.flatMap((_, index) => betweenTurns(model, `many${index}`))
  return [
    {
      ...timesRow(`sessions: ${running} running at once`, 'from a call to its result', times),
      perSecond: times.length / seconds,
    },
    {
      group: 'sessions: memory of the server',
      name: `a running session, of ${running}`,
      note: `${((most - before) / running).toFixed(1)} MB each, ${most} MB in all`,
    },
  ]
}

async function idleMemory(server: RunningServer, count: number): Promise<Row[]> {
  const before = Number(server.memory())
  for (let index = 0; index < count; index++) {
    await clientOf(server).sessions.create({ agent: 'busy', environment_id: 'env_bench' })
  }
  const each = ((Number(server.memory()) - before) * 1024) / count
  const name = `an idle session, of ${count}`
  return [{ group: 'sessions: memory of the server', name, note: `${each.toFixed(0)} KB each` }]
}

import path from 'node:path'
import Anthropic from '@anthropic-ai/sdk'
import { betaMemoryTool } from '@anthropic-ai/sdk/helpers/beta/memory'
import { BetaLocalFilesystemMemoryTool } from '@anthropic-ai/sdk/tools/memory/node'
import type { Database } from '@/lib/db/database'
import { openDatabase } from '@/lib/db/open-database'
import { newId } from '@/lib/text/prefixed-id'
import { forgetfulAgent, sizeOf } from '@/tests/support/forgetful-agent'
import { startModelServer } from '@/tests/support/scripted-model-server'
import type { BusyModel } from './busy-model'
import type { Ground } from './ground'
import { percentile, type Row, withRatios } from './measure'
import { part } from './part'
import { scratchFolder } from './scratch'
import { type RunningServer, startServer } from './server'

interface Sizes {
  /** messages in a conversation before it is measured */
  lengths: readonly number[]
  calls: number
  /** of the long session; and its window, in tokens */
  steps: number
  window: number
}

const FILLER = 'It rains, and the tea is not ready yet; so we go on with what we have, and wait. '

/**
 * The cost of a context: a turn's own time by length of the conversation, and what compaction
 * saves.
 */
export const contextPart = part<Sizes>(
  {
    full: { lengths: [1, 100, 10_000], calls: 40, steps: 400, window: 50_000 },
    smoke: { lengths: [1, 4], calls: 2, steps: 15, window: 7_000 },
  },
  async (sizes, ground) => [...(await turnRows(sizes, ground)), ...(await savingRows(sizes))],
)

async function turnRows({ lengths, calls }: Sizes, ground: Ground): Promise<Row[]> {
  const { folder, model } = ground
  const server = await ground.server()
  const db = openDatabase(`file:${path.join(folder, 'palimpsest.db')}`)
  try {
    const rows: Row[] = []
    for (const length of lengths) {
      rows.push(...(await rowsOfLength(length, { folder, model, server, db, calls })))
    }
    return rows
  } finally {
    await db.close()
  }
}

interface Bench {
  folder: string
  model: BusyModel
  server: RunningServer
  db: Database
  calls: number
}

async function rowsOfLength(length: number, bench: Bench): Promise<Row[]> {
  const group = `context: from a call to the request with its result, ${length} messages before`
  const baseline = 'the SDK’s tool runner with its filesystem tool'
  await runTheirs(bench, length)
  await runOurs(bench, length)
  const row = (name: string, turns: string): Row => {
    const times = bench.model
      .turns(turns)
      .map(({ toldAt, answeredAt }) => answeredAt - toldAt)
      .filter((time) => !Number.isNaN(time))
    return { group, name, p50: percentile(times, 0.5), p99: percentile(times, 0.99) }
  }
  return withRatios(
    [row(baseline, `theirs${length}`), row('Palimpsest', `ours${length}`)],
    baseline,
    'p50',
  )
}

async function runTheirs({ folder, model, calls }: Bench, length: number): Promise<void> {
  const client = new Anthropic({ apiKey: 'bench', baseURL: model.url })
  const tool = await BetaLocalFilesystemMemoryTool.init(`${folder}/files${length}`)
  const before = Array.from({ length }, (_, index) => ({
    role: index % 2 === 0 ? ('user' as const) : ('assistant' as const),
    content: FILLER,
  }))
  const runner = client.beta.messages.toolRunner({
    model: 'busy',
    max_tokens: 1_000,
    messages: [...before, { role: 'user', content: `write ${calls} as theirs${length}` }],
    tools: [betaMemoryTool(tool)],
    betas: ['context-management-2025-06-27'],
    stream: true,
    thread: false,
  })
  for await (const stream of runner) await stream.finalMessage()
}

async function runOurs({ server, db, calls }: Bench, length: number): Promise<void> {
  const { beta } = new Anthropic({ apiKey: 'local', baseURL: server.url })
  const store = await beta.memoryStores.create({ name: `of ${length}` })
  const session = await beta.sessions.create({
    agent: 'busy',
    environment_id: 'env_bench',
    resources: [{ type: 'memory_store', memory_store_id: store.id }],
    ...{ palimpsest: { max_requests: 1_000, context: { window: 20_000_000 } } },
  })
  await fill(db, session.id, length)
  await sayAndWait(beta, session.id, `write ${calls} as ours${length}`)
}

/** Adds messages to a session as if they had been sent. */
async function fill(db: Database, sessionId: string, length: number): Promise<void> {
  await db.write(async (tx) => {
    for (let sequence = 1; sequence <= length; sequence++) {
      const isPerson = sequence % 2 === 1 && length > 1
      const type = isPerson ? 'user.message' : 'agent.message'
      const body = isPerson ? { type, texts: [FILLER] } : { type, text: FILLER, isPartial: false }
      await tx.run(
        `INSERT INTO session_events (session_key, sequence, id, type, created_at, body)
         SELECT key, CAST(? AS BIGINT), CAST(? AS TEXT), CAST(? AS TEXT), CAST(? AS BIGINT),
           CAST(? AS TEXT) FROM sessions WHERE id = ?`,
        [sequence, newId('sevt'), type, Date.now(), JSON.stringify(body), sessionId],
      )
    }
    await tx.run('UPDATE sessions SET last_sequence = ? WHERE id = ?', [length, sessionId])
  })
}

async function sayAndWait(beta: Anthropic['beta'], sessionId: string, text: string): Promise<void> {
  const stream = await beta.sessions.events.stream(sessionId)
  await beta.sessions.events.send(sessionId, {
    events: [{ type: 'user.message', content: [{ type: 'text', text }] }],
  })
  for await (const event of stream) if (event.type === 'session.status_idle') break
}

const CHATTER = FILLER.repeat(20)

/**
 * A long scripted session with and without compaction: the size of its contexts, and the total
 * sent.
 */
async function savingRows({ steps, window }: Sizes): Promise<Row[]> {
  const { folder, discard } = scratchFolder()
  const models = await startModelServer()
  const server = await startServer(folder, {
    ANTHROPIC_BASE_URL: models.url,
    ANTHROPIC_API_KEY: 'bench',
  })
  const group = `context: a session of ${steps} steps, a window of ${window.toLocaleString('en')} tokens`
  try {
    const rows: Row[] = []
    for (const compactAt of ['off', 92] as const) {
      const model = `steps-${compactAt}`
      models.rule(model, forgetfulAgent(steps, CHATTER))
      models.know(model, { count: sizeOf })
      rows.push(await savingRow(server, { group, model, compactAt, steps, window }))
    }
    return rows
  } finally {
    await server.stop()
    await models.close()
    discard()
  }
}

async function savingRow(
  server: RunningServer,
  {
    group,
    model,
    compactAt,
    steps,
    window,
  }: Pick<Sizes, 'steps' | 'window'> & { group: string; model: string; compactAt: 'off' | 92 },
): Promise<Row> {
  const { beta } = new Anthropic({ apiKey: 'local', baseURL: server.url })
  const store = await beta.memoryStores.create({ name: model })
  const session = await beta.sessions.create({
    agent: model,
    environment_id: 'env_bench',
    resources: [{ type: 'memory_store', memory_store_id: store.id }],
    ...{
      palimpsest: { max_requests: 1_000, context: { window, compact_at: compactAt } },
    },
  })
  const begun = performance.now()
  await sayAndWait(beta, session.id, `Do ${steps} steps.`)
  const seconds = ((performance.now() - begun) / 1_000).toFixed(1)
  const sizes: { before: number; after: number }[] = []
  for await (const event of beta.sessions.events.list(session.id, { limit: 1_000 })) {
    if (event.type !== 'agent.thread_context_compacted') continue
    const { tokens_before: before, tokens_after: after } = event as unknown as Record<
      'tokens_before' | 'tokens_after',
      number
    >
    sizes.push({ before, after })
  }
  const { usage } = await beta.sessions.retrieve(session.id)
  const sent = (usage?.input_tokens ?? 0).toLocaleString('en')
  const told = sizes.map(({ before, after }) => `${before} → ${after}`).join(', ')
  return {
    group,
    name: compactAt === 'off' ? 'compaction off' : 'compaction at 92 %',
    note: `${sent} tokens sent in all, ${seconds} s${told === '' ? '' : `; compacted ${told}`}`,
  }
}

import Anthropic from '@anthropic-ai/sdk'
import { betaMemoryTool } from '@anthropic-ai/sdk/helpers/beta/memory'
import { BetaLocalFilesystemMemoryTool } from '@anthropic-ai/sdk/tools/memory/node'
import {
  create,
  type ModelServer,
  type RuledModel,
  say as saying,
} from '@/tests/support/scripted-model-server'
import { addEvents, storeOf } from './fill'
import type { Ground } from './ground'
import type { Side } from './measure'

export interface OpenedSession {
  storeId: string
  sessionId: string
}

/** A session of a store of its own, by a model of the bench. */
export async function openSession(
  ground: Ground,
  model: string,
  settings: object = {},
): Promise<OpenedSession> {
  const { url, api } = await ground.server()
  const storeId = await storeOf(url, model)
  const session = await api.sessions.create({
    agent: model,
    environment_id: 'env_bench',
    resources: [{ type: 'memory_store', memory_store_id: storeId }],
    ...{ palimpsest: { max_requests: 1_000, ...settings } },
  })
  return { storeId, sessionId: session.id }
}

/** Says something in a session, and waits until it is idle. */
export async function say(ground: Ground, sessionId: string, text: string): Promise<void> {
  const { events } = (await ground.server()).api.sessions
  const stream = await events.stream(sessionId)
  await events.send(sessionId, {
    events: [{ type: 'user.message', content: [{ type: 'text', text }] }],
  })
  for await (const event of stream) if (event.type === 'session.status_idle') break
}

/** A model that writes a number of files, one a turn, each after a pause. */
export function writing(name: string, files: number, pauseMs = 0): RuledModel {
  let turn = 0
  return () => {
    const file = create(`/memories/${name}-${turn}.md`, `written by turn ${turn}\n`)
    const parts = turn++ < files ? [file] : [saying('Done.')]
    const until = new Promise<void>((resolve) => setTimeout(resolve, pauseMs))
    return { parts, ...{ holdAfter: 0, until } }
  }
}

/** Milliseconds from the end of each answer with a call to the request with its result. */
export function betweenTurns(model: ModelServer, name: string): number[] {
  const answers = model.answers(name)
  return answers
    .slice(1)
    .map(({ receivedAt }, index) => receivedAt - (answers[index]?.sentAt ?? Number.NaN))
}

export const FILLER =
  'It rains, and the tea is not ready yet; so we go on with what we have, and wait. '

/** A conversation with earlier messages, in which the model makes some calls. */
interface Conversation {
  before: number
  calls: number
}

/**
 * The same conversations by the SDK’s tool runner and by sessions of the application, whose ids are
 * added to a list: sides whose times are from a call to the request with its result.
 */
export function conversations(
  ground: Ground,
  ours: string,
  conversation: Conversation,
  sessions: string[] = [],
): Side[] {
  return [
    {
      name: 'the SDK’s tool runner with its filesystem tool',
      act: async () => ({ times: await callsOfRunner(ground, conversation) }),
    },
    {
      name: ours,
      act: async () => {
        const { sessionId, times } = await callsOfSession(ground, conversation)
        sessions.push(sessionId)
        return { times }
      },
    },
  ]
}

let begun = 0

/** A name of a conversation, and of the model in it. */
const nextName = () => `conversation${begun++}`

async function callsOfRunner(ground: Ground, { before, calls }: Conversation): Promise<number[]> {
  const name = nextName()
  ground.model.rule(name, writing(name, calls))
  const tool = await BetaLocalFilesystemMemoryTool.init(ground.folder())
  const client = new Anthropic({ apiKey: 'bench', baseURL: ground.model.url })
  const runner = client.beta.messages.toolRunner({
    model: name,
    max_tokens: 1_000,
    messages: [
      ...Array.from({ length: before }, (_, index) => ({
        role: index % 2 === 0 ? ('user' as const) : ('assistant' as const),
        content: FILLER,
      })),
      { role: 'user', content: 'Write.' },
    ],
    tools: [betaMemoryTool(tool)],
    betas: ['context-management-2025-06-27'],
    stream: true,
    thread: false,
  })
  for await (const stream of runner) await stream.finalMessage()
  return betweenTurns(ground.model, name)
}

async function callsOfSession(
  ground: Ground,
  { before, calls }: Conversation,
): Promise<{ sessionId: string; times: number[] }> {
  const name = nextName()
  ground.model.rule(name, writing(name, calls))
  const { sessionId } = await openSession(ground, name, { context: { window: 20_000_000 } })
  if (before > 0) {
    await ground.fill((db) =>
      addEvents(db, sessionId, before, (sequence) =>
        sequence % 2 === 1 && before > 1
          ? { type: 'user.message', texts: [FILLER] }
          : { type: 'agent.message', text: FILLER, isPartial: false },
      ),
    )
  }
  await say(ground, sessionId, 'Write.')
  return { sessionId, times: betweenTurns(ground.model, name) }
}

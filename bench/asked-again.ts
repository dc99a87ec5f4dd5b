import Anthropic from '@anthropic-ai/sdk'
import { createApiKey } from '@/lib/auth/api-keys'
import { createStore } from '@/lib/store/stores/change-stores'
import { type RuledModel, say as saying, view } from '@/tests/support/scripted-model-server'
import { during, probesOf } from './beside'
import { numbers } from './fill'
import type { Ground } from './ground'
import { get, post } from './http-call'
import { inTurns, processorMs } from './measure'
import type { Row } from './row'
import type { RunningServer } from './server'

const MODEL = 'asked-again'
const MEMORIES = 200
const AT_ONCE = 4
/** of one answer: a listing, a memory, the answer */
const REQUESTS = 3

/** Reads one memory, and answers. */
const answering: RuledModel = ({ messages }) => {
  const results = JSON.stringify(messages).split('tool_result').length - 1
  if (results === 0) return { parts: [view()] }
  return { parts: [results === 1 ? view('/memories/note-7.md') : saying('It is number 7.')] }
}

/** A turn of a session, and a reviewer's key that may have it asked again. */
interface Scene {
  server: RunningServer
  path: string
  eventId: string
  headers: { authorization: string }
}

/** What a turn that is asked again costs a request, and what others wait for beside many answers. */
export async function askedAgainRows(
  ground: Ground,
  { rounds, samples }: { rounds: number; samples: number },
): Promise<Row[]> {
  ground.model.rule(MODEL, answering)
  const { server, about } = await ground.filled(async (db) => ({
    other: await createStore(db, { name: 'of others' }),
    key: await createApiKey(db, { name: 'bench', access: 'review', storeIds: null }),
  }))
  const headers = { authorization: `Bearer ${about.key.secret}` }
  const scene = { server, headers, ...(await answeredTurn(server)) }
  const costs = await inTurns(
    'a turn asked again: milliseconds of the processor a request',
    [
      { name: 'the same requests by the bare SDK', act: () => byBareSdk(ground, samples) },
      {
        name: 'a replay, with scratch stores and stored answers',
        act: () => byReplay(scene, samples),
      },
    ],
    { rounds },
  )
  const probes = await probesOf(server.url, about.other.id)
  const beside = await during(`beside ${samples} answers asked again`, probes, (signal) =>
    replayed(scene, samples, signal),
  )
  return [...costs, ...beside]
}

async function answeredTurn({ url, api }: RunningServer) {
  const { id: storeId } = await post<{ id: string }>(`${url}/v1/memory_stores`, { name: 'why' })
  for (const number of numbers(MEMORIES)) {
    const content = `# Note ${number}\nIt is number ${number}.\n`
    await post(`${url}/v1/memory_stores/${storeId}/memories`, {
      path: `/note-${number}.md`,
      content,
    })
  }
  const { id } = await api.sessions.create({
    agent: MODEL,
    environment_id: 'env_bench',
    resources: [{ type: 'memory_store', memory_store_id: storeId }],
  })
  const stream = await api.sessions.events.stream(id)
  await api.sessions.events.send(id, {
    events: [{ type: 'user.message', content: [{ type: 'text', text: 'Which?' }] }],
  })
  let eventId = ''
  for await (const event of stream) {
    if (event.type === 'agent.message') eventId = event.id
    if (event.type === 'session.status_idle') break
  }
  return { path: `/v1/sessions/${id}/replays`, eventId }
}

async function byReplay(scene: Scene, samples: number): Promise<number> {
  const before = scene.server.processorTime()
  await replayed(scene, samples, AbortSignal.timeout(600_000))
  return (scene.server.processorTime() - before) / samples / REQUESTS
}

async function replayed(
  { server: { url }, path, eventId, headers }: Scene,
  samples: number,
  signal: AbortSignal,
): Promise<void> {
  const init = { headers, signal }
  const body = { event_id: eventId, samples }
  const { id } = await post<{ id: string }>(url + path, body, init)
  // Read to its end, which is the replay's.
  await (await fetch(`${url}/v1/replays/${id}/events`, init)).text()
  const { status } = await get<{ status: string }>(`${url}/v1/replays/${id}`, init)
  if (status !== 'completed') throw new Error(`the replay is ${status}`)
}

async function byBareSdk(ground: Ground, samples: number): Promise<number> {
  const client = new Anthropic({ apiKey: 'bench', baseURL: ground.model.url })
  const before = processorMs()
  let left = samples
  const caller = async () => {
    while (left-- > 0) await oneAnswer(client)
  }
  await Promise.all(Array.from({ length: AT_ONCE }, caller))
  return (processorMs() - before) / samples / REQUESTS
}

/** The requests of one answer, with results as long as those of the tool. */
async function oneAnswer(client: Anthropic): Promise<void> {
  const listing = numbers(MEMORIES)
    .map((number) => `1.0K\t/memories/note-${number}.md`)
    .join('\n')
  const results = [listing, '     1\t# Note 7\n     2\tIt is number 7.']
  const messages: Anthropic.Beta.BetaMessageParam[] = [{ role: 'user', content: 'Which?' }]
  for (const result of [...results, null]) {
    const asked = client.beta.messages.stream({ model: MODEL, max_tokens: 1_000, messages })
    const { content } = await asked.finalMessage()
    const call = content.find((block) => block.type === 'tool_use')
    if (result === null || !call) return
    messages.push({ role: 'assistant', content })
    const answer = { type: 'tool_result' as const, tool_use_id: call.id, content: result }
    messages.push({ role: 'user', content: [answer] })
  }
}

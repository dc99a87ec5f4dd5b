import Anthropic from '@anthropic-ai/sdk'
import type { RunningServer } from './server'

export interface OpenedSession {
  beta: Anthropic['beta']
  storeId: string
  sessionId: string
}

export const clientOf = (server: RunningServer) =>
  new Anthropic({ apiKey: 'local', baseURL: server.url }).beta

/** A session of a store of its own, in which the busy model writes. */
export async function openSession(server: RunningServer, name: string): Promise<OpenedSession> {
  const beta = clientOf(server)
  const store = await beta.memoryStores.create({ name })
  const session = await beta.sessions.create({
    agent: 'busy',
    environment_id: 'env_bench',
    resources: [{ type: 'memory_store', memory_store_id: store.id }],
    ...{ palimpsest: { max_requests: 1000 } },
  })
  return { beta, storeId: store.id, sessionId: session.id }
}

/** Makes a session write this many files, and waits until it is idle. */
export async function write(opened: OpenedSession, count: number, name: string): Promise<void> {
  const { beta, sessionId } = opened
  const stream = await beta.sessions.events.stream(sessionId)
  await beta.sessions.events.send(sessionId, {
    events: [
      { type: 'user.message', content: [{ type: 'text', text: `write ${count} as ${name}` }] },
    ],
  })
  for await (const event of stream) if (event.type === 'session.status_idle') break
}

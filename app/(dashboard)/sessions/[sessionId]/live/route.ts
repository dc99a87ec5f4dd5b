import { z } from 'zod'
import { followMemory, type KnownSequences } from '@/lib/agent/follow-memory'
import { followReview } from '@/lib/agent/follow-review'
import { followSession } from '@/lib/agent/follow-session'
import { eventStream, type ServerSentEvent } from '@/lib/api/event-stream'
import { database } from '@/lib/db/open-database'
import { merged } from '@/lib/live/merged'
import { newId } from '@/lib/text/prefixed-id'

export const dynamic = 'force-dynamic'

const PREVIEWS = [
  'agent.message',
  'agent.thinking',
  'agent.tool_use',
  'context.summary_written',
] as const

const sequence = z.coerce.number().int().nonnegative()
const after = sequence.catch(0)

/** The numbers of the last changes that the page knows, by store. */
const known = z.record(z.string(), sequence)

interface Context {
  params: Promise<{ sessionId: string }>
}

/**
 * Streams a session to its page: its events after a given one, the text being generated, how far
 * its changes are reviewed, and the changes of the stores that are asked for, whoever made them.
 */
export async function GET(request: Request, { params }: Context): Promise<Response> {
  const { sessionId } = await params
  const { after: from, ...stores } = Object.fromEntries(new URL(request.url).searchParams)
  const asked = known.safeParse(stores)
  if (!asked.success) return new Response(null, { status: 400 })
  const conversation = { sessionId, after: after.parse(from) }
  return eventStream(request.signal, newId('req'), async function* (signal) {
    // By the clock that events are dated by: what is older was missed.
    yield { event: 'opened', data: { at: Date.now() } }
    const isAsked = Object.keys(asked.data).length > 0
    yield* merged([
      ofConversation(conversation, signal),
      ofReview(sessionId, signal),
      ...(isAsked ? [ofMemory({ sessionId, after: asked.data }, signal)] : []),
    ])
  })
}

async function* ofConversation(
  conversation: { sessionId: string; after: number },
  signal: AbortSignal,
): AsyncGenerator<ServerSentEvent> {
  const follow = { ...conversation, previews: PREVIEWS, withState: true, signal }
  for await (const news of followSession(database(), follow)) yield { event: 'news', data: news }
  if (!signal.aborted) yield { event: 'gone', data: {} }
}

async function* ofReview(sessionId: string, signal: AbortSignal): AsyncGenerator<ServerSentEvent> {
  for await (const review of followReview(database(), sessionId, signal)) {
    yield { event: 'review', data: { review } }
  }
}

async function* ofMemory(
  memory: { sessionId: string; after: KnownSequences },
  signal: AbortSignal,
): AsyncGenerator<ServerSentEvent> {
  for await (const news of followMemory(database(), { ...memory, signal })) {
    yield { event: 'memory', data: news }
  }
}

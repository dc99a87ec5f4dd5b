import { z } from 'zod'
import { followSession } from '@/lib/agent/follow-session'
import { eventStream } from '@/lib/api/event-stream'
import { database } from '@/lib/db/open-database'
import { newId } from '@/lib/text/prefixed-id'

export const dynamic = 'force-dynamic'

const PREVIEWS = [
  'agent.message',
  'agent.thinking',
  'agent.tool_use',
  'context.summary_written',
] as const

const after = z.coerce.number().int().nonnegative().catch(0)

interface Context {
  params: Promise<{ sessionId: string }>
}

/** Streams a session's events after a given one, and the text being generated, to its page. */
export async function GET(request: Request, { params }: Context): Promise<Response> {
  const { sessionId } = await params
  const from = after.parse(new URL(request.url).searchParams.get('after'))
  return eventStream(request.signal, newId('req'), async function* (signal) {
    // By the clock that events are dated by: what is older was missed.
    yield { event: 'opened', data: { at: Date.now() } }
    const follow = { sessionId, after: from, previews: PREVIEWS, withState: true, signal }
    for await (const news of followSession(database(), follow)) yield { event: 'news', data: news }
    if (!signal.aborted) yield { event: 'gone', data: {} }
  })
}

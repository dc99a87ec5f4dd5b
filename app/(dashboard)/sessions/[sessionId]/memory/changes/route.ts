import { followMemory } from '@/lib/agent/follow-memory'
import { getSession } from '@/lib/agent/get-session'
import { SessionError } from '@/lib/agent/problems'
import { eventStream } from '@/lib/api/event-stream'
import { database } from '@/lib/db/open-database'
import { newId } from '@/lib/text/prefixed-id'

export const dynamic = 'force-dynamic'

interface Context {
  params: Promise<{ sessionId: string }>
}

/**
 * Every change of a session's stores, whoever made it, for the memory panel: one stream for all of
 * them, since a browser allows few connections to a server.
 */
export async function GET(request: Request, { params }: Context): Promise<Response> {
  const { sessionId } = await params
  try {
    await getSession(database(), sessionId)
  } catch (error) {
    if (error instanceof SessionError) return new Response(null, { status: 404 })
    throw error
  }
  return eventStream(request.signal, newId('req'), async function* (signal) {
    const follow = { sessionId, signal }
    for await (const news of followMemory(database(), follow)) yield { event: 'news', data: news }
  })
}

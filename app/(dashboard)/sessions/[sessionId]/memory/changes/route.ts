import * as z from 'zod/mini'
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

/** By store: the number of the last change that the page knows. */
const known = z.record(z.string(), z.coerce.number().check(z.int(), z.nonnegative()))

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
  const asked = known.safeParse(Object.fromEntries(new URL(request.url).searchParams))
  if (!asked.success) return new Response(null, { status: 400 })
  return eventStream(request.signal, newId('req'), async function* (signal) {
    const follow = { sessionId, after: asked.data, signal }
    for await (const news of followMemory(database(), follow)) yield { event: 'news', data: news }
  })
}

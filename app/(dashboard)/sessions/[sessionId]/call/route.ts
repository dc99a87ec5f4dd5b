import type { CallChanges } from '@/components/session/call-changes'
import { changesOfCall } from '@/lib/agent/call-changes'
import { SessionError } from '@/lib/agent/problems'
import { database } from '@/lib/db/open-database'

export const dynamic = 'force-dynamic'

interface Context {
  params: Promise<{ sessionId: string }>
}

/** The changes of a session's call, made or proposed, for its card. */
export async function GET(request: Request, { params }: Context): Promise<Response> {
  const { sessionId } = await params
  const eventId = new URL(request.url).searchParams.get('event') ?? ''
  try {
    const changes: CallChanges = await changesOfCall(database(), { sessionId, eventId })
    return Response.json(changes)
  } catch (error) {
    if (error instanceof SessionError) return new Response(null, { status: 404 })
    throw error
  }
}

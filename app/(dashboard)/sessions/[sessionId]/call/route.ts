import { readHeldByRule } from '@/components/proposals/read-held-by-rule'
import type { CallChanges } from '@/components/session/conversation/call-changes'
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
    const changes = await changesOfCall(database(), { sessionId, eventId })
    const rule = changes.hold && (await readHeldByRule(changes.hold))
    return Response.json({ ...changes, rule } satisfies CallChanges)
  } catch (error) {
    if (error instanceof SessionError) return new Response(null, { status: 404 })
    throw error
  }
}

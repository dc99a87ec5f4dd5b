import { changesOfCall } from '@/lib/agent/call-changes'
import { SessionError } from '@/lib/agent/problems'
import { database } from '@/lib/db/open-database'

export const dynamic = 'force-dynamic'

interface Context {
  params: Promise<{ sessionId: string }>
}

/** What a call of a session changed, or would change, for its card. */
export async function GET(request: Request, { params }: Context): Promise<Response> {
  const { sessionId } = await params
  const eventId = new URL(request.url).searchParams.get('event') ?? ''
  try {
    return Response.json(await changesOfCall(database(), { sessionId, eventId }))
  } catch (error) {
    if (error instanceof SessionError) return new Response(null, { status: 404 })
    throw error
  }
}

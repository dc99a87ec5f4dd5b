import { SessionError } from '@/lib/agent/problems'
import { requestAt } from '@/lib/agent/request-at'
import { database } from '@/lib/db/open-database'

export const dynamic = 'force-dynamic'

interface Context {
  params: Promise<{ sessionId: string }>
}

/** The body of a request to the model, as sent, as a download. */
export async function GET(request: Request, { params }: Context): Promise<Response> {
  const { sessionId } = await params
  const startId = new URL(request.url).searchParams.get('start') ?? ''
  try {
    const sent = await requestAt(database(), { sessionId, startId })
    if (!sent) return new Response(null, { status: 404 })
    return new Response(sent.body, {
      headers: {
        'content-type': 'application/json',
        'content-disposition': `attachment; filename="${sent.startId}.json"`,
      },
    })
  } catch (error) {
    if (error instanceof SessionError) return new Response(null, { status: 404 })
    throw error
  }
}

import { getSession } from '@/lib/agent/get-session'
import { allSessionEvents } from '@/lib/agent/list-session-events'
import { SessionError } from '@/lib/agent/problems'
import { transcriptJson, transcriptMarkdown } from '@/lib/agent/transcript'
import { database } from '@/lib/db/open-database'

export const dynamic = 'force-dynamic'

interface Context {
  params: Promise<{ sessionId: string }>
}

/** The conversation as a file: Markdown, or JSON with everything. */
export async function GET(request: Request, { params }: Context): Promise<Response> {
  const { sessionId } = await params
  const isJson = new URL(request.url).searchParams.get('format') === 'json'
  try {
    const session = await getSession(database(), sessionId)
    const events = await allSessionEvents(database(), { sessionId })
    const text = (isJson ? transcriptJson : transcriptMarkdown)(session, events)
    return new Response(text, {
      headers: {
        'content-type': isJson ? 'application/json' : 'text/markdown; charset=utf-8',
        'content-disposition': `attachment; filename="${sessionId}.${isJson ? 'json' : 'md'}"`,
      },
    })
  } catch (error) {
    if (error instanceof SessionError) return new Response(null, { status: 404 })
    throw error
  }
}

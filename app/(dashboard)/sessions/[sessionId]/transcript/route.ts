import { getSession } from '@/lib/agent/get-session'
import { listSessionEvents } from '@/lib/agent/list-session-events'
import { SessionError } from '@/lib/agent/problems'
import type { SessionEvent } from '@/lib/agent/session-event'
import { transcriptJson, transcriptMarkdown } from '@/lib/agent/transcript'
import { database } from '@/lib/db/database'

export const dynamic = 'force-dynamic'

interface Context {
  params: Promise<{ sessionId: string }>
}

const PAGE = 1000

/** The conversation as a file: Markdown, or JSON with everything. */
export async function GET(request: Request, { params }: Context): Promise<Response> {
  const { sessionId } = await params
  const isJson = new URL(request.url).searchParams.get('format') === 'json'
  try {
    const session = await getSession(database(), sessionId)
    const events = await allEvents(sessionId)
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

async function allEvents(sessionId: string): Promise<SessionEvent[]> {
  const events: SessionEvent[] = []
  for (;;) {
    const after = events.at(-1)?.sequence ?? 0
    const page = await listSessionEvents(database(), { sessionId, after, limit: PAGE })
    events.push(...page)
    if (page.length < PAGE) return events
  }
}

import type { NextRequest } from 'next/server'
import { eventsAfter } from '@/lib/sessions/log'
import { getSession } from '@/lib/sessions/sessions'
import { plainName } from '@/lib/text/visible-text'
import { attachment, refusedAnswer } from '../../../answered'
import { markdownOf } from '../../transcript'

/** A conversation as a file: as Markdown to be read, or its events as they are stored. */
export async function GET(
  request: NextRequest,
  { params }: RouteContext<'/sessions/[id]/export'>,
): Promise<Response> {
  const { id } = await params
  const format = request.nextUrl.searchParams.get('format') === 'json' ? 'json' : 'md'
  try {
    const session = await getSession(id)
    const events = await eventsAfter(id, 0)
    const { title, settings, stores, createdAt } = session
    const body =
      format === 'json'
        ? `${JSON.stringify({ id, title, createdAt, settings, stores, events }, null, 2)}\n`
        : markdownOf(session, events)
    return new Response(body, {
      headers: {
        ...attachment(`${plainName(title ?? id)}.${format}`),
        'content-type': format === 'json' ? 'application/json' : 'text/markdown; charset=utf-8',
        'cache-control': 'no-store',
      },
    })
  } catch (error) {
    return refusedAnswer(error)
  }
}

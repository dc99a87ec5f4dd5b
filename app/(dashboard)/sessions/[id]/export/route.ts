import type { NextRequest } from 'next/server'
import { eventsAfter } from '@/lib/sessions/log'
import { getSession } from '@/lib/sessions/sessions'
import { plainName } from '@/lib/text/visible-text'
import { fileAnswer } from '../../../answered'
import { markdownOf } from '../../transcript'

/** A conversation as a file: as Markdown to be read, or its events as they are stored. */
export async function GET(
  request: NextRequest,
  { params }: RouteContext<'/sessions/[id]/export'>,
): Promise<Response> {
  const { id } = await params
  const format = request.nextUrl.searchParams.get('format') === 'json' ? 'json' : 'md'
  return fileAnswer(async () => {
    const session = await getSession(id)
    const events = await eventsAfter(id, 0)
    const { title, settings, stores, createdAt } = session
    const name = `${plainName(title ?? id)}.${format}`
    if (format === 'md') {
      return { name, type: 'text/markdown; charset=utf-8', body: markdownOf(session, events) }
    }
    const told = { id, title, createdAt, settings, stores, events }
    return { name, type: 'application/json', body: `${JSON.stringify(told, null, 2)}\n` }
  })
}

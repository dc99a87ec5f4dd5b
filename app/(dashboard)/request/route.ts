import type { NextRequest } from 'next/server'
import { answered, fileAnswer } from '@/app/(dashboard)/answered'
import type { ShownRequest } from '@/components/context/request'
import { coloursOf } from '@/components/lines/diff-lines'
import { eventsAfter } from '@/lib/sessions/log'
import { requestAt } from '@/lib/sessions/request'
import { getSession } from '@/lib/sessions/sessions'
import { invalidInput } from '@/lib/store/model/problems'
import { utf8Size } from '@/lib/text/content'

/** A request to the model: laid out for reading, or (`file`: its name) byte for byte as it was sent. */
export function GET({ nextUrl: { searchParams: asked } }: NextRequest): Promise<Response> {
  const file = asked.get('file')
  const read = () => readRequest(asked.get('session') ?? '', asked.get('start') ?? '')
  if (file !== null) {
    return fileAnswer(async () => {
      return { name: file, type: 'application/json', body: (await read()).json }
    })
  }
  return answered(async (): Promise<ShownRequest> => {
    const { json, isExact } = await read()
    const text = JSON.stringify(JSON.parse(json), null, 2)
    return { text, colours: coloursOf(text, '/a.json'), isExact, bytes: utf8Size(json) }
  })
}

async function readRequest(sessionId: string, startId: string) {
  const { settings, stores } = await getSession(sessionId)
  const events = await eventsAfter(sessionId, 0)
  const found = requestAt(events, settings, stores, startId)
  if (!found) throw invalidInput('start', 'must be the start of a request of this session')
  return found
}

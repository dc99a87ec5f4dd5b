import type { NextRequest } from 'next/server'
import { answered } from '../../../answered'
import { earlierPart, readSession } from '../../read-session'

/** A conversation from its newest part on; with `before`, the part before that event. */
export async function GET(
  request: NextRequest,
  { params }: RouteContext<'/sessions/[id]/entries'>,
): Promise<Response> {
  const { id } = await params
  const before = Number(request.nextUrl.searchParams.get('before') ?? Number.NaN)
  return answered(() => (Number.isSafeInteger(before) ? earlierPart(id, before) : readSession(id)))
}

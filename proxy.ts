import { NextResponse, type NextRequest } from 'next/server'
import { originProblem, type OriginProblem } from '@/lib/auth/request-origin'
import { settings } from '@/lib/settings'
import { newId } from '@/lib/text/prefixed-id'

const SECURITY_HEADERS = {
  'x-content-type-options': 'nosniff',
  'x-frame-options': 'DENY',
  'referrer-policy': 'same-origin',
  'content-security-policy': "frame-ancestors 'none'; base-uri 'self'; form-action 'self'",
}

const ANSWERS: Record<OriginProblem, { status: number; message: string }> = {
  unknown_host: {
    status: 421,
    message:
      'This server does not answer to that host name. Use 127.0.0.1 or localhost, or name the host in ALLOWED_HOSTS.',
  },
  foreign_origin: {
    status: 403,
    message: 'A page of another origin may not write here.',
  },
}

/** The first thing that a request meets: who may call this server by which name, and from where. */
export function proxy(request: NextRequest): NextResponse {
  const problem = originProblem(
    {
      method: request.method,
      host: request.headers.get('host'),
      origin: request.headers.get('origin'),
      fetchSite: request.headers.get('sec-fetch-site'),
    },
    settings().allowedHosts,
  )
  const response = problem ? refusal(request, problem) : NextResponse.next()
  for (const [name, value] of Object.entries(SECURITY_HEADERS)) response.headers.set(name, value)
  return response
}

function refusal(request: NextRequest, problem: OriginProblem): NextResponse {
  const { status, message } = ANSWERS[problem]
  if (!request.nextUrl.pathname.startsWith('/v1/')) return new NextResponse(message, { status })
  const requestId = newId('req')
  return NextResponse.json(
    { type: 'error', error: { type: 'permission_error', message }, request_id: requestId },
    { status, headers: { 'request-id': requestId, 'x-should-retry': 'false' } },
  )
}

export const config = { matcher: ['/((?!_next/static/).*)'] }

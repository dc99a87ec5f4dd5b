import { NextResponse, type NextRequest } from 'next/server'
import { originOf, originProblem, ORIGIN_ANSWERS } from '@/lib/auth/request-origin'
import { settings } from '@/lib/settings'

const SECURITY_HEADERS = {
  'x-content-type-options': 'nosniff',
  'x-frame-options': 'DENY',
  'referrer-policy': 'same-origin',
  'content-security-policy': "frame-ancestors 'none'; base-uri 'self'; form-action 'self'",
}

/** The first thing that a request for a page meets: who may call this server by which name, and from where. */
export function proxy(request: NextRequest): NextResponse {
  const problem = originProblem(originOf(request), settings().allowedHosts)
  const response = problem
    ? new NextResponse(ORIGIN_ANSWERS[problem].message, { status: ORIGIN_ANSWERS[problem].status })
    : NextResponse.next()
  for (const [name, value] of Object.entries(SECURITY_HEADERS)) response.headers.set(name, value)
  return response
}

// The API checks for itself (lib/api/api-route): a body that passes here is held in memory whole,
// and cut off without an error where it is long.
export const config = { matcher: ['/((?!_next/static/|v1/).*)'] }

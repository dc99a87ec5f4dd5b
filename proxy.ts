import { NextResponse, type NextRequest } from 'next/server'
import { contentSecurityPolicy } from '@/lib/auth/content-security-policy'
import { originOf, originProblem, ORIGIN_ANSWERS } from '@/lib/auth/request-origin'
import { settings } from '@/lib/settings'

const SECURITY_HEADERS = {
  'x-content-type-options': 'nosniff',
  'x-frame-options': 'DENY',
  'referrer-policy': 'same-origin',
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
  'permissions-policy': 'camera=(), geolocation=(), microphone=(), payment=(), usb=()',
}

/** The first thing that a request for a page meets: who may call this server by which name, and from where. */
export function proxy(request: NextRequest): NextResponse {
  const policy = contentSecurityPolicy({
    nonce: crypto.randomUUID(),
    isDevelopment: process.env.NODE_ENV === 'development',
  })
  const problem = originProblem(originOf(request), settings().allowedHosts)
  const response = problem
    ? new NextResponse(ORIGIN_ANSWERS[problem].message, { status: ORIGIN_ANSWERS[problem].status })
    : NextResponse.next({ request: { headers: withPolicy(request, policy) } })
  response.headers.set('content-security-policy', policy)
  for (const [name, value] of Object.entries(SECURITY_HEADERS)) response.headers.set(name, value)
  return response
}

/** The framework reads the nonce of its scripts from the request's policy. */
function withPolicy(request: NextRequest, policy: string): Headers {
  const headers = new Headers(request.headers)
  headers.set('content-security-policy', policy)
  return headers
}

// The API checks for itself (lib/api/api-route): a body that passes here is held in memory whole,
// and cut off without an error where it is long.
export const config = { matcher: ['/((?!_next/static/|v1/).*)'] }

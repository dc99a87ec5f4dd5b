import { NextResponse, type NextRequest } from 'next/server'
import { contentSecurityPolicy } from '@/lib/auth/content-security-policy'
import { addressAt } from '@/lib/auth/page-address'
import { presentedKey } from '@/lib/auth/presented-key'
import { originOf, originProblem, ORIGIN_ANSWERS } from '@/lib/auth/request-origin'
import { isDevelopment, settings } from '@/lib/settings'

const SECURITY_HEADERS = {
  'x-content-type-options': 'nosniff',
  'x-frame-options': 'DENY',
  'referrer-policy': 'same-origin',
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
  'permissions-policy': 'camera=(), geolocation=(), microphone=(), payment=(), usb=()',
}

/**
 * Checks every request for a page first: by which host name and from which origin the server is
 * called.
 */
export function proxy(request: NextRequest): NextResponse {
  const policy = contentSecurityPolicy({
    nonce: crypto.randomUUID(),
    isDevelopment: isDevelopment(),
  })
  const refusal = refusalOf(request)
  const response = refusal
    ? new NextResponse(refusal.message, { status: refusal.status })
    : NextResponse.next({ request: { headers: withPolicy(request, policy) } })
  response.headers.set('content-security-policy', policy)
  for (const [name, value] of Object.entries(SECURITY_HEADERS)) response.headers.set(name, value)
  return response
}

/** The refusal of a request, before any page sees it; null: it passes. */
function refusalOf(request: NextRequest): { status: number; message: string } | null {
  const address = addressAt(request.nextUrl.pathname)
  const problem = originProblem(originOf(request, address), settings().allowedHosts)
  if (problem) return ORIGIN_ANSWERS[problem]
  // Pages check no keys, so a limited key would have no limits here.
  return presentedKey(request.headers).kind === 'none' ? null : KEY_ANSWER
}

const KEY_ANSWER = {
  status: 403,
  message: 'API keys are good for the API under /v1, and for nothing else.',
}

/** The framework reads the nonce for its scripts from the request's policy. */
function withPolicy(request: NextRequest, policy: string): Headers {
  const headers = new Headers(request.headers)
  headers.set('content-security-policy', policy)
  return headers
}

// The API checks for itself (lib/api/api-route): a body that passes here would be buffered in full,
// and truncated without an error if it is long.
export const config = { matcher: ['/((?!_next/static/|v1/|v1$).*)'] }

import { NextResponse, type NextRequest } from 'next/server'
import { contentSecurityPolicy } from '@/lib/auth/content-security-policy'
import { addressAt } from '@/lib/auth/page-address'
import { pageRefusal } from '@/lib/auth/page-refusal'
import { SECURITY_HEADERS } from '@/lib/auth/security-headers'
import { isDevelopment } from '@/lib/settings'

/**
 * Checks every request for a page first: by which host name and from which origin the server is
 * called.
 */
export function proxy(request: NextRequest): NextResponse {
  const policy = contentSecurityPolicy({
    nonce: crypto.randomUUID(),
    isDevelopment: isDevelopment(),
  })
  const refusal = pageRefusal(request, addressAt(request.nextUrl.pathname))
  const response = refusal
    ? new NextResponse(refusal.message, { status: refusal.status })
    : NextResponse.next({ request: { headers: withPolicy(request, policy) } })
  response.headers.set('content-security-policy', policy)
  for (const [name, value] of Object.entries(SECURITY_HEADERS)) response.headers.set(name, value)
  return response
}

/** The framework reads the nonce for its scripts from the request's policy. */
function withPolicy(request: NextRequest, policy: string): Headers {
  const headers = new Headers(request.headers)
  headers.set('content-security-policy', policy)
  return headers
}

// The API, MCP and the health of the server check for themselves (lib/api/own-addresses): a body that
// passes here would be buffered in full, and truncated without an error if it is long.
export const config = {
  matcher: ['/((?!_next/static/|dashboard/v1/|v1/|v1$|mcp$|metrics$|healthz$|readyz$).*)'],
}

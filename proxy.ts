import { type NextRequest, NextResponse } from 'next/server'
import { contentSecurityPolicy, SECURITY_HEADERS } from '@/lib/auth/headers'
import { addressAt, refuseForeign } from '@/lib/auth/origin'
import { buildName } from '@/lib/build'
import { isRefusal } from '@/lib/refusal'
import { serverAddress } from '@/lib/server-file'
import { isDevelopment } from '@/lib/settings'

/**
 * Checks every request for a page first: under which name and from which page the server is called.
 * Each answer has the policy under which its page runs, and names the build that made it.
 */
export function proxy(request: NextRequest): NextResponse {
  const policy = contentSecurityPolicy(crypto.randomUUID(), isDevelopment())
  const response = refusalOf(request) ?? passed(request, policy)
  const headers = { ...SECURITY_HEADERS, 'content-security-policy': policy, 'x-build': buildName() }
  for (const [name, value] of Object.entries(headers)) response.headers.set(name, value)
  return response
}

function refusalOf(request: NextRequest): NextResponse | null {
  // No database holds it, so nothing here is called so.
  if (/%00/.test(request.url))
    return new NextResponse('Nothing has such an address.', { status: 404 })
  try {
    refuseForeign(request, addressAt(request.nextUrl.pathname))
    return null
  } catch (error) {
    if (!isRefusal(error)) throw error
    return new NextResponse(error.message, { status: error.code === 'unknown_host' ? 421 : 403 })
  }
}

/** The framework reads the nonce for its scripts from the request's policy. */
function passed(request: NextRequest, policy: string): NextResponse {
  const headers = new Headers(request.headers)
  headers.set('content-security-policy', policy)
  // An act of a page that was left the framework sends on to that page, at this address of the server's own.
  const { origin, host } = new URL(serverAddress())
  if (headers.has('origin')) headers.set('origin', origin)
  headers.set('x-forwarded-host', host)
  return NextResponse.next({ request: { headers } })
}

// What programs call checks for itself: a body that passes here would be buffered in full, and cut
// without an error where it is long.
export const config = {
  matcher: ['/((?!_next/static/|v1/|v1$|import$|mcp$|metrics$|healthz$|readyz$).*)'],
}

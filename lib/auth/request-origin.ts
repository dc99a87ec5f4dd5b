import { isLoopback, plainHost } from '@/lib/settings'

/** The parts of a request that the check needs. */
export interface RequestOrigin {
  method: string
  /** the `Host` header */
  host: string | null
  /** the `Origin` header */
  origin: string | null
  /** the `Sec-Fetch-Site` header, which only browsers send and no page can forge */
  fetchSite: string | null
  /** `Sec-Fetch-Mode`, how it is requested, and `Sec-Fetch-Dest`, for what */
  fetchMode: string | null
  fetchDest: string | null
  /** the kind of the requested address */
  address: Address
}

/** A dashboard page, what pages load and send, or the HTTP API. */
export type Address = 'page' | 'data' | 'api'

export type OriginProblem = 'unknown_host' | 'foreign_origin' | 'no_origin'

/** The response to a request that is refused. */
export const ORIGIN_ANSWERS: Record<OriginProblem, { status: number; message: string }> = {
  unknown_host: {
    status: 421,
    message:
      'This server does not answer to that host name. Use 127.0.0.1 or localhost, or name the host in ALLOWED_HOSTS.',
  },
  foreign_origin: {
    status: 403,
    message: 'A page of another origin may neither read nor write here; it may link to a page.',
  },
  no_origin: {
    status: 403,
    message: 'What the dashboard writes comes from its own pages. Programs use the API under /v1.',
  },
}

/** The part of a request that is checked here. */
type CheckedRequest = { method: string; headers: Pick<Headers, 'get'> }

export function originOf(request: CheckedRequest, address: Address): RequestOrigin {
  const { headers } = request
  return {
    method: request.method,
    host: headers.get('host'),
    origin: headers.get('origin'),
    fetchSite: headers.get('sec-fetch-site'),
    fetchMode: headers.get('sec-fetch-mode'),
    fetchDest: headers.get('sec-fetch-dest'),
    address,
  }
}

const READING: readonly string[] = ['GET', 'HEAD', 'OPTIONS']

/** Our own page; a typed address or a bookmark. */
const OWN_SITES: readonly string[] = ['same-origin', 'none']

/**
 * Checks whether a request may pass (architecture.md, Security). The `Host` must be one of this
 * machine's own names or an allowed one, or else a foreign page could point its own name here (DNS
 * rebinding). Requests from foreign pages are refused; browsers name the page in `Origin`, or flag
 * it in `Sec-Fetch-Site` even without one. Such a page's writes would do harm, and its reads,
 * though it never sees the responses, would keep the server busy. Another port of this machine is
 * foreign too (`same-site`). All that a foreign page may do is link a person to a page. Programs
 * send none of these headers and pass, except for writes to page addresses, which only pages make.
 */
export function originProblem(
  request: RequestOrigin,
  allowedHosts: readonly string[],
): OriginProblem | null {
  const host = plainHost(request.host ?? '')
  if (!isKnownHost(host, allowedHosts)) return 'unknown_host'
  if (isNavigation(request)) return null
  const { fetchSite, origin } = request
  if (fetchSite !== null && !OWN_SITES.includes(fetchSite)) return 'foreign_origin'
  if (origin !== null) return isOwnOrigin(origin, host) ? null : 'foreign_origin'
  const isWrite = !READING.includes(request.method)
  return isWrite && request.address !== 'api' ? 'no_origin' : null
}

/**
 * Returns whether a browser navigates to a page, from anywhere; not as a frame or embedded
 * otherwise.
 */
function isNavigation({ method, address, fetchMode, fetchDest }: RequestOrigin): boolean {
  return (
    address === 'page' && method === 'GET' && fetchMode === 'navigate' && fetchDest === 'document'
  )
}

/** `allowedHosts`: an entry with a port allows only that port; one without, any. */
function isKnownHost(host: string, allowedHosts: readonly string[]): boolean {
  const name = /^(?:(\[[^\]]+\])|([^:]+))(?::\d{1,5})?$/.exec(host)
  const hostname = name?.[1] ?? name?.[2]
  if (hostname === undefined) return false
  const isOwn = isLoopback(hostname.replace(/^\[|\]$/g, ''))
  return isOwn || allowedHosts.includes(hostname) || allowedHosts.includes(host)
}

/** An origin omits the default port of its scheme. */
function isOwnOrigin(origin: string, host: string): boolean {
  if (!URL.canParse(origin)) return false
  const { protocol, host: originHost } = new URL(origin)
  const own = `${protocol}//${host}`
  return URL.canParse(own) && new URL(own).host === plainHost(originHost)
}

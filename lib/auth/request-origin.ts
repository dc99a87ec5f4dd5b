import { isLoopback, plainHost } from '@/lib/settings'

/** What the check needs of a request. */
export interface RequestOrigin {
  method: string
  /** the `Host` header */
  host: string | null
  /** the `Origin` header */
  origin: string | null
  /** the `Sec-Fetch-Site` header, which only browsers send and no page can forge */
  fetchSite: string | null
  /** `Sec-Fetch-Mode`, how it is asked for, and `Sec-Fetch-Dest`, what for */
  fetchMode: string | null
  fetchDest: string | null
  /** what the address asked for is */
  address: Address
}

/** A page of the dashboard, what pages load and send, or the HTTP API. */
export type Address = 'page' | 'data' | 'api'

export type OriginProblem = 'unknown_host' | 'foreign_origin' | 'no_origin'

/** What a request that may not pass is answered. */
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

export function originOf(request: Request, address: Address): RequestOrigin {
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

/** A page of our own; a person who typed the address or chose a bookmark. */
const OWN_SITES: readonly string[] = ['same-origin', 'none']

/**
 * Whether a request may pass (architecture.md, Security). The `Host` must be one of this machine's
 * own names or an allowed one, or else a page elsewhere could have its name point here (DNS
 * rebinding). Nothing comes from a foreign page, which a browser names in `Origin`, and says in
 * `Sec-Fetch-Site` even where it sends none: its writes would do harm, and its reads, though it
 * never sees the answers, would keep the server busy. Another port of this machine is a foreign page
 * as well (`same-site`). All that such a page may do is lead a person to a page. Programs send none
 * of these headers and pass, but for what pages write: that is done by pages.
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

/** Whether a browser goes to a page, from wherever; not as a frame or anything else in another. */
function isNavigation({ method, address, fetchMode, fetchDest }: RequestOrigin): boolean {
  return (
    address === 'page' && method === 'GET' && fetchMode === 'navigate' && fetchDest === 'document'
  )
}

/** `allowedHosts`: with a port, only that one; without, any. */
function isKnownHost(host: string, allowedHosts: readonly string[]): boolean {
  const name = /^(?:(\[[^\]]+\])|([^:]+))(?::\d{1,5})?$/.exec(host)
  const hostname = name?.[1] ?? name?.[2]
  if (hostname === undefined) return false
  const isOwn = isLoopback(hostname.replace(/^\[|\]$/g, ''))
  return isOwn || allowedHosts.includes(hostname) || allowedHosts.includes(host)
}

/** The port that an origin leaves out is that of its scheme. */
function isOwnOrigin(origin: string, host: string): boolean {
  if (!URL.canParse(origin)) return false
  const { protocol, host: originHost } = new URL(origin)
  const own = `${protocol}//${host}`
  return URL.canParse(own) && new URL(own).host === plainHost(originHost)
}

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
}

export type OriginProblem = 'unknown_host' | 'foreign_origin'

/** What a request that may not pass is answered. */
export const ORIGIN_ANSWERS: Record<OriginProblem, { status: number; message: string }> = {
  unknown_host: {
    status: 421,
    message:
      'This server does not answer to that host name. Use 127.0.0.1 or localhost, or name the host in ALLOWED_HOSTS.',
  },
  foreign_origin: { status: 403, message: 'A page of another origin may not write here.' },
}

export function originOf(request: Request): RequestOrigin {
  return {
    method: request.method,
    host: request.headers.get('host'),
    origin: request.headers.get('origin'),
    fetchSite: request.headers.get('sec-fetch-site'),
  }
}

const READING: readonly string[] = ['GET', 'HEAD', 'OPTIONS']

/**
 * Whether a request may pass (architecture.md, Security). The `Host` must be one of this machine's
 * own names or an allowed one, or else a page elsewhere could have its name point here (DNS
 * rebinding). What writes must not come from a foreign page: a browser names the page in `Origin`,
 * and says `cross-site` even where it sends none.
 */
export function originProblem(
  request: RequestOrigin,
  allowedHosts: readonly string[],
): OriginProblem | null {
  const host = plainHost(request.host ?? '')
  if (!isKnownHost(host, allowedHosts)) return 'unknown_host'
  if (READING.includes(request.method)) return null
  if (request.fetchSite === 'cross-site') return 'foreign_origin'
  if (request.origin === null) return null
  return isOwnOrigin(request.origin, host) ? null : 'foreign_origin'
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

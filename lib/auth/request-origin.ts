import { isLoopback } from '@/lib/settings'

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
  if (!isKnownHost(request.host, allowedHosts)) return 'unknown_host'
  if (READING.includes(request.method)) return null
  if (request.fetchSite === 'cross-site') return 'foreign_origin'
  if (request.origin === null) return null
  return hostOf(request.origin) === request.host ? null : 'foreign_origin'
}

function isKnownHost(host: string | null, allowedHosts: readonly string[]): boolean {
  if (host === null) return false
  const name = /^(?:\[([^\]]+)\]|([^:]+))(?::\d{1,5})?$/.exec(host)
  const hostname = (name?.[1] ?? name?.[2])?.toLowerCase()
  if (hostname === undefined) return false
  return isLoopback(hostname) || allowedHosts.includes(hostname) || allowedHosts.includes(host)
}

function hostOf(origin: string): string | null {
  return URL.canParse(origin) ? new URL(origin).host : null
}

import { Refusal } from '@/lib/refusal'
import { isLoopback, plainHost, settings } from '@/lib/settings'
import { presentedKey } from './presented-key'

/** A page, what pages load and send, or an address for programs. */
export type Address = 'page' | 'data' | 'api'

/** The part of a request that is checked here. */
export interface CheckedRequest {
  method: string
  headers: Pick<Headers, 'get'>
}

/** What pages load besides pages: nobody follows a link of another site to it. */
const DATA =
  /^\/(?:live|texts\/[^/]+|places|listing|job|plan-row|rules-trial|compare-row|log-row|memory-file|live-memory|export|import|receipt|call|change|context|request|said|answers|review\/standing|sessions\/[^/]+\/(?:entries|export)|guide\/images\/[^/]+|_next\/.*|favicon\.ico|icon\.svg)$/

/** The kind of an address outside of those for programs. */
export function addressAt(pathname: string): 'page' | 'data' {
  return DATA.test(pathname.replace(/(?<=.)\/+$/, '')) ? 'data' : 'page'
}

const READING: readonly string[] = ['GET', 'HEAD', 'OPTIONS']

/** Our own page; a typed address or a bookmark. */
const OWN_SITES: readonly string[] = ['same-origin', 'none']

/**
 * Refuses a request that may not pass, before anything answers it. The `Host` must be one of this
 * machine's own names or an allowed one, or else a foreign page could point its own name here (DNS
 * rebinding): `unknown_host`. What foreign pages ask is refused, `foreign_origin`: their writes would
 * do harm, and their reads, though they never see the answers, would keep the server busy. Another
 * port of this machine is foreign, too. All that a foreign page may do is link a person to a page.
 * Programs name no origin and pass, except for writes to pages, which only pages make. Who presents a
 * key of ours is not the person whose pages these are, and they know nothing of its limits: `may_not`, or
 * `bad_key`.
 */
export function refuseForeign(
  request: CheckedRequest,
  address: Address,
  allowedHosts: readonly string[] = settings().allowedHosts,
): void {
  const header = (name: string) => request.headers.get(name)
  const host = plainHost(header('host') ?? '')
  if (!isKnownHost(host, allowedHosts)) {
    throw new Refusal(
      'unknown_host',
      'This server does not answer to that host name. Use 127.0.0.1 or localhost, or name the host in ALLOWED_HOSTS.',
    )
  }
  if (address !== 'api' && presentedKey(request.headers) !== null) {
    throw new Refusal('may_not', 'The pages are a person’s. A key opens the API under /v1.')
  }
  if (address === 'page' && isNavigation(request)) return
  const fetchSite = header('sec-fetch-site')
  const origin = header('origin')
  const isForeign =
    (fetchSite !== null && !OWN_SITES.includes(fetchSite)) ||
    (origin !== null && !isOwnOrigin(origin, host))
  if (isForeign) {
    throw new Refusal(
      'foreign_origin',
      'A page of another origin may neither read nor write here; it may link to a page.',
    )
  }
  if (origin === null && address !== 'api' && !READING.includes(request.method)) {
    throw new Refusal(
      'foreign_origin',
      'What the pages write comes from the pages themselves. Programs use the API under /v1.',
    )
  }
}

/** A browser that goes to a page, from anywhere; not as a frame or embedded otherwise. */
function isNavigation({ method, headers }: CheckedRequest): boolean {
  return (
    method === 'GET' &&
    headers.get('sec-fetch-mode') === 'navigate' &&
    headers.get('sec-fetch-dest') === 'document'
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

/** What our keys begin with, so that another service's key is not mistaken for a wrong one of ours. */
export const SECRET_PREFIX = 'plk_'

/** What a request shows of a key of ours: none; one, as it stands; or what is meant as one and is none. */
export type PresentedKey =
  | { kind: 'none' }
  | { kind: 'secret'; secret: string }
  | { kind: 'malformed' }

const WELL_FORMED = /^plk_[\w-]+$/

/**
 * The key of ours that a request carries. The TypeScript SDK sends `Authorization: Bearer`, the
 * Python SDK and curl `x-api-key`; where both come, another service's does not hide ours, or else a
 * limited key could shed its limits. For the same reason whatever begins like a key of ours is meant
 * as one, however it is written and whatever stands around it, and two that differ are none.
 */
export function presentedKey(headers: Headers): PresentedKey {
  const authorization = headers.get('authorization')?.trim() ?? ''
  const bearer = /^Bearer\s+(.+)$/i.exec(authorization)?.[1]
  const otherScheme = bearer === undefined ? [authorization, basicOf(authorization)] : []
  if (otherScheme.some(isMeantAsOurs)) return { kind: 'malformed' }
  const values = [headers.get('x-api-key') ?? '', bearer ?? '']
  const ours = new Set(values.filter(isMeantAsOurs).map((value) => value.trim()))
  const [secret, ...others] = ours
  if (secret === undefined) return { kind: 'none' }
  if (others.length > 0 || !WELL_FORMED.test(secret)) return { kind: 'malformed' }
  return { kind: 'secret', secret }
}

/** Its prefix in any case, at the beginning of a word; or a key that was cut off within it. */
function isMeantAsOurs(value: string): boolean {
  return /(?:^|[^a-z0-9_-])plk(?:_|\W|$)/i.test(value)
}

/** Name and password of `Authorization: Basic`, which `curl -u` sends; '' where there is none. */
function basicOf(authorization: string): string {
  const encoded = /^Basic\s+(\S+)$/i.exec(authorization)?.[1]
  return encoded === undefined ? '' : Buffer.from(encoded, 'base64').toString('latin1')
}

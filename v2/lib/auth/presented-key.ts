/**
 * The prefix of our keys, so that another service's key is not taken for an invalid one of ours.
 */
export const SECRET_PREFIX = 'plk_'

/** The key of ours that a request presents: none; one, verbatim; or one that is malformed. */
export type PresentedKey =
  | { kind: 'none' }
  | { kind: 'secret'; secret: string }
  | { kind: 'malformed' }

const WELL_FORMED = /^plk_[\w-]+$/

/**
 * The key of ours that a request carries. The TypeScript SDK sends `Authorization: Bearer`, the
 * Python SDK and curl `x-api-key`; if both come, another service's key does not hide ours, or else
 * a limited key could shed its limits. For the same reason anything that begins like a key of ours
 * counts as one, in any case and with anything around it, and two that differ are malformed.
 */
export function presentedKey(headers: Pick<Headers, 'get'>): PresentedKey {
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

/** Our prefix in any case, at the start of a word; or a key that was cut off within it. */
function isMeantAsOurs(value: string): boolean {
  return /(?:^|[^a-z0-9_-])plk(?:_|\W|$)/i.test(value)
}

/** Name and password of `Authorization: Basic`, which `curl -u` sends; '' if absent. */
function basicOf(authorization: string): string {
  const encoded = /^Basic\s+(\S+)$/i.exec(authorization)?.[1]
  return encoded === undefined ? '' : Buffer.from(encoded, 'base64').toString('latin1')
}

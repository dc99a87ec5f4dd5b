import { Refusal } from '@/lib/refusal'

/** The prefix of our keys, so that another service's key is not taken for an invalid one of ours. */
export const SECRET_PREFIX = 'plk_'

export const badKey = () => new Refusal('bad_key', 'The API key is not valid.')

/**
 * The key of ours that a request presents, verbatim; null: none. SDKs send `Authorization: Bearer` or
 * `x-api-key`; if both come, another service's key does not hide ours, or else a limited key could shed
 * its limits. For the same reason anything that begins like a key of ours counts as one, in any case and
 * with anything around it. Refuses `bad_key` for one that is malformed, and for two that differ.
 */
export function presentedKey(headers: Pick<Headers, 'get'>): string | null {
  const authorization = headers.get('authorization')?.trim() ?? ''
  const bearer = /^Bearer\s+(.+)$/i.exec(authorization)?.[1]
  const otherScheme = bearer === undefined ? [authorization, basicOf(authorization)] : []
  if (otherScheme.some(isMeantAsOurs)) throw badKey()
  const values = [headers.get('x-api-key') ?? '', bearer ?? '']
  const [secret, ...others] = new Set(values.filter(isMeantAsOurs).map((value) => value.trim()))
  if (secret === undefined) return null
  if (others.length > 0 || !/^plk_[\w-]+$/.test(secret)) throw badKey()
  return secret
}

/** Our prefix in any case, at the start of a word; or a key that was cut off within it. */
const isMeantAsOurs = (value: string) => /(?:^|[^a-z0-9_-])plk(?:_|\W|$)/i.test(value)

/** Name and password of `Authorization: Basic`, which `curl -u` sends; '' if absent. */
function basicOf(authorization: string): string {
  const encoded = /^Basic\s+(\S+)$/i.exec(authorization)?.[1]
  return encoded === undefined ? '' : Buffer.from(encoded, 'base64').toString('latin1')
}

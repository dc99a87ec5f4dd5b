import { hasAny, type FoundRange, matchesOf, type ScannedText } from './scanned-text'

/**
 * The head of a private key with the beginning of what it holds, on lines of their own or escaped
 * in JSON. Forty letters of it tell a key from `...`, `xxx` and other placeholders.
 */
const HEAD =
  /-----BEGIN (?:[A-Z0-9]{1,12} ){0,2}PRIVATE KEY(?: BLOCK)?-----(?:\s|\\[nr]){1,8}(?:[A-Za-z-]{1,20}: [^\n\\]{0,80}(?:\s|\\[nr]){1,4}){0,4}[A-Za-z0-9+/]{40}/g

const END = '-----END'

/** The longest key that there is, an RSA key of 16,384 bits, is shorter. */
const LONGEST_KEY = 20_000

/** Private keys, also where their end was not added with them. */
export function privateKeys({ text, folded }: ScannedText): FoundRange[] {
  if (!hasAny(folded, ['private key'])) return []
  return [...matchesOf(text, HEAD)].map((match) => {
    const end = text.indexOf(END, match.index + match[0].length)
    const isNear = end !== -1 && end - match.index <= LONGEST_KEY
    return {
      rule: 'private_key',
      from: match.index,
      to: isNear ? end + END.length : match.index + match[0].length,
    }
  })
}

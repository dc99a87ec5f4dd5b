import { KEY_FORMATS, type KeyFormat } from './key-formats'
import { Places } from './places'
import { PROVIDER_RULES, providerSecrets } from './provider-rules'
import { escaped, type FoundRange, matchesOf, type ScannedText } from './scanned-text'
import { secretAssignments, isPlaceholder } from './secret-assignments'

/** Hints that stand in many texts. Whether any other is there, one search tells. */
const COMMON = new Set(['pat', 'private', 'http://', 'https://'])
const ANY_RARE = new RegExp(
  [...KEY_FORMATS, ...PROVIDER_RULES]
    .flatMap(({ hints }) => hints)
    .filter((hint) => !COMMON.has(hint))
    .map(escaped)
    .join('|'),
)

/** Keys and passwords: of known formats, and what is called one and looks random. */
export function secrets(scanned: ScannedText): FoundRange[] {
  const { text, folded } = scanned
  const hasRare = ANY_RARE.test(folded)
  const isHinted = ({ hints }: { hints: readonly string[] }) =>
    hints.some((hint) => (hasRare || COMMON.has(hint)) && folded.includes(hint))
  const known = joined([
    ...providerSecrets(text, PROVIDER_RULES.filter(isHinted)),
    ...KEY_FORMATS.filter(isHinted).flatMap((format) => keysIn(text, format)),
    ...privateKeys(scanned),
    ...connectionStrings(scanned),
  ])
  const places = new Places(known)
  return [...known, ...secretAssignments(scanned).filter((range) => !places.overlaps(range))]
}

function keysIn(text: string, { rule, pattern }: KeyFormat): FoundRange[] {
  return (
    [...matchesOf(text, pattern)]
      // Asked here: a pattern that looks back before its first letter cannot skip ahead to it.
      .filter(({ index }) => index === 0 || !/[A-Za-z0-9]/.test(text[index - 1] ?? ''))
      .map(({ index, 0: key }) => ({ rule, from: index, to: index + key.length }))
  )
}

/**
 * The head of a private key with the beginning of what it holds, on lines of their own or escaped
 * in JSON. Forty letters of it tell a key from `...`, `xxx` and other placeholders.
 */
const HEAD =
  /-----BEGIN (?:[A-Z0-9]{1,12} ){0,2}PRIVATE KEY(?: BLOCK)?-----(?:\s|\\[nr]){1,8}(?:[A-Za-z-]{1,20}: [^\n\\]{0,80}(?:\s|\\[nr]){1,4}){0,4}[A-Za-z0-9+/]{40}/g

const END = /-----END[A-Z0-9 ]{0,60}(?:-----)?/y

/** The longest key that there is, an RSA key of 16,384 bits, is shorter. */
const LONGEST_KEY = 20_000

/** Private keys, also where their end was not added with them. */
function privateKeys({ text, folded }: ScannedText): FoundRange[] {
  if (!folded.includes('private key')) return []
  return [...matchesOf(text, HEAD)].map(({ index: from, 0: head }) => {
    const end = text.indexOf('-----END', from + head.length)
    END.lastIndex = Math.max(end, 0)
    const [last] = end - from <= LONGEST_KEY ? (END.exec(text) ?? []) : []
    return { rule: 'private_key', from, to: last ? end + last.length : from + head.length }
  })
}

/** Two rules that find the same key are one finding, of the rule that comes first. */
function joined(ranges: readonly FoundRange[]): FoundRange[] {
  const kept: FoundRange[] = []
  for (const range of ranges.toSorted((one, other) => one.from - other.from)) {
    const last = kept.at(-1)
    if (last && range.from < last.to) last.to = Math.max(last.to, range.to)
    else kept.push({ ...range })
  }
  return kept
}

/**
 * A user and a password in an address. The password may hold an `@`: the last one before the host
 * counts, as the programs that read such addresses take it.
 */
const LOGIN =
  /:\/\/(?<user>[^\s:@/"'`<>\0]{0,100}):(?<password>[^\s/"'`<>\0]{4,200})@(?<host>[A-Za-z0-9.-]{1,190})/g

const SCHEME =
  /(?<![A-Za-z0-9+])(?:postgres(?:ql)?|mysql|mariadb|mongodb(?:\+srv)?|rediss?|amqps?|mssql|sqlserver|clickhouse|cassandra|neo4j(?:\+s)?|bolt|ldaps?|smtps?|imaps?|s?ftps?|ssh|nats|mqtts?|https?)$/i

const LONGEST_SCHEME = 'mongodb+srv'.length

/** Hosts that nobody else reaches, and those kept for examples (RFC 2606, RFC 6761). */
const NOBODYS_HOST =
  /^(?:localhost|127\.|0\.0\.0\.0|host$|[a-z0-9-]{1,60}$|.{0,190}(?:^|\.)(?:example|test|invalid|localhost)(?:\.(?:com|org|net))?$)|host\.docker\.internal/i

/** Addresses of databases, queues and servers with their password in them. */
function connectionStrings({ text, folded }: ScannedText): FoundRange[] {
  if (!folded.includes('://')) return []
  return [...matchesOf(text, LOGIN)].flatMap(({ index, 0: login, groups = {} }) => {
    const { user = '', password = '', host = '' } = groups
    if (user === password || isPlaceholder(password) || NOBODYS_HOST.test(host)) return []
    const [scheme] = SCHEME.exec(text.slice(Math.max(index - LONGEST_SCHEME - 1, 0), index)) ?? []
    if (scheme === undefined) return []
    return [{ rule: 'connection_string', from: index - scheme.length, to: index + login.length }]
  })
}

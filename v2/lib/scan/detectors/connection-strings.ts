import { isPlaceholder } from './secret-assignments'
import { type FoundRange, matchesOf, type ScannedText } from './scanned-text'

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
export function connectionStrings({ text, folded }: ScannedText): FoundRange[] {
  if (!folded.includes('://')) return []
  return [...matchesOf(text, LOGIN)].flatMap(({ index, 0: login, groups = {} }) => {
    const { user = '', password = '', host = '' } = groups
    if (user === password || isPlaceholder(password) || NOBODYS_HOST.test(host)) return []
    const [scheme] = SCHEME.exec(text.slice(Math.max(index - LONGEST_SCHEME - 1, 0), index)) ?? []
    if (scheme === undefined) return []
    return [{ rule: 'connection_string', from: index - scheme.length, to: index + login.length }]
  })
}

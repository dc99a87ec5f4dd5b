import { PrismaPg } from '@prisma/adapter-pg'
import { log } from '@/lib/log'

/** A server opens at most this many connections. */
const MOST_CONNECTIONS = 16

/**
 * The adapter of PostgreSQL. Statements are unnamed, locks are their transaction's and a connection begins
 * without options, so a pooler in transaction mode needs no setting. Times are columns without a zone, and
 * written as UTC: the server's own zone changes none.
 */
export function postgresqlAdapter(connectionString: string): PrismaPg {
  const pool = {
    connectionString,
    max: MOST_CONNECTIONS,
    connectionTimeoutMillis: 10_000,
  }
  // A connection that is lost while nobody uses it is replaced with the next query.
  const noted = (error: Error) =>
    log.warn('a connection to PostgreSQL was lost', { error: error.message })
  return new PrismaPg(pool, { onPoolError: noted, onConnectionError: noted })
}

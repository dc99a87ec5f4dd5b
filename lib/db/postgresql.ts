import { PrismaPg } from '@prisma/adapter-pg'
import { log } from '@/lib/log'
import type { Reader, Tx } from './index'

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

/** Whether a server takes no writes, as a standby does, or one whose settings say so: no model has it. */
export async function takesNoWrites(reader: Reader): Promise<boolean> {
  const [found] = await reader.$queryRaw<{ is: boolean }[]>`SELECT pg_is_in_recovery()
    OR current_setting('transaction_read_only')::boolean AS "is"`
  return found?.is ?? false
}

/** Has a transaction fail that would wait past its time for another one's lock, or whose server stands still or is gone. */
export const limitWaits = (tx: Tx, time: number): Promise<unknown> =>
  tx.$executeRaw`SELECT set_config('idle_in_transaction_session_timeout', ${String(time)}, true),
    set_config('lock_timeout', ${String(time * 0.8)}, true)`

/** The server's own time, in milliseconds. */
export async function timeIn(tx: Tx): Promise<number> {
  const [found] = await tx.$queryRaw<{ now: number }[]>`SELECT
    extract(epoch FROM clock_timestamp())::float8 * 1000 AS "now"`
  return found?.now ?? Date.now()
}

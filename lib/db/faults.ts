import { perProcess } from '@/lib/per-process'
import { isRefusal, Refusal } from '@/lib/refusal'

/** The reasons for which a database cannot be used, whatever is asked of it. */
export type DatabaseFault =
  | 'disk_full'
  | 'read_only'
  | 'damaged'
  | 'disk_error'
  | 'file_gone'
  | 'unreachable'
  | 'outcome_unknown'
  | 'busy'

/** Thrown where the connection was lost during a commit, and the outcome stays unknown. */
export class OutcomeUnknownError extends Error {
  override readonly name = 'OutcomeUnknownError'
  readonly code = 'OUTCOME_UNKNOWN'

  constructor(options: { cause: unknown }) {
    super('the connection was lost while it committed', options)
  }
}

/** Thrown where a database has other migrations than this version, and is left as it was. */
export class MigrationsError extends Error {
  override readonly name = 'MigrationsError'
}

/** Codes of SQLite (its result codes), PostgreSQL (appendix A), Prisma and the system; kinds of adapters. */
const FAULTS: readonly (readonly [RegExp, DatabaseFault])[] = [
  [/^(SQLITE_FULL|ENOSPC|EDQUOT|53100)/, 'disk_full'],
  [/^(SQLITE_READONLY|EROFS|EACCES|25006|SQLITE_CANTOPEN|SQLITE_PERM)/, 'read_only'],
  [/^(SQLITE_CORRUPT|SQLITE_NOTADB|XX001|XX002)/, 'damaged'],
  [/^(SQLITE_IOERR|58030|EIO$)/, 'disk_error'],
  [/^DATABASE_FILE_GONE/, 'file_gone'],
  [/^OUTCOME_UNKNOWN/, 'outcome_unknown'],
  [
    /^(ECONN|EHOSTUNREACH|ENETUNREACH|ENOTFOUND|EAI_AGAIN|EPIPE|ETIMEDOUT|08|57P0|P1001|P1017|DatabaseNotReachable|ConnectionClosed)/,
    'unreachable',
  ],
  // P1018: a statement of a transaction that is over. 57014 and what follows: a limit of PostgreSQL's own
  // on statements, locks and transactions.
  [
    /^(SQLITE_BUSY|SQLITE_LOCKED|SocketTimeout|53300|53400|P1008|P2024|P2028|P1018|57014|55P03|25P0[34])/,
    'busy',
  ],
]

/** Messages that `pg` throws without a code. */
const LOST_CONNECTION = /^(Connection terminated|Client has encountered a connection error)/
/** All that a server may have are in use. */
const NO_CONNECTION = /^timeout exceeded when trying to connect/

const MOST_CAUSES = 6

/** The fault behind an error or any of its causes, with the engine's or the system's code; null: none. */
export function databaseFaultOf(
  thrown: unknown,
  depth = 0,
): { fault: DatabaseFault; code: string } | null {
  if (typeof thrown !== 'object' || thrown === null || depth > MOST_CAUSES) return null
  const { originalCode, code, kind, message, cause, errors, meta } = thrown as Record<
    string,
    unknown
  >
  // What is nearest to the disk says most: Prisma calls a full disk an unknown error.
  const inner = [cause, (meta as Record<string, unknown> | undefined)?.driverAdapterError, errors]
  for (const each of inner.flat()) {
    const found = databaseFaultOf(each, depth + 1)
    if (found) return found
  }
  for (const word of [originalCode, code, kind]) {
    const known = FAULTS.find(([expression]) => expression.test(String(word)))
    if (known) return { fault: known[1], code: String(word) }
  }
  if (LOST_CONNECTION.test(String(message)))
    return { fault: 'unreachable', code: 'CONNECTION_LOST' }
  if (NO_CONNECTION.test(String(message))) return { fault: 'busy', code: 'NO_CONNECTION' }
  return null
}

/** Each fault and its remedy, for an operator or a caller of the API. */
export const FAULT_WORDS: Record<DatabaseFault, string> = {
  disk_full:
    'The disk that holds the database is full; what was being written is not there. Free some space, and try again.',
  read_only:
    'The database cannot be written: its file or folder is read-only. Give the user of the server the right to write there, and try again.',
  damaged:
    'The database file is damaged. Stop the server, keep a copy of the file, and restore the last backup; `palimpsest doctor` says more.',
  disk_error:
    'The disk that holds the database reports errors. Look after the disk before anything else.',
  file_gone:
    'The database file, or the journal beside it, was deleted, moved or replaced while the server was running. Nothing is saved until the same file is back. If it is lost, stop the server and restore the last backup.',
  unreachable:
    'The database server cannot be reached. What was asked may be asked again once it is back.',
  outcome_unknown:
    'The connection to the database was lost while this was being saved, and it could not be found out whether it was. Look before asking again.',
  busy: 'The database is kept busy by another process; what was being written is not there. Try again in a moment.',
}

/** The refusal that an error is, or `database_fault` where it stands for one; null: it is something else. */
export function refusalOf(error: unknown): Refusal | null {
  if (isRefusal(error)) return error
  const found = databaseFaultOf(error)
  return found && new Refusal('database_fault', FAULT_WORDS[found.fault], { kind: found.fault })
}

/**
 * Why something could not begin, in one line. A host with several addresses, none of which answers, gives
 * an error without words.
 */
export function reasonOf(error: unknown): string {
  const refusal = refusalOf(error)
  if (refusal) return refusal.message
  if (error instanceof AggregateError) return error.errors.map(reasonOf).join(', ')
  return error instanceof Error ? (error.message.split('\n')[0] ?? '') : String(error)
}

const health = perProcess('database health', () => ({ writeFault: null as DatabaseFault | null }))

/** Remembers how a write ended, so that readiness tries again after a fault. */
export function noteWrite(fault: DatabaseFault | null): void {
  health.writeFault = fault
}

/** What the last write met; null: nothing. */
export const lastWriteFault = (): DatabaseFault | null => health.writeFault

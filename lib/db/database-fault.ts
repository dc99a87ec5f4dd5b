/** The reasons for which a database cannot be used, whatever the statement. */
export type DatabaseFault =
  | 'disk_full'
  | 'read_only'
  | 'damaged'
  | 'disk_error'
  | 'file_gone'
  | 'unreachable'
  | 'outcome_unknown'
  | 'busy'

/** Thrown when the connection was lost during a commit, and the outcome stays unknown. */
export class OutcomeUnknownError extends Error {
  override readonly name = 'OutcomeUnknownError'
  readonly code = 'OUTCOME_UNKNOWN'

  constructor(options: { cause: unknown }) {
    super('the connection was lost while it committed', options)
  }
}

/**
 * Prefixes of codes: SQLite (its documentation, result codes), PostgreSQL (appendix A) and the
 * system.
 */
const FAULTS: readonly (readonly [RegExp, DatabaseFault])[] = [
  [/^(SQLITE_FULL|ENOSPC|EDQUOT|53100)/, 'disk_full'],
  [/^(SQLITE_READONLY|EROFS|25006|SQLITE_CANTOPEN|SQLITE_PERM)/, 'read_only'],
  [/^(SQLITE_CORRUPT|SQLITE_NOTADB|XX001|XX002)/, 'damaged'],
  [/^(SQLITE_IOERR|58030|EIO)/, 'disk_error'],
  [/^DATABASE_FILE_GONE/, 'file_gone'],
  [/^OUTCOME_UNKNOWN/, 'outcome_unknown'],
  [
    /^(ECONN|EHOSTUNREACH|ENETUNREACH|ENOTFOUND|EAI_AGAIN|ETIMEDOUT|EPIPE|08|57P0|P1001|P1017)/,
    'unreachable',
  ],
  [/^(SQLITE_BUSY|SQLITE_LOCKED|53300|53400|P1008|P2024)/, 'busy'],
]

/** Messages that `pg` throws without a code. */
const LOST_CONNECTION =
  /^(Connection terminated|timeout exceeded when trying to connect|Client has encountered a connection error)/

/**
 * The database fault behind an error or any of its causes; null: none. `code` is the engine's or
 * the system's own.
 */
export function databaseFaultOf(
  thrown: unknown,
  depth = 0,
): { fault: DatabaseFault; code: string } | null {
  if (typeof thrown !== 'object' || thrown === null || depth > 5) return null
  const code = 'code' in thrown ? String(thrown.code) : ''
  const known = FAULTS.find(([expression]) => expression.test(code))
  if (known) return { fault: known[1], code }
  if (thrown instanceof Error && LOST_CONNECTION.test(thrown.message)) {
    return { fault: 'unreachable', code: 'CONNECTION_LOST' }
  }
  for (const inner of innerErrors(thrown)) {
    const found = databaseFaultOf(inner, depth + 1)
    if (found) return found
  }
  return null
}

/** A host may have several addresses, each with an error of its own. */
function innerErrors(thrown: object): unknown[] {
  const { cause, errors } = thrown as Record<string, unknown>
  return [cause, ...(Array.isArray(errors) ? (errors as unknown[]) : [])]
}

/** Each fault and its remedy, for an operator or a caller of the API. */
export const FAULT_WORDS: Record<DatabaseFault, string> = {
  disk_full:
    'The disk that holds the database is full; nothing of this was written. Free some space, and try again.',
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
  busy: 'The database is kept busy by another process. Try again in a moment.',
}

import type { ReadingClient } from './client'
import type { ChangeSignal } from './change-signal'
import type { DatabaseHealth } from './database-health'
import type { BulkSql, Sql, WriteSql } from './sql'

export type DatabaseKind = 'sqlite' | 'postgresql'

/** A job inside a write transaction. It must only talk to the database, and may run more than once. */
export type WriteJob<T> = (tx: WriteSql) => Promise<T>

/** Lets a job share a transaction with others (`Database.write`). */
export interface Together<Ask = unknown> {
  /** the id of the store that the job changes, and locks */
  key: string
  /** its first reads */
  ask: Ask
  /** jobs that do not know it go last: they would outdate what the others know */
  goes: 'first' | 'last'
  /**
   * Locks what the jobs lock and reads what they ask, at once, into `shared.memo`. Returns the keys
   * whose jobs may run: with `skip` all that nobody else has locked, with `wait` all, later.
   */
  prepare(
    tx: WriteSql,
    asks: readonly Ask[],
    whenLocked: 'skip' | 'wait',
  ): Promise<ReadonlySet<string>>
}

/**
 * The outcome of freeing pages after a redaction's transaction: see
 * lib/store/redaction/rewrite-versions.
 */
export interface CompactionResult {
  /** whether every freed byte is gone from the files (or, on PostgreSQL, from live pages) */
  isComplete: boolean
  /** why not, in words for an operator */
  reason: string | null
}

/** The application's one database. Nothing outside `lib/db` knows which engine it is. */
export interface Database {
  readonly kind: DatabaseKind
  /** Reads committed data. */
  readonly read: Sql
  /** Reads committed data by Prisma's client: for what people read (docs/decisions/0034-…). */
  readonly prisma: ReadingClient
  /**
   * Reads committed data for long work (exports, searches of many candidates, redactions) without
   * making anyone else wait: on SQLite in threads with their own connections, on PostgreSQL on a
   * few separate connections. Each query costs a message to a thread, so ask for many rows at a
   * time, and page large results by key. Each query sees what was committed when it began; there is
   * no snapshot across queries (docs/decisions/0011-…): a caller that needs one goes by the
   * sequences of changes.
   */
  readonly bulk: BulkSql
  /** Signals the stores that changed, in this process or another. */
  readonly changes: ChangeSignal
  /** Signals the sessions that changed, in this process or another. */
  readonly sessionChanges: ChangeSignal
  /**
   * Runs the job in a transaction and returns once it is durable: synced to disk (SQLite
   * by `JournalSync`, PostgreSQL by `synchronous_commit=on`). If the job throws, its writes are
   * rolled back. Jobs of several callers may share a commit; on PostgreSQL those that say so by
   * `together`: short ones, that change one store and know what they will read.
   */
  write<T>(job: WriteJob<T>, together?: Together): Promise<T>
  /** Its state as last observed. */
  readonly health: DatabaseHealth
  /** Scans the whole file in a separate thread and records damage in `health`. */
  lookForDamage(): Promise<void>
  /**
   * If the database is a local file, remembers redacted versions in the transaction that redacts
   * them, for the list that is applied to a restored backup (docs/operations.md).
   */
  keepRedactions(tx: WriteSql, marks: readonly string[]): Promise<void>
  /**
   * Brings that list up to date. False: it cannot be written now, which is logged; what it lacks is
   * added by the next call, at the latest when the server starts.
   */
  listRedactions(): Promise<boolean>
  /** True if no write is queued or running; background work waits for this. */
  isIdle(): boolean
  /**
   * Rewrites the files so that no freed byte stays in them; slow, but does not block readers. On a
   * remote server, only what was freed in these tables.
   */
  compact(tables: readonly string[]): Promise<CompactionResult>
  /**
   * The files on this machine that hold data, for the search after a redaction; none for a remote
   * server.
   */
  files(): string[]
  /** Checks the engine's own consistency; returns what is wrong, nothing when it is intact. */
  integrityProblems(): Promise<string[]>
  close(): Promise<void>
}

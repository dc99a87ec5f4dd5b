import type { ChangeSignal } from './change-signal'
import type { DatabaseHealth } from './database-health'
import type { PrismaReader } from './prisma-reader'
import type { BulkSql, Sql, WriteSql } from './sql'

export type DatabaseKind = 'sqlite' | 'postgresql'

/** A job inside a write transaction. It only talks to the database, and may be run more than once. */
export type WriteJob<T> = (tx: WriteSql) => Promise<T>

/** What a redaction needs of the engine after its transaction: see lib/store/redact-versions. */
export interface CompactionResult {
  /** whether every byte that was freed is gone from the files (or, on PostgreSQL, from live pages) */
  isComplete: boolean
  /** why not, in words for an operator */
  reason: string | null
}

/** The one database of the application. Nothing outside `lib/db` knows which engine it is. */
export interface Database {
  readonly kind: DatabaseKind
  /** Reads what is committed. */
  readonly read: Sql
  /**
   * Reads what is committed, for long work (exports, searches of many candidates, redactions),
   * without keeping anybody else waiting: in threads with connections of their own on SQLite, on few
   * connections of their own on PostgreSQL. A query costs a message to a thread, so it asks for many
   * rows at a time; what is large is asked for in pages, by key. Each query sees what was committed
   * when it began, and no state is kept from one to the next (docs/decisions/0011-…): who needs one
   * goes by the numbers of the changes.
   */
  readonly bulk: BulkSql
  /** Typed reads for listings that are not on the hot path. It never writes. */
  readonly prisma: PrismaReader
  /** Which stores changed, in this process or another. */
  readonly changes: ChangeSignal
  /** Which sessions changed, in this process or another. */
  readonly sessionChanges: ChangeSignal
  /**
   * Runs the job in a transaction and returns once it is durable: synced to disk (SQLite
   * `synchronous=FULL`, PostgreSQL `synchronous_commit=on`). If the job throws, nothing of it
   * stays. Jobs of several callers may share one commit.
   */
  write<T>(job: WriteJob<T>): Promise<T>
  /** What is known of its state. */
  readonly health: DatabaseHealth
  /** Reads the whole file, in a thread of its own, and notes in `health` what is damaged. */
  lookForDamage(): Promise<void>
  /**
   * Adds versions that were redacted to the list by which a restored backup is rid of them, where the
   * database is a file of this machine (docs/operations.md).
   */
  keepRedactions(versionIds: readonly string[]): void
  /** Whether no write is waiting or running; background work runs then. */
  isIdle(): boolean
  /**
   * Rewrites the files so that no freed byte stays in them; long, does not block reading. On a server
   * elsewhere only what was freed in these tables.
   */
  compact(tables: readonly string[]): Promise<CompactionResult>
  /** The files that hold data on this machine, for the search after a redaction; none for a server elsewhere. */
  files(): string[]
  /** Checks the engine's own consistency; returns what it found wrong, nothing when all is well. */
  integrityProblems(): Promise<string[]>
  close(): Promise<void>
}

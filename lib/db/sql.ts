import type { WritingClient } from './client'

/** The parameters of a statement; times and sequences are numbers. */
export type SqlValue = string | number | Uint8Array | null

/** A statement with its parameters, as the domain writes it. */
export interface Statement {
  text: string
  params: readonly SqlValue[]
}

/**
 * One connection as the domain sees it. Statements are written once for both databases, with `?`
 * for parameters and no `?` in literals. Integers come back as numbers (all of ours stay below
 * 2^53), bytes as Buffers.
 */
export interface Sql {
  all<Row>(text: string, params?: readonly SqlValue[]): Promise<Row[]>
  get<Row>(text: string, params?: readonly SqlValue[]): Promise<Row | undefined>
  /** Runs a statement that returns no rows; returns how many rows it changed. */
  run(text: string, params?: readonly SqlValue[]): Promise<number>
}

/** Reads for long work: see `Database.bulk`. */
export interface BulkSql extends Sql {
  /**
   * The same, for a caller that may leave: once the signal is aborted, its queries are cancelled
   * and reject with the signal's reason.
   */
  until(signal: AbortSignal | undefined): BulkSql
}

/** Tables whose rows have a number of their own, `key`. */
export type NumberedTable = 'memories' | 'path_nodes'

/**
 * Several jobs that run one after another in one transaction, as if each had one of its own. What
 * they write is sent together, after the last.
 */
export interface SharedTransaction {
  /**
   * Facts about rows that nobody else can change meanwhile, shared by the jobs. A job changes them
   * only when it can no longer fail.
   */
  readonly memo: Map<string, unknown>
  /**
   * For a job that turns out to be long, before it has written anything: runs it again in a
   * transaction of its own. Does nothing where it is in one.
   */
  leave(): void
  /** Fetches the keys of rows that will be inserted, so many for each table, with the next statement. */
  reserve(tables: readonly NumberedTable[], keys: number): void
  /**
   * Registers a function that writes what `memo` holds and the database does not, by the `later`
   * that it is given. It is called before each statement that might read it, and before the commit.
   */
  onSend(writeBack: (later: WriteSql['later']) => void): void
}

/** A write transaction. */
export interface WriteSql extends Sql {
  /** Prisma's client within it: for what people write (docs/decisions/0034-…). */
  readonly prisma: WritingClient
  /**
   * Goes at the end of a SELECT whose rows the transaction will change; empty where a write
   * transaction locks the whole database.
   */
  readonly forUpdate: '' | 'FOR UPDATE'
  /**
   * Goes at the end of a SELECT whose rows must not be deleted before the transaction ends, and may
   * be changed; empty where a write transaction locks the whole database.
   */
  readonly forKeyShare: '' | 'FOR KEY SHARE'
  /**
   * An SQL expression for the database's clock, milliseconds since 1970: for times that processes
   * on several machines compare. Times that are only shown come from the process, as a parameter.
   */
  readonly clock: string
  /**
   * Runs a statement whose outcome the job does not need. It may be sent later, with others: before
   * the job's next statement of another kind, at the latest with the commit. Such statements keep
   * their order within a table, and may change it between tables; each touches only the table that
   * it names first, and none reads. An error is thrown by a later statement, or by `write`.
   */
  later(text: string, params?: readonly SqlValue[]): Promise<void>
  /**
   * Like `later`, for the insertion of a row into a table whose rows are numbered; returns its
   * `key`. The statement's first parameter is that key and is not among `params`.
   */
  insert(table: NumberedTable, text: string, params: readonly SqlValue[]): Promise<number>
  /** The transaction that is shared with others' jobs; null: it is the job's own. */
  readonly shared: SharedTransaction | null
  /** Marks this store as changed; its listeners are called once the transaction is durable. */
  touch(storeKey: number): void
  /** Marks this session as changed; its listeners are called once the transaction is durable. */
  touchSession(sessionKey: number): void
}

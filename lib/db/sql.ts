/** What a statement takes as a parameter; times and sequences are numbers. */
export type SqlValue = string | number | Uint8Array | null

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

/** A write transaction. */
export interface WriteSql extends Sql {
  /**
   * Goes at the end of a SELECT whose rows the transaction will change; empty where a write
   * transaction locks the whole database.
   */
  readonly forUpdate: '' | 'FOR UPDATE'
  /**
   * An SQL expression for the database's clock, milliseconds since 1970: for times that processes
   * on several machines compare. Times that are only shown come from the process, as a parameter.
   */
  readonly clock: string
  /** Marks this store as changed; its listeners are called once the transaction is durable. */
  touch(storeKey: number): void
  /** Marks this session as changed; its listeners are called once the transaction is durable. */
  touchSession(sessionKey: number): void
}

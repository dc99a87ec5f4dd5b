/** What a statement takes: numbers, text and bytes; times and sequences are numbers. */
export type SqlValue = string | number | Uint8Array | null

/**
 * One connection as the domain sees it. Statements are written once for both databases, with `?`
 * for parameters and no `?` in literals. Integers come back as numbers (all of ours stay below
 * 2^53), bytes as Buffer.
 */
export interface Sql {
  all<Row>(text: string, params?: readonly SqlValue[]): Promise<Row[]>
  get<Row>(text: string, params?: readonly SqlValue[]): Promise<Row | undefined>
  /** Runs a statement that answers no rows; returns how many rows it changed. */
  run(text: string, params?: readonly SqlValue[]): Promise<number>
}

/** Reads for long work: see `Database.bulk`. */
export interface BulkSql extends Sql {
  /**
   * The same, for a caller that may leave: what it has asked is stopped, and refused with the
   * signal's reason, as soon as the signal is aborted.
   */
  until(signal: AbortSignal | undefined): BulkSql
}

/** A transaction that writes. */
export interface WriteSql extends Sql {
  /** Ends a SELECT whose rows the transaction is going to change; empty where a write transaction holds the whole database. */
  readonly forUpdate: '' | 'FOR UPDATE'
  /**
   * An expression for the database's own time, milliseconds since 1970: for what processes on
   * several machines compare. What is only shown is the process's time, as a parameter.
   */
  readonly clock: string
  /** Says that this store changed; its listeners are told once the transaction is durable. */
  touch(storeKey: number): void
  /** Says that this session changed; its listeners are told once the transaction is durable. */
  touchSession(sessionKey: number): void
}

import Sqlite from 'better-sqlite3'
import type { Sql, SqlValue } from './sql'

const PAGE_CACHE_KIB = 64 * 1024

/** Pages of 4 KiB that the journal may hold before a checkpoint; many are rewritten by then. */
const CHECKPOINT_PAGES = 4000

/** With fewer statements in this time the page cache is given back; milliseconds. */
const REST_MS = 30_000
const FEW_STATEMENTS = 300

/** A connection with our settings that prepares each statement once. */
export class SqliteConnection implements Sql {
  readonly raw: Sqlite.Database
  private readonly statements = new Map<string, Sqlite.Statement<SqlValue[]>>()
  /** statements asked for since the connection last looked whether it rests */
  private asked = 0
  private readonly resting: NodeJS.Timeout

  constructor(file: string) {
    // Waiting for a lock blocks the process, so the timeout is short and callers retry
    // asynchronously.
    this.raw = new Sqlite(file, { timeout: 20 })
    this.raw.pragma('journal_mode = WAL')
    this.raw.pragma('synchronous = FULL')
    this.raw.pragma('foreign_keys = ON')
    this.raw.pragma('secure_delete = ON')
    this.raw.pragma('temp_store = MEMORY')
    this.raw.pragma(`cache_size = -${PAGE_CACHE_KIB}`)
    this.raw.pragma(`wal_autocheckpoint = ${CHECKPOINT_PAGES}`)
    this.resting = setInterval(() => this.giveBackAtRest(), REST_MS)
    this.resting.unref()
  }

  prepare(text: string): Sqlite.Statement<SqlValue[]> {
    this.asked++
    let statement = this.statements.get(text)
    if (!statement) {
      statement = this.raw.prepare<SqlValue[]>(text)
      this.statements.set(text, statement)
    }
    return statement
  }

  async all<Row>(text: string, params: readonly SqlValue[] = []): Promise<Row[]> {
    return this.prepare(text).all(...params) as Row[]
  }

  async get<Row>(text: string, params: readonly SqlValue[] = []): Promise<Row | undefined> {
    return this.prepare(text).get(...params) as Row | undefined
  }

  async run(text: string, params: readonly SqlValue[] = []): Promise<number> {
    return this.prepare(text).run(...params).changes
  }

  /** Inserts a row whose first parameter is its key; returns the key that it is given. */
  insert(text: string, params: readonly SqlValue[]): number {
    return Number(this.prepare(text).run(null, ...params).lastInsertRowid)
  }

  /** What is read again costs as much as it did the first time: 64 MB are freed in 3 ms. */
  private giveBackAtRest(): void {
    if (this.asked < FEW_STATEMENTS) this.raw.pragma('shrink_memory')
    this.asked = 0
  }

  close(): void {
    clearInterval(this.resting)
    this.statements.clear()
    this.raw.close()
  }
}

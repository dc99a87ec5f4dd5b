import Sqlite from 'better-sqlite3'
import type { Sql, SqlValue } from './sql'

const PAGE_CACHE_KIB = 64 * 1024

/** Pages of 4 KiB that the journal may hold before a checkpoint; many are rewritten by then. */
const CHECKPOINT_PAGES = 4000

/** A connection with our settings that prepares each statement once. */
export class SqliteConnection implements Sql {
  readonly raw: Sqlite.Database
  private readonly statements = new Map<string, Sqlite.Statement<SqlValue[]>>()

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
  }

  prepare(text: string): Sqlite.Statement<SqlValue[]> {
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

  close(): void {
    this.statements.clear()
    this.raw.close()
  }
}

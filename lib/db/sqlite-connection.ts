import Sqlite from 'better-sqlite3'
import type { Sql, SqlValue } from './sql'

const PAGE_CACHE_KIB = 64 * 1024

/** Pages of 4 KiB that the journal may hold before a checkpoint; many are rewritten by then. */
const CHECKPOINT_PAGES = 4000

/** With fewer statements in this time the page cache is given back; milliseconds. */
const IDLE_MS = 30_000
const FEW_STATEMENTS = 300

/** Statements kept of Prisma's client, which writes a text for each length of a list. */
const MAX_DESCRIBED = 500

/** An answer with what a driver adapter must know of its columns. */
export interface ColumnsAndRows {
  names: string[]
  /** as the tables declare them; null: computed */
  types: (string | null)[]
  rows: unknown[][]
  changes: number
}

interface Described {
  statement: Sqlite.Statement<unknown[]>
  names: string[]
  types: (string | null)[]
}

/** A connection with our settings that prepares each statement once. */
export class SqliteConnection implements Sql {
  readonly raw: Sqlite.Database
  private readonly statements = new Map<string, Sqlite.Statement<SqlValue[]>>()
  private readonly described = new Map<string, Described>()
  /** statements run since the connection last checked whether it is idle */
  private statementCount = 0
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
    this.resting = setInterval(() => this.collectGarbageWhenIdle(), IDLE_MS)
    this.resting.unref()
  }

  prepare<Row = unknown>(text: string): Sqlite.Statement<SqlValue[], Row> {
    this.statementCount++
    let statement = this.statements.get(text)
    if (!statement) {
      statement = this.raw.prepare<SqlValue[]>(text)
      this.statements.set(text, statement)
    }
    return statement as Sqlite.Statement<SqlValue[], Row>
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

  /** Runs a statement of Prisma's client. */
  ask(text: string, params: readonly unknown[]): ColumnsAndRows {
    this.statementCount++
    const { statement, names, types } = this.describe(text)
    if (!statement.reader) {
      return { names, types, rows: [], changes: statement.run(...params).changes }
    }
    const rows = statement.all(...params) as unknown[][]
    return { names, types, rows, changes: rows.length }
  }

  private describe(text: string): Described {
    const known = this.described.get(text)
    if (known) return known
    const statement = this.raw.prepare<unknown[]>(text)
    const columns = statement.reader ? statement.raw().columns() : []
    const described = {
      statement,
      names: columns.map(({ name }) => name),
      types: columns.map(({ type }) => type),
    }
    const [oldest] = this.described.keys()
    if (this.described.size >= MAX_DESCRIBED && oldest !== undefined) this.described.delete(oldest)
    this.described.set(text, described)
    return described
  }

  /** Inserts a row whose first parameter is its key; returns the key that it is given. */
  insert(text: string, params: readonly SqlValue[]): number {
    return Number(this.prepare(text).run(null, ...params).lastInsertRowid)
  }

  /**
   * Frees cached pages after a quiet interval: reading them again costs no more than the first
   * time, and freeing 64 MB takes 3 ms.
   */
  private collectGarbageWhenIdle(): void {
    if (this.statementCount < FEW_STATEMENTS) this.raw.pragma('shrink_memory')
    this.statementCount = 0
  }

  close(): void {
    clearInterval(this.resting)
    this.statements.clear()
    this.described.clear()
    this.raw.close()
  }
}

import pg from 'pg'
import { type Engine, writingClient, type WritingClient } from './client'
import type { Shape, Shaped } from './postgresql-client'
import type { NumberedTable, SqlValue, Statement, WriteSql } from './sql'
import { notingChanges } from './sql/postgresql-changes'
import { reservingKeys } from './sql/postgresql-protocol'
import { inFew } from './statements'
import { changedRows, type Touched } from './touched'

/** This engine, with the client that Prisma generates for it. */
export const ENGINE: Engine = {
  kind: 'postgresql',
  open: async () => (await import('./postgresql-client')).client,
}

/** Sends a statement at once, without waiting for those before it. */
export type Send = (
  text: string,
  params: readonly unknown[],
  shape?: Shape,
) => Promise<pg.QueryResult<pg.QueryResultRow>>

/** Thrown by a job that is to run in a transaction of its own. */
export class LeaveError extends Error {
  override readonly name = 'LeaveError'
}

/** Thrown by a transaction of several jobs if only one of them is to be rolled back. */
export class MustRunAloneError extends Error {
  override readonly name = 'MustRunAloneError'
}

/**
 * A transaction in as few round trips as its reads need: what is written is kept until something is
 * read, and then sent with it. Several jobs may run in it one after another; one that fails takes
 * what it kept with it.
 */
export class PostgresqlTransaction {
  readonly touched: Touched = { stores: new Set(), sessions: new Set() }
  readonly sql: WriteSql
  /** its id, known shortly before its outcome; null: not yet */
  id: number | null = null
  /** `committing`: the COMMIT was sent, and may be done whatever becomes of the connection */
  private ending: 'open' | 'committing' | 'decided' = 'open'
  /** statements kept by the jobs that are done */
  private kept: Statement[] = []
  /** statements kept by the running job */
  private own: Statement[] = []
  private hasOwnSent = false
  /** the first failed statement's error, to which all that follow are due; null: none failed */
  private failure: unknown = null
  /** whether nothing more may be sent: the connection may be another's soon */
  private isOver = false
  /** sent, and not known to have succeeded */
  private unanswered: Promise<unknown>[] = []
  private client: WritingClient | null = null
  private readonly memo = new Map<string, unknown>()
  private readonly keys = new Map<NumberedTable, Promise<number[]>>()
  private writeBack: ((later: WriteSql['later']) => void) | null = null

  /** `jobs`: how many share it */
  constructor(
    private readonly send: Send,
    jobs: number,
  ) {
    const clientOf = () => this.prisma
    this.sql = {
      get prisma() {
        return clientOf()
      },
      all: async <Row>(text: string, params: readonly SqlValue[] = []) =>
        (await this.ask(text, params)).rows as Row[],
      get: async <Row>(text: string, params: readonly SqlValue[] = []) =>
        (await this.ask(text, params)).rows[0] as Row | undefined,
      run: async (text, params = []) => (await this.ask(text, params)).rowCount ?? 0,
      later: async (text, params = []) => void this.own.push({ text, params }),
      insert: (table, text, params) => this.insert(table, text, params),
      forUpdate: 'FOR UPDATE',
      forKeyShare: 'FOR KEY SHARE',
      clock: 'CAST(EXTRACT(EPOCH FROM clock_timestamp()) * 1000 AS BIGINT)',
      touch: (storeKey) => void this.touched.stores.add(storeKey),
      touchSession: (sessionKey) => void this.touched.sessions.add(sessionKey),
      shared: {
        memo: this.memo,
        leave: () => {
          if (jobs > 1) throw new LeaveError('the job is too long to share a transaction')
        },
        reserve: (tables, keys) => this.reserve(tables, keys),
        onSend: (writeBack) => {
          this.writeBack = writeBack
        },
      },
    }
    this.sendUnanswered('BEGIN', [])
  }

  /**
   * Runs one job of several. Its error is thrown once it has left nothing behind, or else a
   * `MustRunAloneError`.
   */
  async runJob<T>(job: (tx: WriteSql) => Promise<T>): Promise<T> {
    this.hasOwnSent = false
    try {
      const value = await job(this.sql)
      this.kept.push(...this.own)
      this.own = []
      return value
    } catch (error) {
      if (this.hasOwnSent || this.failure !== null)
        throw new MustRunAloneError('', { cause: error })
      this.own = []
      throw error
    }
  }

  async commit(): Promise<void> {
    const noted = this.noteChanged()
    // Not everybody waits for it once something has failed.
    noted.catch(() => {})
    this.unanswered.push(noted)
    this.ending = 'committing'
    const commit = this.sent('COMMIT', [])
    this.isOver = true
    await this.answers()
    const { command } = await commit
    this.ending = 'decided'
    // A server that has refused a statement answers a COMMIT by rolling back.
    if (command !== 'COMMIT') throw new Error('the transaction was rolled back')
  }

  /**
   * Returns whether the transaction may have been committed although it failed with this error: its
   * COMMIT was sent, and the server has not refused any of it.
   */
  isInDoubt(error: unknown): boolean {
    const isRefused = error instanceof pg.DatabaseError && error.severity === 'ERROR'
    return this.ending === 'committing' && !isRefused
  }

  /** Returns whether the connection can be used again. */
  async rollBack(): Promise<boolean> {
    this.isOver = true
    return this.send('ROLLBACK', []).then(
      () => true,
      () => false,
    )
  }

  /** Most transactions need none. */
  private get prisma(): WritingClient {
    return (this.client ??= writingClient(ENGINE, ({ sql, args, shape }: Shaped) =>
      this.ask(sql, args, shape),
    ))
  }

  private async ask(text: string, params: readonly unknown[], shape?: Shape) {
    this.sendKept()
    if (!text.startsWith('SELECT')) this.hasOwnSent = true
    const answer = this.sent(text, params, shape)
    await this.answers()
    return answer
  }

  private async insert(
    table: NumberedTable,
    text: string,
    params: readonly SqlValue[],
  ): Promise<number> {
    const reserved = (await this.keys.get(table))?.shift()
    const key = reserved ?? (await keysOf(this.fetchKeys([table], 1), table))[0]
    if (key === undefined) throw new Error(`${table} has no numbers left`)
    this.own.push({ text, params: [key, ...params] })
    return key
  }

  private reserve(tables: readonly NumberedTable[], keys: number): void {
    const fetched = this.fetchKeys(tables, keys)
    for (const table of tables) {
      const reserved = keysOf(fetched, table)
      // Whoever takes one hears of it.
      reserved.catch(() => {})
      this.keys.set(table, reserved)
    }
  }

  private async fetchKeys(tables: readonly NumberedTable[], keys: number): Promise<KeyRow[]> {
    const { text, params } = reservingKeys(tables, keys)
    return (await this.ask(text, params)).rows
  }

  private sendKept(): void {
    for (const { text, params } of inFew(this.takeKept())) this.sendUnanswered(text, params)
  }

  private takeKept(): Statement[] {
    this.keepMemo()
    if (this.own.length > 0) this.hasOwnSent = true
    const statements = [...this.kept, ...this.own]
    this.kept = []
    this.own = []
    return statements
  }

  /**
   * Sends what was kept, and notes what was changed for servers that are not told (change-poll.ts).
   * Also fetches the transaction's id.
   */
  private async noteChanged(): Promise<void> {
    const kept = this.takeKept()
    const changed = changedRows(this.touched)
    const noting = notingChanges(changed)
    // Only what writes can be joined with what is written.
    const statements = changed.length > 0 ? inFew([...kept, noting]) : [...inFew(kept), noting]
    const last = statements.pop() ?? noting
    for (const { text, params } of statements) this.sendUnanswered(text, params)
    const { rows } = await this.sent(last.text, last.params)
    this.id = (rows[0]?.id as number | null | undefined) ?? null
  }

  private keepMemo(): void {
    this.writeBack?.(async (text, params = []) => void this.kept.push({ text, params }))
  }

  private sendUnanswered(text: string, params: readonly SqlValue[]): void {
    this.unanswered.push(this.sent(text, params))
  }

  private sent(text: string, params: readonly unknown[], shape?: Shape): ReturnType<Send> {
    if (this.isOver) return Promise.reject(new Error('the transaction is over'))
    const answer = this.send(text, params, shape).catch((error: unknown) => {
      this.failure ??= error
      throw this.failure
    })
    // Not everybody waits for the answer once one has failed.
    answer.catch(() => {})
    return answer
  }

  /** In order, so that the first error is thrown, and not what follows from it. */
  private async answers(): Promise<void> {
    const unanswered = this.unanswered
    this.unanswered = []
    for (const answer of unanswered) await answer
  }
}

/** Numbers for new rows, by their tables. */
type KeyRow = Record<string, unknown>

async function keysOf(fetched: Promise<KeyRow[]>, table: NumberedTable): Promise<number[]> {
  return (await fetched).map((row) => Number(row[table]))
}

import type pg from 'pg'
import type { BulkSql, Sql, SqlValue } from './sql'

/**
 * Makes a server cancel queries whose connection is gone, within a second; PostgreSQL 14 and later
 * can.
 */
export const NOTICES_WHO_LEFT = 'SET client_connection_check_interval = 1000'

/**
 * Runs long reads on a small separate pool, so that they never take serving connections. When a
 * caller leaves, its connection is closed, which tells the server to cancel.
 */
export class PostgresqlReaders implements BulkSql {
  constructor(
    private readonly pool: pg.Pool,
    private readonly sqlOn: (client: pg.PoolClient) => Sql,
    private readonly signal?: AbortSignal,
  ) {}

  all<Row>(text: string, params?: readonly SqlValue[]): Promise<Row[]> {
    return this.ask((sql) => sql.all<Row>(text, params))
  }

  get<Row>(text: string, params?: readonly SqlValue[]): Promise<Row | undefined> {
    return this.ask((sql) => sql.get<Row>(text, params))
  }

  run(): Promise<number> {
    return Promise.reject(new Error('a connection for long reads does not write'))
  }

  until(signal: AbortSignal | undefined): BulkSql {
    const signals = [this.signal, signal].filter((each) => each !== undefined)
    return new PostgresqlReaders(this.pool, this.sqlOn, AbortSignal.any(signals))
  }

  close(): Promise<void> {
    return this.pool.end()
  }

  private async ask<T>(query: (sql: Sql) => Promise<T>): Promise<T> {
    const { signal } = this
    signal?.throwIfAborted()
    const client = await this.pool.connect()
    let isReleased = false
    const release = (isBroken: boolean) => {
      if (!isReleased) client.release(isBroken)
      isReleased = true
    }
    const leave = () => release(true)
    signal?.addEventListener('abort', leave)
    try {
      signal?.throwIfAborted()
      return await query(this.sqlOn(client))
    } catch (error) {
      signal?.throwIfAborted()
      throw error
    } finally {
      signal?.removeEventListener('abort', leave)
      release(false)
    }
  }
}

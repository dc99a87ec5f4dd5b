import { createHash } from 'node:crypto'
import pg from 'pg'
import { PrismaPg } from '@prisma/adapter-pg'
import { causeOf, log } from '@/lib/log'
import type { PostgresqlSettings } from '@/lib/settings'
import { Announcements, type Signals } from './announcements'
import { ChangePoll } from './change-poll'
import { ChangeSignal } from './change-signal'
import { DatabaseHealth } from './database-health'
import type { CompactionResult, Database, WriteJob } from './database'
import { PrismaClient as PostgresqlClient } from './generated/postgresql/client'
import { NOTICES_WHO_LEFT, PostgresqlReaders } from './postgresql-readers'
import type { PrismaReader } from './prisma-reader'
import type { Sql, SqlValue, WriteSql } from './sql'

const MAX_CONNECTIONS = 16

/** Connections for long reads, apart from the serving ones; further reads queue. */
const MAX_BULK_CONNECTIONS = 3
const MAX_ATTEMPTS = 10

/** How long a caller waits for a connection, pooled or new, in milliseconds. */
const CONNECTION_PATIENCE_MS = 15_000

/** Serialisation failure and deadlock (PostgreSQL, appendix A): the same transaction can be retried. */
const REPEATABLE = new Set(['40001', '40P01'])

const INT8 = 20
const types: pg.CustomTypesConfig = {
  getTypeParser: (oid, format): ((value: string) => unknown) =>
    Number(oid) === INT8 && format !== 'binary'
      ? Number
      : (pg.types.getTypeParser(oid, format) as (value: string) => unknown),
}

interface Prepared {
  name: string
  text: string
}

const prepared = new Map<string, Prepared>()

/** `?` becomes `$1`, `$2`, …; the statement is named so that each connection parses it once. */
function prepare(text: string): Prepared {
  let statement = prepared.get(text)
  if (!statement) {
    let position = 0
    statement = {
      name: createHash('sha256').update(text).digest('base64url').slice(0, 32),
      text: text.replace(/\?/g, () => `$${++position}`),
    }
    prepared.set(text, statement)
  }
  return statement
}

/**
 * Statements are unnamed, and so parsed each time, behind a pooler: it hands each transaction
 * another connection.
 */
function sqlOn(client: pg.Pool | pg.PoolClient, isPooled: boolean): Sql {
  const query = async (statement: string, params: readonly SqlValue[] = []) => {
    const { name, text } = prepare(statement)
    const config = { text, values: [...params], types }
    return client.query<pg.QueryResultRow>(isPooled ? config : { ...config, name })
  }
  return {
    all: async <Row>(text: string, params?: readonly SqlValue[]) =>
      (await query(text, params)).rows as Row[],
    get: async <Row>(text: string, params?: readonly SqlValue[]) =>
      (await query(text, params)).rows[0] as Row | undefined,
    run: async (text, params) => (await query(text, params)).rowCount ?? 0,
  }
}

const UNPOOLED: PostgresqlSettings = { isPooled: false, directUrl: null, events: 'listen' }

export function openPostgresql(url: string, options: PostgresqlSettings = UNPOOLED): Database {
  return new PostgresqlDatabase(url, options)
}

class PostgresqlDatabase implements Database {
  readonly kind = 'postgresql'
  readonly changes = new ChangeSignal()
  readonly sessionChanges = new ChangeSignal()
  readonly health = new DatabaseHealth()
  readonly read: Sql
  readonly bulk: PostgresqlReaders
  private readonly pool: pg.Pool
  private prismaClient: PostgresqlClient | undefined
  private readonly announcements: Announcements | null
  private readonly poll: ChangePoll
  private running = 0

  constructor(
    private readonly url: string,
    private readonly options: PostgresqlSettings,
  ) {
    this.pool = this.openPool(MAX_CONNECTIONS)
    this.read = this.sqlOn(this.pool)
    this.bulk = new PostgresqlReaders(this.bulkPool(), (client) => this.sqlOn(client))
    const signals: Signals = { stores: this.changes, sessions: this.sessionChanges }
    this.announcements = canListen(options)
      ? new Announcements(options.directUrl ?? url, signals)
      : null
    this.poll = new ChangePoll(this.read, signals)
  }

  get prisma(): PrismaReader {
    this.prismaClient ??= new PostgresqlClient({
      adapter: new PrismaPg(
        { ...this.connection(), max: 4 },
        { onPoolError: lost, onConnectionError: lost },
      ),
    })
    return this.prismaClient as unknown as PrismaReader
  }

  write<T>(job: WriteJob<T>): Promise<T> {
    return this.health.watch(this.repeat(job))
  }

  private async repeat<T>(job: WriteJob<T>): Promise<T> {
    this.running++
    try {
      for (let attempt = 1; ; attempt++) {
        try {
          return await this.attempt(job)
        } catch (error) {
          if (attempt >= MAX_ATTEMPTS || !isRepeatable(error)) throw error
          await new Promise((resolve) => setTimeout(resolve, Math.random() * 10 * 2 ** attempt))
        }
      }
    } finally {
      this.running--
    }
  }

  isIdle(): boolean {
    return this.running === 0
  }

  files(): string[] {
    return []
  }

  /**
   * Removes a redaction's dead rows from tables and indexes. Free space inside pages, the
   * write-ahead log, replicas and backups are the operator's job (docs/redaction.md). Rows still
   * visible to an older transaction stay: this retries, then reports it.
   */
  async compact(tables: readonly string[]): Promise<CompactionResult> {
    const client = await this.pool.connect()
    try {
      const { rows } = await client.query<{ id: string }>('SELECT pg_current_xact_id()::text AS id')
      const now = rows[0]?.id ?? '0'
      for (let attempt = 0; attempt < MAX_VACUUMS; attempt++) {
        if (attempt > 0) await new Promise((resolve) => setTimeout(resolve, VACUUM_AGAIN_MS))
        const isSeen = await hasSnapshotBefore(client, now)
        for (const table of tables) await client.query(`VACUUM "${table}"`)
        if (!isSeen) return { isComplete: true, reason: null }
      }
      return {
        isComplete: false,
        reason: 'a transaction that began before still sees the rows that were removed',
      }
    } finally {
      client.release()
    }
  }

  async integrityProblems(): Promise<string[]> {
    return []
  }

  /** Backups of a server, and redactions since, are the operator's job. */
  keepRedactions(): void {}

  /** The server checks its own files. */
  async lookForDamage(): Promise<void> {}

  async close(): Promise<void> {
    await this.announcements?.close()
    await this.poll.close()
    await this.prismaClient?.$disconnect()
    await this.bulk.close()
    await this.pool.end()
  }

  private async attempt<T>(job: WriteJob<T>): Promise<T> {
    const client = await this.pool.connect()
    const touched = new Set<number>()
    const touchedSessions = new Set<number>()
    const tx: WriteSql = {
      ...this.sqlOn(client),
      forUpdate: 'FOR UPDATE',
      clock: 'CAST(EXTRACT(EPOCH FROM clock_timestamp()) * 1000 AS BIGINT)',
      touch: (storeKey) => void touched.add(storeKey),
      touchSession: (sessionKey) => void touchedSessions.add(sessionKey),
    }
    try {
      await client.query('BEGIN')
      const value = await job(tx)
      await client.query('COMMIT')
      client.release()
      this.announce(touched, touchedSessions)
      return value
    } catch (error) {
      const isUsable = await client.query('ROLLBACK').then(
        () => true,
        () => false,
      )
      client.release(!isUsable)
      throw error
    }
  }

  /** Notifies this process at once, other servers shortly after. */
  private announce(stores: ReadonlySet<number>, sessions: ReadonlySet<number>): void {
    if (stores.size > 0) this.changes.emit([...stores])
    if (sessions.size > 0) this.sessionChanges.emit([...sessions])
    this.announcements?.tell('stores', stores)
    this.announcements?.tell('sessions', sessions)
  }

  private sqlOn(client: pg.Pool | pg.PoolClient): Sql {
    return sqlOn(client, this.options.isPooled)
  }

  private connection(): pg.PoolConfig {
    return {
      connectionString: this.url,
      connectionTimeoutMillis: CONNECTION_PATIENCE_MS,
      keepAlive: true,
    }
  }

  private openPool(max: number, onConnect?: pg.PoolConfig['onConnect']): pg.Pool {
    const pool = new pg.Pool({ ...this.connection(), max, ...(onConnect ? { onConnect } : {}) })
    pool.on('error', lost)
    // The pool only handles errors of idle connections; a query on a lost one rejects by itself.
    pool.on('connect', (client) => client.on('error', () => {}))
    return pool
  }

  private bulkPool(): pg.Pool {
    // Behind a pooler this setting would stick to a connection that is then handed to someone else.
    if (this.options.isPooled) return this.openPool(MAX_BULK_CONNECTIONS)
    // The pool waits for what this returns, which its types do not say.
    // oxlint-disable-next-line typescript/no-misused-promises
    return this.openPool(MAX_BULK_CONNECTIONS, (client) =>
      client.query(NOTICES_WHO_LEFT).catch(() => {}),
    )
  }
}

/** LISTEN needs a connection that stays the same. */
function canListen({ isPooled, directUrl, events }: PostgresqlSettings): boolean {
  return events === 'listen' && (!isPooled || directUrl !== null)
}

function lost(error: Error): void {
  log.warn('a PostgreSQL connection was lost', causeOf(error))
}

/** How often VACUUM is retried while a snapshot still sees the rows, and how long to wait between. */
const MAX_VACUUMS = 5
const VACUUM_AGAIN_MS = 1000

/**
 * Whether rows from before this transaction id may still be visible to anyone: another transaction
 * of this database, prepared or not, or a replica. VACUUM keeps such rows.
 */
async function hasSnapshotBefore(client: pg.PoolClient, transaction: string): Promise<boolean> {
  const { rows } = await client.query<{ is_seen: boolean }>(
    `WITH mark AS (SELECT $1::xid8::xid AS id)
     SELECT EXISTS (SELECT 1 FROM pg_stat_activity, mark
         WHERE datname = current_database() AND pid <> pg_backend_pid()
           AND age(backend_xmin) > age(mark.id))
       OR EXISTS (SELECT 1 FROM pg_prepared_xacts, mark
         WHERE database = current_database() AND age(transaction) > age(mark.id))
       OR EXISTS (SELECT 1 FROM pg_replication_slots, mark WHERE age(xmin) > age(mark.id)) AS is_seen`,
    [transaction],
  )
  return rows[0]?.is_seen ?? true
}

function isRepeatable(error: unknown): boolean {
  return error instanceof Error && 'code' in error && REPEATABLE.has(String(error.code))
}

import pg from 'pg'
import { causeOf, log } from '@/lib/log'
import type { PostgresqlSettings } from '@/lib/settings'
import { Announcements, type Signals } from './announcements'
import { ChangePoll } from './change-poll'
import { ChangeSignal } from './change-signal'
import { readingClient, type ReadingClient } from './client'
import { DatabaseHealth } from './database-health'
import type { CompactionResult, Database, Together, WriteJob } from './database'
import { NOTICES_WHO_LEFT, PostgresqlReaders } from './postgresql-readers'
import type { Shaped } from './postgresql-client'
import { ENGINE, type Send } from './postgresql-transaction'
import { PostgresqlWriter } from './postgresql-writer'
import type { Sql, SqlValue } from './sql'
import { prepare } from './statements'
import type { Touched } from './touched'

const MAX_CONNECTIONS = 16

/** Connections for long reads, apart from the serving ones; further reads queue. */
const MAX_BULK_CONNECTIONS = 3

/** Longest wait for a connection, pooled or new, in milliseconds. */
const CONNECTION_TIMEOUT_MS = 15_000

/** Matches the statements with which the client reads. */
const READS = /^(?:SELECT|WITH)\b/

const INT8 = 20
const types: pg.CustomTypesConfig = {
  getTypeParser: (oid, format): ((value: string) => unknown) =>
    Number(oid) === INT8 && format !== 'binary'
      ? Number
      : (pg.types.getTypeParser(oid, format) as (value: string) => unknown),
}

/**
 * Statements are unnamed, and so parsed each time, behind a pooler: it hands each transaction
 * another connection.
 */
function sendOn(client: pg.Pool | pg.PoolClient, isPooled: boolean): Send {
  return (statement, params, shape) => {
    const { name, text } = prepare(statement)
    const config = { text, values: [...params], ...(shape ?? { types }) }
    return client.query<pg.QueryResultRow>(isPooled ? config : { ...config, name })
  }
}

/** Sends each statement when the one before it is answered: not every pooler takes more at once. */
function inTurn(send: Send): Send {
  let last: Promise<unknown> = Promise.resolve()
  return (text, params, shape) => {
    const answer = last.then(() => send(text, params, shape))
    last = answer.catch(() => {})
    return answer
  }
}

function sqlOn(client: pg.Pool | pg.PoolClient, isPooled: boolean): Sql {
  const send = sendOn(client, isPooled)
  return {
    all: async <Row>(text: string, params: readonly SqlValue[] = []) =>
      (await send(text, params)).rows as Row[],
    get: async <Row>(text: string, params: readonly SqlValue[] = []) =>
      (await send(text, params)).rows[0] as Row | undefined,
    run: async (text, params = []) => (await send(text, params)).rowCount ?? 0,
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
  readonly prisma: ReadingClient
  readonly bulk: PostgresqlReaders
  private readonly pool: pg.Pool
  private readonly announcements: Announcements | null
  private readonly poll: ChangePoll
  private readonly writer: PostgresqlWriter

  constructor(
    private readonly url: string,
    private readonly options: PostgresqlSettings,
  ) {
    // Statements go out without waiting for the answers to those before them.
    this.pool = this.openPool({ max: MAX_CONNECTIONS, pipeline: !options.isPooled })
    this.read = this.sqlOn(this.pool)
    const send = sendOn(this.pool, options.isPooled)
    this.prisma = readingClient(ENGINE, ({ sql, args, shape }: Shaped) => {
      // The one connection of these that could write.
      if (!READS.test(sql))
        return Promise.reject(new Error('what writes goes through Database.write'))
      return send(sql, args, shape)
    })
    this.writer = new PostgresqlWriter(
      this.pool,
      (client) => (options.isPooled ? inTurn(sendOn(client, true)) : sendOn(client, false)),
      (touched) => this.announce(touched),
    )
    this.bulk = new PostgresqlReaders(this.bulkPool(), (client) => this.sqlOn(client))
    const signals: Signals = { stores: this.changes, sessions: this.sessionChanges }
    this.announcements = canListen(options)
      ? new Announcements(options.directUrl ?? url, signals)
      : null
    this.poll = new ChangePoll(this.read, signals, (job) => this.writer.run(job))
  }

  write<T>(job: WriteJob<T>, together?: Together): Promise<T> {
    return this.health.watch(this.writer.run(job, together))
  }

  isIdle(): boolean {
    return this.writer.isIdle
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
        if (attempt > 0) await new Promise((resolve) => setTimeout(resolve, VACUUM_RETRY_MS))
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
  async keepRedactions(): Promise<void> {}

  async listRedactions(): Promise<boolean> {
    return true
  }

  /** The server checks its own files. */
  async lookForDamage(): Promise<void> {}

  async close(): Promise<void> {
    await this.announcements?.close()
    await this.poll.close()
    await this.bulk.close()
    await this.pool.end()
  }

  /** Notifies this process at once, other servers shortly after. */
  private announce({ stores, sessions }: Touched): void {
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
      connectionTimeoutMillis: CONNECTION_TIMEOUT_MS,
      keepAlive: true,
    }
  }

  private openPool(settings: pg.PoolConfig): pg.Pool {
    const pool = new pg.Pool({ ...this.connection(), ...settings })
    pool.on('error', lost)
    // The pool only handles errors of idle connections; a query on a lost one rejects by itself.
    pool.on('connect', (client) => client.on('error', () => {}))
    return pool
  }

  private bulkPool(): pg.Pool {
    // Behind a pooler this setting would stick to a connection that is then handed to someone else.
    const max = MAX_BULK_CONNECTIONS
    if (this.options.isPooled) return this.openPool({ max })
    return this.openPool({
      max,
      // The pool waits for what this returns, which its types do not say.
      // oxlint-disable-next-line typescript/no-misused-promises
      onConnect: (client) => client.query(NOTICES_WHO_LEFT).catch(() => {}),
    })
  }
}

/** LISTEN needs a connection that stays the same. */
function canListen({ isPooled, directUrl, events }: PostgresqlSettings): boolean {
  return events === 'listen' && (!isPooled || directUrl !== null)
}

function lost(error: Error): void {
  log.warn('a PostgreSQL connection was lost', causeOf(error))
}

/** Retries of VACUUM while a snapshot still sees the rows, and the pause between them. */
const MAX_VACUUMS = 5
const VACUUM_RETRY_MS = 1000

/**
 * Returns whether rows from before this transaction id may still be visible to anyone: another
 * transaction of this database, prepared or not, or a replica. VACUUM keeps such rows.
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

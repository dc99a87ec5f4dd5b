import { Worker } from 'node:worker_threads'
import { createRequire } from 'node:module'
import path from 'node:path'
import { PrismaBetterSqlite3 } from '@prisma/adapter-better-sqlite3'
import { causeOf, log } from '@/lib/log'
import { ChangeSignal } from './change-signal'
import { fileProblems } from './check-file'
import { DatabaseHealth } from './database-health'
import type { CompactionResult, Database, WriteJob } from './database'
import { PrismaClient } from './generated/sqlite/client'
import { SqliteConnection } from './sqlite-connection'
import { SqliteReaders } from './sqlite-readers'
import { appendRedactions, REDACTIONS } from './redaction-log'
import { SqliteWriter, type Touched } from './sqlite-writer'

/** How often to check for other processes' commits, in milliseconds. Costs a few microseconds. */
const WATCH_INTERVAL_MS = 50

export function openSqlite(file: string): Database {
  return new SqliteDatabase(file)
}

class SqliteDatabase implements Database {
  readonly kind = 'sqlite'
  readonly changes = new ChangeSignal()
  readonly sessionChanges = new ChangeSignal()
  readonly health = new DatabaseHealth()
  readonly read: SqliteConnection
  readonly bulk: SqliteReaders
  private readonly writer: SqliteWriter
  private prismaClient: PrismaClient | undefined
  private readonly watcher: NodeJS.Timeout
  private seenVersion: number
  private isBlind = false
  private readonly stores: Watched
  private readonly sessions: Watched

  constructor(private readonly file: string) {
    this.writer = new SqliteWriter(new SqliteConnection(file), (touched) => this.announce(touched))
    this.read = new SqliteConnection(file)
    this.read.raw.pragma('query_only = ON')
    this.bulk = new SqliteReaders(file)
    this.seenVersion = this.writer.othersVersion
    this.stores = new Watched(
      this.read,
      'SELECT key, last_sequence AS revision FROM memory_stores WHERE deleted_at IS NULL',
      this.changes,
    )
    this.sessions = new Watched(
      this.read,
      'SELECT key, revision FROM sessions',
      this.sessionChanges,
    )
    this.watcher = setInterval(() => this.watch(), WATCH_INTERVAL_MS)
    this.watcher.unref()
  }

  get prisma(): PrismaClient {
    this.prismaClient ??= new PrismaClient({
      adapter: new PrismaBetterSqlite3({ url: `file:${this.file}`, timeout: 5000 }),
    })
    return this.prismaClient
  }

  write<T>(job: WriteJob<T>): Promise<T> {
    return this.health.watch(this.writer.run(job))
  }

  isIdle(): boolean {
    return this.writer.isIdle
  }

  files(): string[] {
    return [this.file, `${this.file}-wal`, `${this.file}-journal`]
  }

  /** VACUUM copies only live rows into new pages; freed ones are not copied. */
  async compact(): Promise<CompactionResult> {
    return runCompactionWorker(this.file)
  }

  async integrityProblems(): Promise<string[]> {
    const checks = await this.read.all<{ integrity_check: string }>('PRAGMA integrity_check')
    const broken = await this.read.all<{ table: string; rowid: number }>('PRAGMA foreign_key_check')
    return [
      ...checks.map((row) => row.integrity_check).filter((result) => result !== 'ok'),
      ...broken.map((row) => `row ${row.rowid} of ${row.table} refers to a row that is not there`),
    ]
  }

  keepRedactions(versionIds: readonly string[]): void {
    try {
      appendRedactions(path.join(path.dirname(this.file), REDACTIONS), versionIds)
    } catch (error) {
      log.error('a redaction could not be kept for backups', causeOf(error))
    }
  }

  async lookForDamage(): Promise<void> {
    this.health.noteDamage(await fileProblems(this.file, 'quick'))
  }

  async close(): Promise<void> {
    clearInterval(this.watcher)
    await this.writer.drained()
    await this.bulk.close()
    await this.prismaClient?.$disconnect()
    this.read.close()
    // Last, because a reader may keep the journal from being emptied.
    this.writer.close()
  }

  /** Called when this process committed. */
  private announce(touched: Touched): void {
    this.stores.announce(touched.stores)
    this.sessions.announce(touched.sessions)
  }

  /**
   * Checks for commits of other processes; this one's are announced as they happen, and comparing
   * all rows after each would take 0.2 s with 100,000 sessions. Logs a failed check once, not every
   * time.
   */
  private watch(): void {
    try {
      const version = this.writer.othersVersion
      if (version !== this.seenVersion) {
        this.stores.compare()
        this.sessions.compare()
        this.seenVersion = version
      }
      this.isBlind = false
    } catch (error) {
      if (!this.isBlind) log.error('changes cannot be looked for', causeOf(error))
      this.isBlind = true
    }
  }
}

/** Rows whose changes, by this process or another, are emitted on a signal. */
class Watched {
  private known: Map<number, number>

  constructor(
    private readonly connection: SqliteConnection,
    /** selects `key` and `revision` of all rows */
    private readonly query: string,
    private readonly signal: ChangeSignal,
  ) {
    this.known = this.revisions()
  }

  /** This process changed these rows. */
  announce(keys: ReadonlySet<number>): void {
    if (keys.size === 0) return
    const one = this.connection.prepare(`SELECT revision FROM (${this.query}) WHERE key = ?`)
    for (const key of keys) this.known.set(key, Number(one.pluck().get(key) ?? 0))
    this.signal.emit([...keys])
  }

  /** Emits the rows that differ from their last known revision. */
  compare(): void {
    const now = this.revisions()
    const gone = [...this.known.keys()].filter((key) => !now.has(key))
    const changed = [...now].filter(([key, revision]) => this.known.get(key) !== revision)
    this.known = now
    const keys = [...gone, ...changed.map(([key]) => key)]
    if (keys.length > 0) this.signal.emit(keys)
  }

  private revisions(): Map<number, number> {
    const rows = this.connection.prepare(this.query).all() as { key: number; revision: number }[]
    return new Map(rows.map((row) => [row.key, row.revision]))
  }
}

const COMPACTION_SOURCE = `
const { workerData, parentPort } = require('node:worker_threads')
const Sqlite = require(workerData.module)
const database = new Sqlite(workerData.file, { timeout: 60000 })
try {
  database.pragma('secure_delete = ON')
  database.exec('VACUUM')
  const [checkpoint] = database.pragma('wal_checkpoint(TRUNCATE)')
  parentPort.postMessage({ busy: checkpoint.busy })
} finally {
  database.close()
}`

/**
 * VACUUM takes seconds for a large file and better-sqlite3 blocks its thread, so it runs in a
 * separate thread. If a reader blocks the truncating checkpoint, old pages stay in the journal, so
 * it is retried.
 */
async function runCompactionWorker(file: string): Promise<CompactionResult> {
  const module = createRequire(path.join(process.cwd(), 'package.json')).resolve('better-sqlite3')
  for (let attempt = 0; attempt < 5; attempt++) {
    const { busy } = await new Promise<{ busy: number }>((resolve, reject) => {
      const worker = new Worker(COMPACTION_SOURCE, { eval: true, workerData: { file, module } })
      worker.once('message', resolve)
      worker.once('error', reject)
    })
    if (busy === 0) return { isComplete: true, reason: null }
  }
  return { isComplete: false, reason: 'a reader kept the journal from being truncated' }
}

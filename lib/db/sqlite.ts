import { Worker } from 'node:worker_threads'
import { createRequire } from 'node:module'
import path from 'node:path'
import { causeOf, log } from '@/lib/log'
import { ChangeSignal } from './change-signal'
import { readingClient, type ReadingClient } from './client'
import { fileProblems } from './check-file'
import { DatabaseHealth } from './database-health'
import type { CompactionResult, Database, WriteJob } from './database'
import { JournalSync } from './journal-sync'
import { OpenedFiles } from './opened-files'
import { SqliteConnection } from './sqlite-connection'
import type { WriteSql } from './sql'
import { SqliteReaders } from './sqlite-readers'
import { REDACTIONS, RedactionLog, writeRedactionMarks } from './redaction-log'
import { ENGINE, type Numbers, SqliteWriter } from './sqlite-writer'
import { changesAfter, newestChange } from './sql/sqlite-changes'
import { type Touched, touchedBy } from './touched'

/**
 * Interval of the check for other processes' commits, in milliseconds. Costs a few microseconds.
 */
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
  readonly prisma: ReadingClient
  readonly bulk: SqliteReaders
  private readonly opened: OpenedFiles
  private readonly writer: SqliteWriter
  private readonly watcher: NodeJS.Timeout
  private readonly redactions: RedactionLog
  private seenVersion: number
  private isBlind = false
  /** the newest number in `changed_rows` up to which all is announced */
  private seenChange: number

  constructor(private readonly file: string) {
    const connection = writingConnection(file)
    this.opened = new OpenedFiles(file)
    this.writer = new SqliteWriter(connection, new JournalSync(file), this.opened, {
      onCommit: (numbers) => this.noteNumbers(numbers),
      onDurable: (touched) => this.emit(touched),
    })
    this.read = new SqliteConnection(file)
    this.read.raw.pragma('query_only = ON')
    this.bulk = new SqliteReaders(file, this.opened)
    this.redactions = new RedactionLog(this.read, path.join(path.dirname(file), REDACTIONS))
    this.prisma = readingClient(ENGINE, async ({ sql, args }) => this.read.ask(sql, args))
    this.seenVersion = this.writer.othersVersion
    this.seenChange = newestChange(this.read)
    this.watcher = setInterval(() => this.watch(), WATCH_INTERVAL_MS)
    this.watcher.unref()
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
    this.opened.check()
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

  keepRedactions(tx: WriteSql, marks: readonly string[]): Promise<void> {
    return writeRedactionMarks(tx, marks)
  }

  listRedactions(): Promise<boolean> {
    return this.redactions.catchUp()
  }

  async lookForDamage(): Promise<void> {
    this.opened.check()
    this.health.noteDamage(await fileProblems(this.file, 'quick'))
  }

  async close(): Promise<void> {
    clearInterval(this.watcher)
    await this.writer.drained()
    await this.bulk.close()
    this.read.close()
    // Last, because a reader may keep the journal from being emptied.
    this.writer.close()
  }

  /** Called when this process committed. */
  private noteNumbers({ first, last }: Numbers): void {
    // Numbers begin anew if the rows were deleted. Otherwise another process has committed in
    // between, and is looked for.
    const beginsAnew = first > 0 && last < this.seenChange
    if (first === this.seenChange + 1 || beginsAnew) this.seenChange = last
  }

  private emit({ stores, sessions }: Touched): void {
    if (stores.size > 0) this.changes.emit([...stores])
    if (sessions.size > 0) this.sessionChanges.emit([...sessions])
  }

  /**
   * Checks for commits of other processes, and reads what they changed; this one's are announced as
   * they happen. Logs a failed check once, not every time. Also notes in `health` whether the files
   * are still there, so that this is known before anybody writes.
   */
  private watch(): void {
    try {
      this.opened.check()
    } catch (error) {
      this.health.note(error)
    }
    try {
      const version = this.writer.othersVersion
      if (version !== this.seenVersion) {
        this.findChanges()
        this.seenVersion = version
      }
      this.isBlind = false
    } catch (error) {
      if (!this.isBlind) log.error('changes cannot be looked for', causeOf(error))
      this.isBlind = true
    }
  }

  private findChanges(): void {
    const rows = changesAfter(this.read, this.seenChange)
    const [oldest] = rows
    const newest = oldest ? (rows.at(-1)?.number ?? 0) : newestChange(this.read)
    // What was in between is deleted, or all was and numbers begin anew: anything may have changed.
    const isGap = (oldest && oldest.number > this.seenChange + 1) || newest < this.seenChange
    this.seenChange = newest
    if (isGap) {
      this.changes.emit(null)
      this.sessionChanges.emit(null)
    } else this.emit(touchedBy(rows))
  }
}

/** Its commits are synced by `JournalSync`. */
function writingConnection(file: string): SqliteConnection {
  const connection = new SqliteConnection(file)
  connection.raw.pragma('synchronous = NORMAL')
  // The first read creates the journal, if the file has not been opened since it was restored.
  connection.raw.pragma('user_version')
  return connection
}

const COMPACTION_SOURCE = `
const { workerData, parentPort } = require('node:worker_threads')
const Sqlite = require(workerData.module)
try {
  const database = new Sqlite(workerData.file, { timeout: 60000, fileMustExist: true })
  database.pragma('secure_delete = ON')
  database.exec('VACUUM')
  const [checkpoint] = database.pragma('wal_checkpoint(TRUNCATE)')
  database.close()
  parentPort.postMessage({ busy: checkpoint.busy })
} catch ({ message, code }) {
  // An error of SQLite loses both between threads.
  parentPort.postMessage({ error: { message, code } })
}`

interface Compacted {
  busy?: number
  error?: { message: string; code: string }
}

/**
 * VACUUM takes seconds for a large file and better-sqlite3 blocks its thread, so it runs in a
 * separate thread. If a reader blocks the truncating checkpoint, old pages stay in the journal, so
 * it is retried.
 */
async function runCompactionWorker(file: string): Promise<CompactionResult> {
  const module = createRequire(path.join(process.cwd(), 'package.json')).resolve('better-sqlite3')
  for (let attempt = 0; attempt < 5; attempt++) {
    const { busy, error } = await new Promise<Compacted>((resolve, reject) => {
      const worker = new Worker(COMPACTION_SOURCE, { eval: true, workerData: { file, module } })
      worker.once('message', resolve)
      worker.once('error', reject)
    })
    if (error) throw Object.assign(new Error(error.message), error)
    if (busy === 0) return { isComplete: true, reason: null }
  }
  return { isComplete: false, reason: 'a reader kept the journal from being truncated' }
}

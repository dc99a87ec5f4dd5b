import { setImmediate as nextTurn } from 'node:timers/promises'
import { causeOf, log } from '@/lib/log'
import { type Engine, writingClient, type WritingClient } from './client'
import type { WriteJob } from './database'
import type { JournalSync } from './journal-sync'
import type { OpenedFiles } from './opened-files'
import type { SqliteConnection } from './sqlite-connection'
import type { SqlValue, WriteSql } from './sql'
import { dropChangesTo, insertChanges, newestChange } from './sql/sqlite-changes'
import { changedRows, type Touched } from './touched'

/** The most jobs that share a commit; beyond it the first caller waits too long for the last. */
const MAX_JOBS_PER_COMMIT = 64

/** Longest wait of a write for another process's transaction before it fails, in milliseconds. */
const LOCK_TIMEOUT_MS = 60_000

/** The numbers of a commit's `changed_rows`; zero: it has none. */
export interface Numbers {
  first: number
  last: number
}

/** The newest of them that another process can still find. */
const KEPT_CHANGES = 10_000
const DROP_EVERY = 1_000

interface WaitingJob {
  run: (tx: WriteSql) => Promise<unknown>
  resolve: (value: unknown) => void
  reject: (reason: unknown) => void
}

type Outcome = { isDone: true; value: unknown } | { isDone: false; reason: unknown }

/** Hears of a transaction's progress. */
export interface CommitListener {
  /** it is committed, and others can see it */
  onCommit: (numbers: Numbers) => void
  /** it is on disk; in the order of the commits */
  onDurable: (touched: Touched) => void
}

/**
 * The only writer of an SQLite file in this process. Callers that arrive together share one
 * transaction, and so one sync to disk, each in its own savepoint: a job that fails rolls back
 * alone. While a commit is synced, the next transaction runs; no one is answered before the sync
 * (docs/decisions/0029-…). Nothing is written to files that are gone from where they were opened, and
 * what was just committed to them is not acknowledged.
 */
export class SqliteWriter {
  private readonly waiting: WaitingJob[] = []
  private draining: Promise<void> | null = null
  /** resolves once all that is committed is answered */
  private answered: Promise<void> = Promise.resolve()
  private unanswered = 0
  /** whether a sync failed since the journal was last emptied */
  private isJournalDoubtful = false

  constructor(
    private readonly connection: SqliteConnection,
    private readonly journal: JournalSync,
    private readonly files: Pick<OpenedFiles, 'check'>,
    private readonly listener: CommitListener,
  ) {}

  get isIdle(): boolean {
    return this.draining === null && this.unanswered === 0
  }

  /**
   * A number that changes when another connection has committed, and not when this one has (SQLite's
   * `data_version`).
   */
  get othersVersion(): number {
    return this.connection.raw.pragma('data_version', { simple: true }) as number
  }

  run<T>(job: WriteJob<T>): Promise<T> {
    return new Promise<T>((resolve, reject) => {
      this.waiting.push({ run: job, resolve: resolve as (value: unknown) => void, reject })
      // Not immediately: requests that the loop has already received may join the commit.
      this.draining ??= new Promise((drained) => {
        setImmediate(() => void this.drain().then(drained))
      })
    })
  }

  /** Resolves once every job is answered and its change announced. */
  async drained(): Promise<void> {
    await this.draining
    await this.answered
  }

  /**
   * Checkpoints the journal into the file, so that the file alone is the whole database, and
   * closes. Another process's reader may keep part of it in the journal.
   */
  close(): void {
    this.journal.close()
    try {
      this.connection.raw.pragma('wal_checkpoint(TRUNCATE)')
    } finally {
      this.connection.close()
    }
  }

  private async drain(): Promise<void> {
    while (this.waiting.length > 0) {
      await this.commitTogether(this.waiting.splice(0, MAX_JOBS_PER_COMMIT))
      // A caller that writes in a loop, such as a seeding, would otherwise starve the event loop.
      await nextTurn()
    }
    this.draining = null
  }

  private async commitTogether(jobs: WaitingJob[]): Promise<void> {
    const touched = { stores: new Set<number>(), sessions: new Set<number>() }
    const tx = transactionOn(this.connection, touched)
    let outcomes: Outcome[]
    let numbers: Numbers
    try {
      this.files.check()
      this.rollBack()
      this.clearDoubt()
      await this.begin()
      outcomes = []
      const [only] = jobs
      if (only && jobs.length === 1) {
        // It needs no savepoint: if it fails, nothing is left to commit.
        outcomes.push({ isDone: true, value: await only.run(tx) })
      } else {
        for (const job of jobs) outcomes.push(await this.attempt(job, tx))
      }
      numbers = this.noteChanged(touched)
      await this.connection.run('COMMIT')
    } catch (reason) {
      for (const job of jobs) job.reject(reason)
      this.tryToRollBack()
      return
    }
    this.listener.onCommit(numbers)
    this.answerOnceDurable(jobs, outcomes, touched)
  }

  private answerOnceDurable(jobs: WaitingJob[], outcomes: Outcome[], touched: Touched): void {
    const synced = this.journal.sync().then(() => this.files.check())
    this.unanswered++
    this.answered = Promise.allSettled([synced, this.answered]).then(([sync]) => {
      this.unanswered--
      if (sync.status === 'rejected') {
        this.isJournalDoubtful = true
        for (const job of jobs) job.reject(sync.reason)
        return
      }
      jobs.forEach((job, index) => {
        const outcome = outcomes[index]
        if (outcome?.isDone) job.resolve(outcome.value)
        else job.reject(outcome?.reason)
      })
      this.announce(touched)
    })
  }

  /**
   * After a failed sync a later one may succeed although the journal has a hole on disk, behind which
   * nothing would be found again: it is emptied into the file before anything else is written.
   */
  private clearDoubt(): void {
    if (!this.isJournalDoubtful) return
    const [result] = this.connection.raw.pragma('wal_checkpoint(RESTART)') as { busy: number }[]
    if (result?.busy !== 0) throw new Error('the journal could not be emptied after a failed sync')
    this.isJournalDoubtful = false
  }

  /** Listeners must not fail a write that is already durable, nor stop the next one. */
  private announce(touched: Touched): void {
    try {
      this.listener.onDurable(touched)
    } catch (error) {
      log.error('a change could not be announced', causeOf(error))
    }
  }

  /** Numbers what the transaction changed, for other processes. */
  private noteChanged(touched: Touched): Numbers {
    const rows = changedRows(touched)
    if (rows.length === 0) return { first: 0, last: 0 }
    const before = newestChange(this.connection)
    insertChanges(this.connection, before + 1, rows)
    const last = before + rows.length
    if (Math.floor(last / DROP_EVERY) > Math.floor(before / DROP_EVERY)) {
      dropChangesTo(this.connection, last - KEPT_CHANGES)
    }
    return { first: before + 1, last }
  }

  /** Rolls back what is left of a failed transaction. */
  private rollBack(): void {
    if (this.connection.raw.inTransaction) this.connection.raw.exec('ROLLBACK')
  }

  private tryToRollBack(): void {
    try {
      this.rollBack()
    } catch (error) {
      // The next transaction starts by rolling back.
      log.error('a transaction could not be rolled back yet', causeOf(error))
    }
  }

  private async attempt(job: WaitingJob, tx: WriteSql): Promise<Outcome> {
    await this.connection.run('SAVEPOINT job')
    try {
      const value = await job.run(tx)
      await this.connection.run('RELEASE job')
      return { isDone: true, value }
    } catch (reason) {
      // Some errors (a full disk) roll back the whole transaction; then no job succeeded.
      if (!this.connection.raw.inTransaction) throw reason
      await this.connection.run('ROLLBACK TO job')
      await this.connection.run('RELEASE job')
      return { isDone: false, reason }
    }
  }

  /** Takes the write lock; while another process holds it, waits without blocking this one. */
  private async begin(): Promise<void> {
    const deadline = Date.now() + LOCK_TIMEOUT_MS
    for (let pause = 2; ; pause = Math.min(pause * 2, 100)) {
      try {
        await this.connection.run('BEGIN IMMEDIATE')
        return
      } catch (error) {
        if (!isBusy(error) || Date.now() > deadline) throw error
        await new Promise((resolve) => setTimeout(resolve, pause))
      }
    }
  }
}

function isBusy(error: unknown): boolean {
  return error instanceof Error && 'code' in error && String(error.code).startsWith('SQLITE_BUSY')
}

/** This engine, with the client that Prisma generates for it. */
export const ENGINE: Engine = {
  kind: 'sqlite',
  open: async () => (await import('./sqlite-client')).client,
}

function transactionOn(connection: SqliteConnection, touched: Touched): WriteSql {
  let client: WritingClient | null = null
  return {
    forUpdate: '',
    forKeyShare: '',
    clock: `CAST(unixepoch('subsec') * 1000 AS INTEGER)`,
    touch: (storeKey) => void touched.stores.add(storeKey),
    touchSession: (sessionKey) => void touched.sessions.add(sessionKey),
    all: <Row>(text: string, params?: readonly SqlValue[]) => connection.all<Row>(text, params),
    get: <Row>(text: string, params?: readonly SqlValue[]) => connection.get<Row>(text, params),
    run: (text, params) => connection.run(text, params),
    later: async (text, params) => void (await connection.run(text, params)),
    insert: async (_table, text, params) => connection.insert(text, params),
    shared: null,
    // Most transactions need none.
    get prisma() {
      return (client ??= writingClient(ENGINE, async ({ sql, args }) => connection.ask(sql, args)))
    },
  }
}

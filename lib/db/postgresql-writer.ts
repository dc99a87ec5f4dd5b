import pg from 'pg'
import { setTimeout as pause } from 'node:timers/promises'
import { causeOf, log } from '@/lib/log'
import type { Together, WriteJob } from './database'
import { databaseFaultOf, OutcomeUnknownError } from './database-fault'
import {
  LeaveError,
  MustRunAloneError,
  PostgresqlTransaction,
  type Send,
} from './postgresql-transaction'
import type { Touched } from './touched'

const MAX_ATTEMPTS = 10

/** Longest enquiry about a transaction whose connection was lost while it committed. */
const OUTCOME_TIMEOUT_MS = 15_000
const RETRY_INTERVAL_MS = 200

/**
 * Selects the status of a transaction by its id, which the server forgets after some million
 * others.
 */
const STATUS = 'SELECT pg_xact_status(CAST($1 AS xid8)) AS status'

/** The most jobs that share a transaction; beyond it the first caller waits too long for the last. */
const MAX_JOBS_PER_COMMIT = 64

/** Serialisation failure and deadlock (PostgreSQL, appendix A): the same transaction can be retried. */
const REPEATABLE = new Set(['40001', '40P01'])

interface WaitingJob {
  run: WriteJob<unknown>
  together: Together
  resolve: (value: unknown) => void
  reject: (reason: unknown) => void
}

type Outcome =
  | { kind: 'done'; value: unknown }
  | { kind: 'failed'; reason: unknown }
  /** somebody else has locked what it changes */
  | { kind: 'locked' }
  /** it left the transaction */
  | { kind: 'long' }

/** The lane of jobs that wait for no lock. */
const ANY = Symbol('any')

type Lane = string | typeof ANY

/**
 * Runs write transactions. Jobs that may share one and arrive while another is under way share the
 * next, and so its round trips and its commit: they run one after another, and what they write is
 * sent together. None is answered before the commit. What a transaction elsewhere has locked is
 * waited for in a lane of its own. If the database refuses anything, each job runs again in a
 * transaction of its own. If the connection is lost while it commits, the server is asked afterwards
 * what became of it; only if that cannot be found out in time, callers get an `OutcomeUnknownError`.
 */
export class PostgresqlWriter {
  private readonly lanes = new Map<Lane, WaitingJob[]>()
  private running = 0

  constructor(
    private readonly pool: pg.Pool,
    private readonly sendOn: (client: pg.PoolClient) => Send,
    private readonly onCommit: (touched: Touched) => void,
  ) {}

  get isIdle(): boolean {
    return this.running === 0
  }

  async run<T>(job: WriteJob<T>, together?: Together): Promise<T> {
    this.running++
    try {
      return await (together ? this.join(job, together) : this.alone(job))
    } finally {
      this.running--
    }
  }

  private join<T>(job: WriteJob<T>, together: Together): Promise<T> {
    return new Promise<T>((resolve, reject) => {
      const next = { run: job, together, resolve: resolve as (value: unknown) => void, reject }
      this.enter(this.lanes.has(together.key) ? together.key : ANY, next)
    })
  }

  private enter(lane: Lane, job: WaitingJob): void {
    const waiting = this.lanes.get(lane)
    if (waiting) {
      waiting.push(job)
      return
    }
    this.lanes.set(lane, [job])
    // Not immediately: requests that the loop has already received may join.
    setImmediate(() => void this.drain(lane))
  }

  private async drain(lane: Lane): Promise<void> {
    const waiting = this.lanes.get(lane) ?? []
    while (waiting.length > 0) await this.commitTogether(lane, waiting)
    this.lanes.delete(lane)
  }

  /** Takes jobs from a lane once there is a connection, so that more may have come. */
  private async commitTogether(lane: Lane, waiting: WaitingJob[]): Promise<void> {
    let client: pg.PoolClient
    try {
      client = await this.pool.connect()
    } catch (reason) {
      for (const { reject } of waiting.splice(0)) reject(reason)
      return
    }
    const taken = waiting.splice(0, MAX_JOBS_PER_COMMIT)
    const going = (goes: Together['goes']) => taken.filter(({ together }) => together.goes === goes)
    const jobs = [...going('first'), ...going('last')]
    const transaction = new PostgresqlTransaction(this.sendOn(client), jobs.length)
    const whenLocked = lane === ANY ? 'skip' : 'wait'
    try {
      const outcomes = await this.transact(client, transaction, () =>
        outcomesOf(transaction, jobs, whenLocked),
      )
      for (const [index, job] of jobs.entries()) this.settle(job, outcomes[index])
    } catch (reason) {
      if (isRolledBack(reason)) {
        for (const job of jobs) {
          await this.alone(job.run, job.together).then(job.resolve, job.reject)
        }
      } else {
        for (const { reject } of jobs) reject(reason)
      }
    }
  }

  private settle(job: WaitingJob, outcome: Outcome | undefined): void {
    if (outcome?.kind === 'done') job.resolve(outcome.value)
    else if (outcome?.kind === 'locked') this.enter(job.together.key, job)
    else if (outcome?.kind === 'long') {
      void this.alone(job.run, job.together).then(job.resolve, job.reject)
    } else job.reject(outcome?.reason)
  }

  private async alone<T>(job: WriteJob<T>, together?: Together): Promise<T> {
    for (let attempt = 1; ; attempt++) {
      try {
        return await this.attempt(job, together)
      } catch (error) {
        if (attempt >= MAX_ATTEMPTS || !isRepeatable(error)) throw error
        await new Promise((resolve) => setTimeout(resolve, Math.random() * 10 * 2 ** attempt))
      }
    }
  }

  private async attempt<T>(job: WriteJob<T>, together: Together | undefined): Promise<T> {
    const client = await this.pool.connect()
    const transaction = new PostgresqlTransaction(this.sendOn(client), 1)
    return this.transact(client, transaction, async () => {
      await together?.prepare(transaction.sql, [together.ask], 'wait')
      return job(transaction.sql)
    })
  }

  private async transact<T>(
    client: pg.PoolClient,
    transaction: PostgresqlTransaction,
    work: () => Promise<T>,
  ): Promise<T> {
    let value: { done: T } | null = null
    try {
      value = { done: await work() }
      await transaction.commit()
      client.release()
    } catch (error) {
      client.release(!(await transaction.rollBack()))
      if (value === null || !transaction.isInDoubt(error)) throw error
      await this.refuseUnlessCommitted(transaction.id, error)
    }
    this.announce(transaction.touched)
    return value.done
  }

  private async refuseUnlessCommitted(id: number | null, error: unknown): Promise<void> {
    const outcome = id === null ? 'unknown' : await this.outcomeOf(id)
    log.warn('a connection was lost while it committed', { outcome, ...causeOf(error) })
    if (outcome === 'aborted') throw error
    if (outcome === 'unknown') throw new OutcomeUnknownError({ cause: error })
  }

  /**
   * Asks the server that is reachable now about a transaction's outcome, until it answers and the
   * transaction is over.
   */
  private async outcomeOf(id: number): Promise<'committed' | 'aborted' | 'unknown'> {
    const deadline = performance.now() + OUTCOME_TIMEOUT_MS
    while (performance.now() < deadline) {
      const status = await this.statusOf(id)
      if (status !== 'in progress') return status
      await pause(RETRY_INTERVAL_MS)
    }
    return 'unknown'
  }

  private async statusOf(id: number): Promise<'committed' | 'aborted' | 'in progress' | 'unknown'> {
    try {
      const { rows } = await this.pool.query<{ status: 'committed' | 'aborted' | 'in progress' }>(
        STATUS,
        [String(id)],
      )
      return rows[0]?.status ?? 'unknown'
    } catch (error) {
      const isAway = ['unreachable', 'busy'].includes(databaseFaultOf(error)?.fault ?? '')
      return isAway ? 'in progress' : 'unknown'
    }
  }

  /** Listeners must not fail a write that is already durable. */
  private announce(touched: Touched): void {
    try {
      this.onCommit(touched)
    } catch (error) {
      log.error('a change could not be announced', causeOf(error))
    }
  }
}

async function outcomesOf(
  transaction: PostgresqlTransaction,
  jobs: readonly WaitingJob[],
  whenLocked: 'skip' | 'wait',
): Promise<Outcome[]> {
  const asks = jobs.map(({ together }) => together.ask)
  const ready = await jobs[0]?.together.prepare(transaction.sql, asks, whenLocked)
  const outcomes: Outcome[] = []
  for (const { run, together } of jobs) {
    const mayRun = whenLocked === 'wait' || ready?.has(together.key)
    outcomes.push(mayRun ? await outcomeOf(transaction.runJob(run)) : { kind: 'locked' })
  }
  return outcomes
}

async function outcomeOf(running: Promise<unknown>): Promise<Outcome> {
  try {
    return { kind: 'done', value: await running }
  } catch (reason) {
    if (reason instanceof MustRunAloneError) throw reason
    if (reason instanceof LeaveError) return { kind: 'long' }
    return { kind: 'failed', reason }
  }
}

/** Returns whether the database refused something of a transaction, and so kept nothing of it. */
function isRolledBack(reason: unknown): boolean {
  return reason instanceof MustRunAloneError || reason instanceof pg.DatabaseError
}

function isRepeatable(error: unknown): boolean {
  return error instanceof Error && 'code' in error && REPEATABLE.has(String(error.code))
}

import pg from 'pg'
import { causeOf, log } from '@/lib/log'
import type { Together, WriteJob } from './database'
import {
  LeaveError,
  NotAloneError,
  PostgresqlTransaction,
  type Send,
} from './postgresql-transaction'
import type { Touched } from './touched'

const MAX_ATTEMPTS = 10

/** The most jobs that share a transaction; beyond it the first caller waits too long for the last. */
const MAX_JOBS_A_COMMIT = 64

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
 * transaction of its own.
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
    const taken = waiting.splice(0, MAX_JOBS_A_COMMIT)
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
      if (isRolledBack(reason, transaction)) {
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
    let value: T
    try {
      value = await work()
      await transaction.commit()
    } catch (error) {
      client.release(!(await transaction.rollBack()))
      throw error
    }
    client.release()
    this.announce(transaction.touched)
    return value
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
    if (reason instanceof NotAloneError) throw reason
    if (reason instanceof LeaveError) return { kind: 'long' }
    return { kind: 'failed', reason }
  }
}

/** Whether it is known that nothing of a transaction was kept. */
function isRolledBack(reason: unknown, transaction: PostgresqlTransaction): boolean {
  if (reason instanceof NotAloneError) return true
  return reason instanceof pg.DatabaseError && !transaction.isUpToTheCommit
}

function isRepeatable(error: unknown): boolean {
  return error instanceof Error && 'code' in error && REPEATABLE.has(String(error.code))
}

import { setMaxListeners } from 'node:events'
import type { TurnOutcome } from '@/lib/agent/turn-in-memory'
import type { Database } from '@/lib/db/database'
import type { Sql, WriteSql } from '@/lib/db/sql'
import {
  keepLease,
  type Lease,
  leaseHolder,
  type LeaseKind,
  leaseOn,
  releaseLease,
  renewLease,
  takeLease,
} from '@/lib/lease'
import { causeOf, log } from '@/lib/log'
import { isPassing, MAX_PASSING_FAULTS, waitAfterFault } from './passing-faults'
import { isStoreGone } from './store-gone'
import { inSlot } from './sample-slots'

/** The reason why a run ends before it has all its answers. */
export type EarlyEnd =
  | 'stopped'
  | 'budget_used_up'
  | 'model_failed'
  /** what is asked cannot be asked any more */
  | 'refused'
  | 'timed_out'
  /** the state that it was asked in is gone */
  | 'state_gone'
  | 'internal'

/** The state of a run that ended early. */
export const STATE_AFTER = {
  stopped: 'canceled',
  budget_used_up: 'budget_reached',
  model_failed: 'failed',
  refused: 'failed',
  timed_out: 'failed',
  state_gone: 'failed',
  internal: 'failed',
} as const satisfies Record<EarlyEnd, string>

/** Ends a run before it has all its answers. */
export class EndedEarlyError extends Error {
  constructor(
    readonly reason: EarlyEnd,
    readonly words: string | null = null,
  ) {
    super(reason)
  }
}

/** A fault of the model's server that passes. */
class PassingFault extends EndedEarlyError {
  constructor(words: string) {
    super('model_failed', words)
  }
}

/** The lease is another process's now, or the run is gone: nothing may be written. */
class LostError extends Error {}

/** A redaction came in between: what an answer knows may hold what it took out. */
export class RedactedMeanwhileError extends Error {}

/** A row of a run: what it may ask for and has. */
export interface AskingRow {
  readonly stopAskedAt: number | null
  readonly maxRequests: number
  readonly maxTokens: number | null
  readonly requests: number
  readonly inputTokens: number
  readonly outputTokens: number
}

/** The most that one answer may ask of models. */
export interface AnswerLimits {
  readonly maxRequests: number
  readonly maxTokens?: number
}

/**
 * One process's work on a run that asks models, whichever kind: it holds the run's lease, stops when
 * somebody says so, keeps the budget and waits for faults that pass. What was asked is stored when it
 * comes; another process goes on with what is stored.
 */
export abstract class AskingRun<Row extends AskingRow> {
  protected readonly controller = new AbortController()
  private readonly lease: Lease
  private isShutDown = false
  /** why it ends before all answers are there; null: it goes on */
  private givenUp: EarlyEnd | null = null
  /** an answer needed more than all that was left */
  private isUsedUp = false
  /** answers among which what is left was shared last */
  private sharedBy = 1
  /** an answer needed more than its share: they are asked one after the other from then on */
  private isAlone = false
  /** passing faults in a row */
  private faults = 0

  constructor(
    protected readonly db: Database,
    protected readonly id: string,
    private readonly kind: LeaseKind,
  ) {
    this.lease = leaseOn(kind, id)
    // Every answer under way waits for it.
    setMaxListeners(0, this.controller.signal)
  }

  /** The run as it is; undefined: it is gone, or what it belongs to is. */
  protected abstract find(sql: Sql): Promise<Row | undefined>

  /** Tells who follows it that it changed. */
  protected abstract tell(tx: WriteSql, row: Row): void

  /** Asks until there is nothing more to ask for, and stores how it ends. */
  protected abstract work(): Promise<void>

  /** Stores that it ends before that. */
  protected abstract endWithout(row: Row, reason: EarlyEnd, words: string | null): Promise<void>

  /** Takes the lease; false if another process works on it. */
  take(): Promise<boolean> {
    return this.db.write((tx) => takeLease(tx, this.lease))
  }

  /** Leaves the rest to the next process. */
  shutDown(): void {
    this.isShutDown = true
    this.controller.abort()
  }

  /** For a person who stopped it: what is under way is not waited for. */
  interrupt(): void {
    this.controller.abort()
  }

  /** Ends it without a verdict: what is under way is not waited for. */
  protected giveUp(reason: EarlyEnd): void {
    this.givenUp = reason
    this.controller.abort()
  }

  /** Works on it until it ends. Never throws. */
  async execute(): Promise<void> {
    const stopBeating = keepLease(this.lease, () => this.beat())
    try {
      await this.work()
    } catch (error) {
      await this.endEarly(error)
    } finally {
      await stopBeating()
      await this.db.write((tx) => releaseLease(tx, this.lease)).catch(() => {})
    }
  }

  /** The run, unless it is gone or is to stop. */
  protected async row(): Promise<Row> {
    const row = await this.find(this.db.read)
    if (!row) throw new LostError()
    if (row.stopAskedAt !== null) throw new EndedEarlyError('stopped')
    if (this.givenUp !== null) throw new EndedEarlyError(this.givenUp)
    if (this.controller.signal.aborted) throw new LostError()
    return row
  }

  /** Writes while this process holds the lease, and tells who follows the run. */
  protected async write(work: (tx: WriteSql) => Promise<void>): Promise<void> {
    await this.db.write(async (tx) => {
      if ((await leaseHolder(tx, this.kind, this.id)) !== this.lease.holder) throw new LostError()
      await work(tx)
      const row = await this.find(tx)
      if (row) this.tell(tx, row)
    })
  }

  /** Stores an end, unless the run is another process's by now. */
  protected async writeEnd(work: (tx: WriteSql) => Promise<void>): Promise<void> {
    await this.write(work).catch((failure: unknown) => {
      if (!(failure instanceof LostError)) throw failure
    })
  }

  /** The requests that are left. */
  protected affordable(row: AskingRow): number {
    if (tokensLeft(row) === 0) return 0
    return this.isUsedUp ? 0 : Math.max(0, row.maxRequests - row.requests)
  }

  /** The number of answers that are asked at once, of so many that could be: one at least. */
  protected atMost(wanted: number): number {
    return this.isAlone ? 1 : Math.max(1, wanted)
  }

  /** The most that each of some answers at once may ask for. */
  protected limitsOf(row: AskingRow, atOnce: number): AnswerLimits {
    this.sharedBy = atOnce
    const tokens = tokensLeft(row)
    return {
      maxRequests: Math.floor(this.affordable(row) / atOnce),
      ...(tokens === null ? {} : { maxTokens: Math.floor(tokens / atOnce) }),
    }
  }

  /** Asks, with what was opened for it; after a redaction that is opened anew, and a fault that passes is waited for. */
  protected async asked<Opened>(
    opened: Opened,
    ask: () => Promise<void>,
    reopen: () => Promise<Opened>,
  ): Promise<Opened> {
    try {
      await ask()
      this.faults = 0
      return opened
    } catch (error) {
      if (error instanceof RedactedMeanwhileError) return reopen()
      if (!(error instanceof PassingFault) || this.faults >= MAX_PASSING_FAULTS) throw error
      await waitAfterFault(this.faults++, this.controller.signal)
      return opened
    }
  }

  /** Asks for several answers, each when a sample may run; throws what the first one threw, after all. */
  protected async together(answers: readonly (() => Promise<void>)[]): Promise<void> {
    const { signal } = this.controller
    const outcomes = await Promise.allSettled(
      answers.map((answer) => inSlot(this.db, signal, answer)),
    )
    const failed = outcomes.find((outcome) => outcome.status === 'rejected')
    if (failed) throw failed.reason
  }

  /** Notes why an answer did not end. */
  protected noteStopped(stopped: TurnOutcome['stopped']): void {
    if (stopped === null || stopped === 'aborted') return
    if (stopped === 'requests_used_up') {
      // More than its share is not more than all: what the others left may do.
      if (this.sharedBy > 1) this.isAlone = true
      else this.isUsedUp = true
      return
    }
    const reason = stopped.kind === 'model_not_found' ? 'model_gone' : stopped.kind
    const words = [reason, stopped.message].filter(Boolean).join(': ')
    throw isPassing(stopped.kind)
      ? new PassingFault(words)
      : new EndedEarlyError('model_failed', words)
  }

  private async beat(): Promise<void> {
    if (!(await this.db.write((tx) => renewLease(tx, this.lease)))) this.controller.abort()
    const row = await this.find(this.db.read)
    if (!row || row.stopAskedAt !== null) this.controller.abort()
  }

  private async endEarly(error: unknown): Promise<void> {
    const isLost = error instanceof LostError && this.givenUp === null
    if (isLost || this.isShutDown) return
    const row = await this.find(this.db.read)
    if (!row) return
    if (row.stopAskedAt !== null) return this.endWithout(row, 'stopped', null)
    if (this.givenUp !== null) return this.endWithout(row, this.givenUp, null)
    if (error instanceof EndedEarlyError) return this.endWithout(row, error.reason, error.words)
    if (isStoreGone(error)) return this.endWithout(row, 'state_gone', null)
    log.error('a run failed', { kind: this.kind.table, run: this.id, ...causeOf(error) })
    return this.endWithout(row, 'internal', null)
  }
}

function tokensLeft({ maxTokens, inputTokens, outputTokens }: AskingRow): number | null {
  return maxTokens === null ? null : Math.max(0, maxTokens - inputTokens - outputTokens)
}

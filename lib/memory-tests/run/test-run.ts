import type { Database } from '@/lib/db/database'
import type { WriteSql } from '@/lib/db/sql'
import {
  keepLease,
  type Lease,
  leaseHolder,
  leaseOn,
  releaseLease,
  renewLease,
  takeLease,
} from '@/lib/lease'
import { causeOf, log } from '@/lib/log'
import { checkedAnswer, type CheckedAnswer, heldByAll } from '@/lib/replay/run/check-answer'
import { checkSchema } from '@/lib/replay/model/check'
import { isPassing, MAX_PASSING_FAULTS, waitAfterFault } from '@/lib/replay/run/passing-faults'
import { inSlot } from '@/lib/replay/run/sample-slots'
import { areRedactedSince, standingOf, type StoresStanding } from '@/lib/replay/run/stores-standing'
import { EmptySnapshot, type Snapshot } from '@/lib/replay/scratch/snapshot'
import { StoreSnapshot } from '@/lib/replay/scratch/store-snapshot'
import { settings } from '@/lib/settings'
import { addReviewEvent } from '@/lib/store/events/review-events'
import {
  askInMemory,
  type AskedAnswer,
  type Conversation,
  inputTokensOf,
} from '../asking/ask-in-memory'
import { conversationOf } from '../asking/test-conversation'
import type { MemoryTest, NotRunReason, TestStatus } from '../model/memory-test'
import { answersToAsk, type Held, type Verdict, verdictOf } from '../model/verdict'
import { noteEmptyOutcome, testByKey, type TestRow } from '../sql/memory-tests'
import {
  addRunCost,
  beginRun,
  endRun,
  insertSample,
  runById,
  type RunRow,
  samplesOfRun,
} from '../sql/test-runs'
import { testOfRow } from '../test-of-row'
import { RUN_LEASE } from './run-lease'

/** Ends a run without a verdict. */
class NotRunError extends Error {
  constructor(
    readonly reason: NotRunReason,
    readonly words: string | null = null,
  ) {
    super(reason)
  }
}

/** A fault of the model's server that passes. */
class PassingFault extends NotRunError {
  constructor(words: string) {
    super('model_failed', words)
  }
}

/** The lease is another process's now, or the run is gone: nothing may be written. */
class LostError extends Error {}

/** A redaction came in between: what an answer knows may hold what it took out. */
class RedactedMeanwhileError extends Error {}

/** A test as it was read, its store's memories, and how far the store was then. */
interface Opened {
  row: TestRow
  test: MemoryTest
  snapshot: Snapshot
  standing: StoresStanding
}

/**
 * One process's work on a run of a test: answers until they decide it. Every answer is stored when it
 * comes; another process goes on with what is stored, and asks nothing twice but what was under way.
 */
export class TestRunner {
  private readonly controller = new AbortController()
  private readonly lease: Lease
  private isShutDown = false
  /** an answer needed more requests than were left */
  private isUsedUp = false
  /** passing faults in a row */
  private faults = 0

  private constructor(
    private readonly db: Database,
    private readonly id: string,
  ) {
    this.lease = leaseOn(RUN_LEASE, id)
  }

  /** Null if another process works on it. */
  static async begin(db: Database, id: string): Promise<TestRunner | null> {
    const runner = new TestRunner(db, id)
    return (await db.write((tx) => takeLease(tx, runner.lease))) ? runner : null
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

  /** Never throws. */
  async execute(): Promise<void> {
    const stopBeating = keepLease(this.lease, () => this.beat())
    try {
      await this.decide()
    } catch (error) {
      await this.endWithout(error)
    } finally {
      await stopBeating()
      await this.db.write((tx) => releaseLease(tx, this.lease)).catch(() => {})
    }
  }

  private async beat(): Promise<void> {
    if (!(await this.db.write((tx) => renewLease(tx, this.lease)))) this.controller.abort()
    const row = await runById(this.db.read, this.id)
    if (!row || row.stopAskedAt !== null) this.controller.abort()
  }

  private async endWithout(error: unknown): Promise<void> {
    if (error instanceof LostError || this.isShutDown) return
    const row = await runById(this.db.read, this.id)
    if (!row) return
    const notRun = (notRunFor: NotRunReason, words: string | null = null) =>
      this.end(row, { status: 'not_run', notRunFor, error: words })
    if (row.stopAskedAt !== null) return notRun('stopped')
    if (error instanceof NotRunError) return notRun(error.reason, error.words)
    log.error('a memory test could not be run', { run: this.id, ...causeOf(error) })
    return notRun('internal')
  }

  private async end(
    row: RunRow,
    outcome: {
      status: TestStatus
      notRunFor?: NotRunReason
      error?: string | null
      passesEmpty?: boolean | null
    },
  ): Promise<void> {
    const { status, notRunFor = null, error = null, passesEmpty = null } = outcome
    await this.write(async (tx) => {
      await endRun(tx, {
        ...{ key: row.key, status, notRunFor, error },
        passesEmpty: passesEmpty === null ? null : Number(passesEmpty),
        finishedAt: Date.now(),
      })
      await addReviewEvent(tx, { storeKey: row.storeKey, type: 'test.run', subject: row.id })
    }).catch((failure: unknown) => {
      if (!(failure instanceof LostError)) throw failure
    })
  }

  /** Writes while this process holds the lease, and tells who follows the store. */
  private async write(work: (tx: WriteSql) => Promise<void>): Promise<void> {
    await this.db.write(async (tx) => {
      if ((await leaseHolder(tx, RUN_LEASE, this.id)) !== this.lease.holder) throw new LostError()
      await work(tx)
      const row = await runById(tx, this.id)
      if (row) tx.touch(row.storeKey)
    })
  }

  private async decide(): Promise<void> {
    const begun = await this.row()
    await this.write((tx) => beginRun(tx, begun.key, Date.now()))
    let opened = await this.open(begun)
    for (;;) {
      const row = await this.row()
      if (row.stopAskedAt !== null) throw new NotRunError('stopped')
      if (this.controller.signal.aborted) throw new LostError()
      const step = await this.step(row, opened)
      if ('status' in step) return this.end(row, step)
      opened = await this.asked(row, opened, step)
    }
  }

  /** What is to be asked next, or how the run ends. */
  private async step(
    row: RunRow,
    { test }: Opened,
  ): Promise<AskNext | { status: Verdict; passesEmpty: boolean | null }> {
    const samples = await samplesOfRun(this.db.read, row.key)
    const heldOf = (isEmpty: number): Held => {
      const asked = samples.filter((sample) => sample.isEmpty === isEmpty)
      return { held: asked.filter(({ held }) => held === 1).length, of: asked.length }
    }
    const verdict = verdictOf(test.verdict, heldOf(0))
    if (verdict === null) return this.next(row, test, { isEmpty: false, so: heldOf(0) })
    if (verdict !== 'passed' || test.provesNothing !== null) {
      return { status: verdict, passesEmpty: verdict === 'passed' ? test.provesNothing : null }
    }
    // It passed: does it without any memory, too? Then it says nothing of them.
    const empty = verdictOf(test.verdict, heldOf(1))
    if (empty === null) {
      // What it has shown of the memories stands, whatever is left of the budget.
      if (this.affordable(row) === 0) return { status: verdict, passesEmpty: null }
      return this.next(row, test, { isEmpty: true, so: heldOf(1) })
    }
    const passesEmpty = empty === 'passed'
    await this.write((tx) =>
      noteEmptyOutcome(tx, {
        key: row.testKey,
        revision: test.revision,
        passesEmpty: Number(passesEmpty),
      }),
    )
    return { status: verdict, passesEmpty }
  }

  private next(
    row: RunRow,
    { verdict }: MemoryTest,
    { isEmpty, so }: { isEmpty: boolean; so: Held },
  ): AskNext {
    if (this.affordable(row) === 0) throw new NotRunError('budget_used_up')
    return { isEmpty, count: answersToAsk(verdict, so) }
  }

  /** Asks; after a redaction the test is opened anew, and after a passing fault it waits. */
  private async asked(row: RunRow, opened: Opened, next: AskNext): Promise<Opened> {
    try {
      await this.ask(row, opened, next)
      this.faults = 0
      return opened
    } catch (error) {
      if (error instanceof RedactedMeanwhileError) return this.open(row)
      if (!(error instanceof PassingFault) || this.faults >= MAX_PASSING_FAULTS) throw error
      await waitAfterFault(this.faults++, this.controller.signal)
      return opened
    }
  }

  private async row(): Promise<RunRow> {
    const row = await runById(this.db.read, this.id)
    if (!row) throw new LostError()
    return row
  }

  /** The test and its store, with what a redaction would have changed since they were read. */
  private async open({ testKey, storeId, revision, sequence }: RunRow): Promise<Opened> {
    const standing = await standingOf(this.db.read, [storeId])
    const row = await testByKey(this.db.read, testKey)
    if (!row || row.revision !== revision) throw new NotRunError('test_changed')
    const test = testOfRow(row)
    // What a redaction left of a check may look for nothing, and so hold in everything.
    if (test.checks.some((check) => !checkSchema.safeParse(check).success)) {
      throw new NotRunError('test_changed')
    }
    return { row, test, standing, snapshot: new StoreSnapshot(this.db, storeId, sequence) }
  }

  /** The requests that are left. */
  private affordable({
    maxRequests,
    maxTokens,
    requests,
    inputTokens,
    outputTokens,
  }: RunRow): number {
    if (maxTokens !== null && inputTokens + outputTokens >= maxTokens) return 0
    return this.isUsedUp ? 0 : Math.max(0, maxRequests - requests)
  }

  /** Asks for some answers at once, and stores each when it comes. */
  private async ask(row: RunRow, opened: Opened, { isEmpty, count }: AskNext): Promise<void> {
    const { test, snapshot } = opened
    const memories = isEmpty ? new EmptySnapshot(snapshot) : snapshot
    const conversation = await conversationOf(this.db, test, memories)
    const left = this.affordable(row)
    const atOnce = Math.max(1, Math.min(count, left, settings().replayConcurrency))
    const tokens = tokensLeft(row)
    const limits = {
      maxRequests: Math.floor(left / atOnce),
      ...(tokens === null ? {} : { maxTokens: Math.floor(tokens / atOnce) }),
    }
    const asked = Array.from({ length: atOnce }, () =>
      inSlot(this.db, this.controller.signal, () =>
        this.askOnce(row, opened, { conversation, limits, isEmpty }),
      ),
    )
    const outcomes = await Promise.allSettled(asked)
    const failed = outcomes.find((outcome) => outcome.status === 'rejected')
    if (failed) throw failed.reason
  }

  private async askOnce(
    row: RunRow,
    opened: Opened,
    {
      conversation,
      limits,
      isEmpty,
    }: {
      conversation: Conversation
      limits: { maxRequests: number; maxTokens?: number }
      isEmpty: boolean
    },
  ): Promise<void> {
    if (await areRedactedSince(this.db.read, opened.standing)) throw new RedactedMeanwhileError()
    const begunAt = performance.now()
    const { signal } = this.controller
    const asked = await askInMemory(conversation, { ...limits, signal })
    const answer = await checkedAnswer(opened.test.checks, asked, signal)
    const duration = Math.round(performance.now() - begunAt)
    await this.store(row, opened, answer, { isEmpty, duration })
  }

  private async store(
    row: RunRow,
    opened: Opened,
    answer: CheckedAnswer<AskedAnswer>,
    about: { isEmpty: boolean; duration: number },
  ): Promise<void> {
    const { stopped, requests, usage } = answer
    const cost = {
      ...{ runKey: row.key, requests, createdAt: Date.now() },
      inputTokens: inputTokensOf(usage),
      outputTokens: usage.outputTokens,
    }
    let isOutdated = false
    await this.write(async (tx) => {
      isOutdated = await isRedacted(tx, opened)
      if (stopped !== null || isOutdated) return addRunCost(tx, cost)
      await insertSample(tx, {
        ...cost,
        storeKey: row.storeKey,
        isEmpty: Number(about.isEmpty),
        held: Number(heldByAll(answer.checks) === true),
        checks: JSON.stringify(answer.checks.map((held) => Number(held === true))),
        answer: JSON.stringify(textsOf(answer)),
        reads: JSON.stringify(answer.reads),
        duration: about.duration,
      })
    })
    if (isOutdated) throw new RedactedMeanwhileError()
    if (stopped === null || stopped === 'aborted') return
    if (stopped === 'requests_used_up') {
      this.isUsedUp = true
      return
    }
    const reason = stopped.kind === 'model_not_found' ? 'model_gone' : stopped.kind
    const words = [reason, stopped.message].filter(Boolean).join(': ')
    throw isPassing(stopped.kind) ? new PassingFault(words) : new NotRunError('model_failed', words)
  }
}

/** How many answers to ask for at once, and whether without any memory. */
interface AskNext {
  readonly isEmpty: boolean
  readonly count: number
}

/** Returns whether a redaction reached the store, or the test itself, since they were read. */
async function isRedacted(tx: WriteSql, { row, standing }: Opened): Promise<boolean> {
  if (await areRedactedSince(tx, standing)) return true
  const now = await testByKey(tx, row.key)
  return now?.messages !== row.messages || now.checks !== row.checks
}

function tokensLeft({ maxTokens, inputTokens, outputTokens }: RunRow): number | null {
  return maxTokens === null ? null : Math.max(0, maxTokens - inputTokens - outputTokens)
}

/** The texts of an answer, which are stored together. */
function textsOf({ texts, calls, changes }: AskedAnswer) {
  return { texts, calls, changes }
}

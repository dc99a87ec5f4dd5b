import type { Database } from '@/lib/db/database'
import type { Sql, WriteSql } from '@/lib/db/sql'
import { hasJobSince } from '@/lib/jobs/read-jobs'
import {
  AskingRun,
  type EarlyEnd,
  EndedEarlyError,
  RedactedMeanwhileError,
} from '@/lib/replay/run/asking-run'
import { isStoreGone } from '@/lib/replay/run/store-gone'
import { standingOf } from '@/lib/replay/run/stores-standing'
import { EmptySnapshot, type Snapshot } from '@/lib/replay/scratch/snapshot'
import { StoreSnapshot } from '@/lib/replay/scratch/store-snapshot'
import { causeOf, log } from '@/lib/log'
import { settings } from '@/lib/settings'
import { subjectOfTest } from '@/lib/store/model/review-event'
import { addReviewEvent } from '@/lib/store/events/review-events'
import { bisectByItself } from '../bisections/bisect-by-itself'
import { conversationIn } from '../asking/test-conversation'
import type { NotRunReason, TestStatus } from '../model/memory-test'
import {
  answersToAsk,
  gateRule,
  type Held,
  type Verdict,
  type VerdictRule,
  verdictOf,
} from '../model/verdict'
import { dropState, stateOfRun } from '../gates/held-states'
import { LaidSnapshot } from '../gates/laid-snapshot'
import { noteEmptyOutcome, testByKey } from '../sql/memory-tests'
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
import { answerColumns, askTest, costOf, isRedacted, type OpenedTest, openTest } from './asked-test'
import type { TimedAnswer } from './asked-test'
import { RUN_LEASE } from './run-lease'

/** A test as it was read, with its store's memories. */
type Opened = OpenedTest & { readonly snapshot: Snapshot }

/** A person waits for a gate: one that has not told by then holds; milliseconds. */
export const GATE_MS = 10 * 60_000

/** The answers to ask for at once, with the memories or without any. */
interface AskNext {
  readonly isEmpty: boolean
  readonly count: number
}

/**
 * One process's work on a run of a test: answers until they decide it. Every answer is stored when it
 * comes; another process goes on with what is stored, and asks nothing twice but what was under way.
 */
export class TestRunner extends AskingRun<RunRow> {
  private constructor(db: Database, id: string) {
    super(db, id, RUN_LEASE)
  }

  /** Null if another process works on it. */
  static async begin(db: Database, id: string): Promise<TestRunner | null> {
    const runner = new TestRunner(db, id)
    return (await runner.take()) ? runner : null
  }

  protected find(sql: Sql): Promise<RunRow | undefined> {
    return runById(sql, this.id)
  }

  protected tell(tx: WriteSql, { storeKey }: RunRow): void {
    tx.touch(storeKey)
  }

  protected async work(): Promise<void> {
    try {
      await this.askInTime()
    } finally {
      // However it ends: nobody goes on with it in this state.
      dropState(this.id)
    }
  }

  private async askInTime(): Promise<void> {
    const begun = await this.row()
    // Another process may have ended it between the look at what is open and the lease.
    if (begun.finishedAt !== null) return
    await this.write((tx) => beginRun(tx, begun.key, Date.now()))
    if (begun.gateState === null) return this.askUntilTold(begun)
    const left = Math.max(0, begun.createdAt + GATE_MS - Date.now())
    const timer = setTimeout(() => this.giveUp('timed_out'), left)
    try {
      await this.askUntilTold(begun)
    } finally {
      clearTimeout(timer)
    }
  }

  private async askUntilTold(begun: RunRow): Promise<void> {
    let opened = await this.open(begun)
    for (;;) {
      const row = await this.row()
      const step = await this.step(row, opened)
      if ('status' in step) return this.end(row, step)
      opened = await this.asked(
        opened,
        () => this.ask(row, opened, step),
        () => this.openAgain(row),
      )
    }
  }

  protected async endWithout(row: RunRow, reason: EarlyEnd, error: string | null): Promise<void> {
    // If only its answers without memory are missing, what it has shown with them stands.
    const verdict = await this.verdictSoFar(row)
    if (verdict !== null) return this.end(row, { status: verdict })
    const notRunFor = reason === 'refused' ? 'test_changed' : reason
    return this.end(row, { status: 'not_run', notRunFor, error })
  }

  /** The verdict of the answers that are there; null: they tell none, or were to another question. */
  private async verdictSoFar({ testKey, revision, gateState, held, answers: of }: RunRow) {
    const test = await testByKey(this.db.read, testKey)
    if (!test || test.revision !== revision) return null
    const { verdict } = testOfRow(test)
    return verdictOf(gateState === null ? verdict : gateRule(verdict), { held, of })
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
    await this.writeEnd(async (tx) => {
      await endRun(tx, {
        ...{ key: row.key, status, notRunFor, error },
        passesEmpty: passesEmpty === null ? null : Number(passesEmpty),
        finishedAt: Date.now(),
      })
      const subject = subjectOfTest(row)
      await addReviewEvent(tx, { storeKey: row.storeKey, type: 'test.run', subject })
    })
    const isOfStore = row.gateState === null && row.branchKey === null
    if (status === 'failed' && isOfStore) await this.lookForChange(row)
  }

  /** Begins to look for the change since which it fails, if that is wanted. */
  private async lookForChange({ storeId, testId }: RunRow): Promise<void> {
    const { testRequestsPerDay: requestsPerDay } = settings()
    try {
      await bisectByItself(this.db, { storeId, testId, requestsPerDay })
    } catch (error) {
      // The run has ended: what is missing is only where to look.
      log.warn('the change that a test fails since is not looked for', causeOf(error))
    }
  }

  /** The answers to ask for next, or the end of the run. */
  private async step(
    row: RunRow,
    { test }: Opened,
  ): Promise<AskNext | { status: Verdict; passesEmpty: boolean | null }> {
    const samples = await samplesOfRun(this.db.read, row.key)
    const heldOf = (isEmpty: number): Held => {
      const asked = samples.filter((sample) => sample.isEmpty === isEmpty)
      return { held: asked.filter(({ held }) => held === 1).length, of: asked.length }
    }
    const rule = row.gateState === null ? test.verdict : gateRule(test.verdict)
    const verdict = verdictOf(rule, heldOf(0))
    if (verdict === null) return this.next(row, rule, { isEmpty: false, so: heldOf(0) })
    // What would come about is asked about, and nothing else.
    if (row.gateState !== null) return { status: verdict, passesEmpty: null }
    if (verdict !== 'passed' || test.provesNothing !== null) {
      return { status: verdict, passesEmpty: verdict === 'passed' ? test.provesNothing : null }
    }
    // It passed: does it without any memory, too? Then it says nothing of them.
    const empty = verdictOf(test.verdict, heldOf(1))
    if (empty === null) {
      // What it has shown of the memories stands, whatever is left of the budget.
      if (this.affordable(row) === 0) return { status: verdict, passesEmpty: null }
      return this.next(row, rule, { isEmpty: true, so: heldOf(1) })
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
    rule: VerdictRule,
    { isEmpty, so }: { isEmpty: boolean; so: Held },
  ): AskNext {
    if (this.affordable(row) === 0) throw new EndedEarlyError('budget_used_up')
    return { isEmpty, count: answersToAsk(rule, so) }
  }

  /** The test and its store, with what a redaction would have changed since they were read. */
  private async open(row: RunRow): Promise<Opened> {
    const { testKey, revision } = row
    const opened = await openTest(this.db, { testKey, revision, storeId: askedIn(row) })
    if (!opened) throw new EndedEarlyError('refused')
    // The texts of a merge are its branch's: a redaction there counts, too.
    const isMerge = row.gateOf?.startsWith('memstore_') === true
    const branch = isMerge ? await standingOf(this.db.read, [row.gateOf ?? '']) : []
    const standing = [...opened.standing, ...branch]
    return { ...opened, standing, snapshot: this.snapshotOf(row) }
  }

  /** After a redaction. What would have come about may hold what it took out: that is asked no more. */
  private openAgain(row: RunRow): Promise<Opened> {
    if (row.gateState !== null) throw new EndedEarlyError('state_gone')
    return this.open(row)
  }

  private snapshotOf(row: RunRow): Snapshot {
    const { id, sequence, gateState } = row
    const store = new StoreSnapshot(this.db, askedIn(row), sequence)
    if (gateState === null) return store
    const state = stateOfRun(id)
    if (!state) throw new EndedEarlyError('state_gone')
    return new LaidSnapshot(store, state.laid)
  }

  /** Asks for some answers at once, and stores each when it comes. */
  private async ask(row: RunRow, opened: Opened, { isEmpty, count }: AskNext): Promise<void> {
    if (await this.isStateRedacted(row)) throw new EndedEarlyError('state_gone')
    const { test, snapshot } = opened
    const memories = isEmpty ? new EmptySnapshot(snapshot) : snapshot
    const conversation = await conversationIn(this.db, { test, storeId: askedIn(row) }, memories)
    const left = this.affordable(row)
    const atOnce = this.atMost(Math.min(count, left, settings().replayConcurrency))
    const limits = { ...this.limitsOf(row, atOnce), signal: this.controller.signal }
    const askOnce = async () => {
      const answer = await askTest(this.db, opened, { conversation, ...limits }).catch(toBranchGone)
      await this.store(row, opened, answer, isEmpty)
    }
    await this.together(Array.from({ length: atOnce }, () => askOnce))
  }

  /** Returns whether a redaction began since: what would have come about may hold what it takes out. */
  private async isStateRedacted({ gateState, createdAt }: RunRow): Promise<boolean> {
    return gateState !== null && hasJobSince(this.db, ['redaction', 'compaction'], createdAt)
  }

  private async store(
    row: RunRow,
    opened: Opened,
    answer: TimedAnswer,
    isEmpty: boolean,
  ): Promise<void> {
    const cost = { runKey: row.key, createdAt: Date.now(), ...costOf(answer) }
    let isOutdated = false
    await this.write(async (tx) => {
      isOutdated = await isRedacted(tx, opened)
      if (answer.stopped !== null || isOutdated) return addRunCost(tx, cost)
      await insertSample(tx, {
        ...cost,
        ...answerColumns(answer),
        ...(row.gateState === null ? {} : WITHOUT_TEXTS),
        // Where the texts of the answer are from: a redaction there reaches it.
        storeKey: row.branchKey ?? row.storeKey,
        isEmpty: Number(isEmpty),
        reads: JSON.stringify(answer.reads),
      })
    })
    if (isOutdated) throw new RedactedMeanwhileError()
    this.noteStopped(answer.stopped)
  }
}

/** Answers about what would come about quote texts that nothing has written: no redaction finds them. */
const WITHOUT_TEXTS = { answer: JSON.stringify({ texts: [], calls: [], changes: [] }) }

/** A branch may be deleted while it is asked about. */
function toBranchGone(error: unknown): never {
  throw isStoreGone(error) ? new EndedEarlyError('state_gone') : error
}

/** The store whose memories are asked about. */
function askedIn({ storeId, branchKey, branchId }: RunRow): string {
  if (branchKey === null) return storeId
  if (branchId === null) throw new EndedEarlyError('state_gone')
  return branchId
}

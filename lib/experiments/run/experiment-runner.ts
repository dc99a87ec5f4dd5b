import type { Database } from '@/lib/db/database'
import type { Sql, WriteSql } from '@/lib/db/sql'
import { conversationIn } from '@/lib/memory-tests/asking/test-conversation'
import {
  answerColumns,
  askTest,
  costOf,
  isRedacted,
  type OpenedTest,
  openTest,
  type TimedAnswer,
} from '@/lib/memory-tests/run/asked-test'
import {
  type AnswerLimits,
  AskingRun,
  type EarlyEnd,
  EndedEarlyError,
  RedactedMeanwhileError,
  STATE_AFTER,
} from '@/lib/replay/run/asking-run'
import { StoreSnapshot } from '@/lib/replay/scratch/store-snapshot'
import { settings } from '@/lib/settings'
import { StoreError } from '@/lib/store/model/problems'
import { type RUN_FAULTS, type RunColumn, testIn } from '../model/experiment'
import { columnsOfRun, testsOfRun, type RunTest } from '../stored-experiment'
import { beginRun, endRun, type ExperimentRunRow, runById } from '../sql/experiment-runs'
import { addRunCost, answeredPlaces, insertSample } from '../sql/experiment-samples'
import { EXPERIMENT_LEASE } from './experiment-lease'

/** One answer that is asked for. */
interface Place {
  readonly columnIndex: number
  readonly test: RunTest
  readonly slot: number
}

/** The columns as they were read; a redaction makes them old. */
interface Opened {
  readonly columns: readonly { readonly column: RunColumn; readonly snapshot: StoreSnapshot }[]
  /** by test and column; null: it cannot be asked any more */
  readonly tests: Map<string, OpenedTest | null>
}

/**
 * One process's work on a run of an experiment. It asks in rounds, each test once in each column, so
 * that what is there at any time can be compared. Every answer is stored when it comes.
 */
export class ExperimentRunner extends AskingRun<ExperimentRunRow> {
  private constructor(db: Database, id: string) {
    super(db, id, EXPERIMENT_LEASE)
  }

  /** Null if another process works on it. */
  static async begin(db: Database, id: string): Promise<ExperimentRunner | null> {
    const runner = new ExperimentRunner(db, id)
    return (await runner.take()) ? runner : null
  }

  protected find(sql: Sql): Promise<ExperimentRunRow | undefined> {
    return runById(sql, this.id)
  }

  protected tell(tx: WriteSql, { storeKey }: ExperimentRunRow): void {
    tx.touch(storeKey)
  }

  protected async work(): Promise<void> {
    const begun = await this.row()
    // Another process may have ended it between the look at what is open and the lease.
    if (begun.finishedAt !== null) return
    await this.write((tx) => beginRun(tx, begun.key, Date.now()))
    let opened = this.open(begun)
    const open = await this.openPlaces(begun)
    for (;;) {
      const row = await this.row()
      if (open.length === 0) return this.end(row)
      const atOnce = Math.min(open.length, this.affordableAtOnce(row))
      const limits = this.limitsOf(row, atOnce)
      const ask = (place: Place) => async () => {
        if (await this.ask(row, opened, { place, limits })) open.splice(open.indexOf(place), 1)
      }
      opened = await this.asked(
        opened,
        () => this.together(open.slice(0, atOnce).map(ask)),
        () => Promise.resolve(this.open(row)),
      )
    }
  }

  protected endWithout(
    row: ExperimentRunRow,
    reason: EarlyEnd,
    words: string | null,
  ): Promise<void> {
    const status = STATE_AFTER[reason]
    const error = status === 'failed' ? (words ?? reason) : null
    return this.writeEnd((tx) =>
      endRun(tx, { key: row.key, status, error, finishedAt: Date.now() }),
    )
  }

  private async end(row: ExperimentRunRow): Promise<void> {
    if (row.answers === 0) throw new EndedEarlyError('refused', faultWithoutAnswers(row))
    await this.writeEnd((tx) =>
      endRun(tx, { key: row.key, status: 'completed', error: null, finishedAt: Date.now() }),
    )
  }

  /** Returns the number of answers to ask for at once: no more than are likely to end within the budget. */
  private affordableAtOnce(row: ExperimentRunRow): number {
    const left = this.affordable(row)
    if (left === 0) throw new EndedEarlyError('budget_used_up')
    const each = row.answers === 0 ? 1 : Math.ceil(row.requests / row.answers)
    return this.atMost(Math.min(Math.floor(left / each), settings().replayConcurrency))
  }

  /** Lists the questions without an answer, in the order in which they are asked. */
  private async openPlaces(row: ExperimentRunRow): Promise<Place[]> {
    const nameOf = (columnIndex: number, testKey: number, slot: number) =>
      `${columnIndex} ${testKey} ${slot}`
    const rows = await answeredPlaces(this.db.read, row.key)
    const answered = new Set(rows.map((each) => nameOf(each.columnIndex, each.testKey, each.slot)))
    const columns = columnsOfRun(row)
    const tests = testsOfRun(row)
    const places: Place[] = []
    for (let slot = 0; slot < row.samples; slot++) {
      for (const test of tests) {
        for (const columnIndex of columns.keys()) {
          if (answered.has(nameOf(columnIndex, test.key, slot))) continue
          places.push({ columnIndex, test, slot })
        }
      }
    }
    return places
  }

  private open(row: ExperimentRunRow): Opened {
    const columns = columnsOfRun(row).map((column) => ({
      column,
      snapshot: new StoreSnapshot(this.db, column.storeId, column.sequence),
    }))
    return { columns, tests: new Map() }
  }

  /** The test for a column; null: it is another by now, or it or the column's store is gone. */
  private async openedTest({ columns, tests }: Opened, place: Place): Promise<OpenedTest | null> {
    const { key: testKey, revision } = place.test
    const storeId = columns[place.columnIndex]?.column.storeId ?? ''
    const name = `${testKey} ${storeId}`
    const known = tests.get(name)
    if (known !== undefined) return known
    const opened = await openTest(this.db, { testKey, revision, storeId })
    const asked = opened?.standing.length === 0 ? null : opened
    tests.set(name, asked)
    return asked
  }

  /**
   * Asks for one answer, and stores it. Returns whether that is done with: one that cannot be asked
   * for any more is passed over.
   */
  private async ask(
    row: ExperimentRunRow,
    opened: Opened,
    { place, limits }: { place: Place; limits: AnswerLimits },
  ): Promise<boolean> {
    const at = opened.columns[place.columnIndex]
    if (!at || isRedactedIn(row, at.column)) return true
    const test = await this.openedTest(opened, place)
    if (!test) return true
    const { signal } = this.controller
    const answer = await this.answerIn(at, test, { ...limits, signal })
    await this.store(row, test, { place, column: at.column, answer })
    return answer.stopped === null
  }

  private async answerIn(
    { column, snapshot }: Opened['columns'][number],
    opened: OpenedTest,
    limits: AnswerLimits & { signal: AbortSignal },
  ): Promise<TimedAnswer> {
    try {
      const asked = { test: testIn(column, opened.test), storeId: column.storeId }
      const conversation = await conversationIn(this.db, asked, snapshot)
      return await askTest(this.db, opened, { conversation, ...limits })
    } catch (error) {
      // The branch was deleted meanwhile: what is opened anew passes over it.
      const isGone = error instanceof StoreError && error.problem.kind === 'store_not_found'
      throw isGone ? new RedactedMeanwhileError() : error
    }
  }

  private async store(
    row: ExperimentRunRow,
    opened: OpenedTest,
    { place, column, answer }: { place: Place; column: RunColumn; answer: TimedAnswer },
  ): Promise<void> {
    const { columnIndex, slot, test } = place
    const [asked] = opened.standing
    const cost = { runKey: row.key, createdAt: Date.now(), ...costOf(answer) }
    let isOutdated = false
    await this.write(async (tx) => {
      const now = await runById(tx, row.id)
      const isColumnRedacted = now !== undefined && isRedactedIn(now, column)
      isOutdated = isColumnRedacted || (await isRedacted(tx, opened))
      if (answer.stopped !== null || isOutdated || !asked) return addRunCost(tx, cost)
      await insertSample(tx, {
        ...{ ...cost, ...answerColumns(answer) },
        ...{ storeKey: asked.key, columnIndex, testKey: test.key, slot },
      })
    })
    if (isOutdated) throw new RedactedMeanwhileError()
    this.noteStopped(answer.stopped)
  }
}

/** Nothing could be asked: a redaction reached every column, else the tests are others or gone. */
function faultWithoutAnswers(row: ExperimentRunRow): (typeof RUN_FAULTS)[number] {
  const isEachRedacted = columnsOfRun(row).every((column) => isRedactedIn(row, column))
  return isEachRedacted ? 'columns_redacted' : 'test_changed'
}

/** Returns whether a redaction took a text out of what the column asks with: it is passed over from then on. */
function isRedactedIn(row: ExperimentRunRow, { instructions }: RunColumn): boolean {
  return row.isRedacted === 1 && instructions !== null
}

import type { Database } from '@/lib/db/database'
import type { Sql, WriteSql } from '@/lib/db/sql'
import { type BisectionPlan, storesAfter } from '@/lib/replay/bisections/bisection-plan'
import type { FoundTurn } from '@/lib/replay/model/replay'
import {
  AskingRun,
  type EarlyEnd,
  EndedEarlyError,
  RedactedMeanwhileError,
  STATE_AFTER,
} from '@/lib/replay/run/asking-run'
import {
  type BisectionPurpose,
  type BisectionResult,
  resumeBisection,
} from '@/lib/replay/search/bisection'
import type { StoredAnswer } from '@/lib/replay/search/resume'
import { StoreSnapshot } from '@/lib/replay/scratch/store-snapshot'
import { log } from '@/lib/log'
import { settings } from '@/lib/settings'
import { subjectOfTest } from '@/lib/store/model/review-event'
import { addReviewEvent } from '@/lib/store/events/review-events'
import { conversationOf } from '../asking/test-conversation'
import {
  askTest,
  costOf,
  heldInAll,
  isRedacted,
  type OpenedTest,
  openTest,
} from '../run/asked-test'
import {
  addBisectionCost,
  type BisectionAnswerRow,
  answersOfBisection,
  beginBisection,
  bisectionById,
  deleteAnswersFrom,
  endBisection,
  insertBisectionAnswer,
  type TestBisectionRow,
} from '../sql/test-bisections'
import { BISECTION_LEASE } from './bisection-lease'
import { planTestBisection } from './plan-test-bisection'

/** An answer to ask for: of which round, and at which moment. */
interface Place {
  readonly round: number
  readonly slot: number
  readonly purpose: BisectionPurpose
  readonly moment: number
}

/**
 * One process's work on the search for the change with which a test turned. Every answer is stored
 * when it comes; the next round is a function of those, so that another process goes on with it.
 */
export class BisectionRunner extends AskingRun<TestBisectionRow> {
  private constructor(db: Database, id: string) {
    super(db, id, BISECTION_LEASE)
  }

  /** Null if another process works on it. */
  static async begin(db: Database, id: string): Promise<BisectionRunner | null> {
    const runner = new BisectionRunner(db, id)
    return (await runner.take()) ? runner : null
  }

  protected find(sql: Sql): Promise<TestBisectionRow | undefined> {
    return bisectionById(sql, this.id)
  }

  protected tell(tx: WriteSql, { storeKey }: TestBisectionRow): void {
    tx.touch(storeKey)
  }

  protected async work(): Promise<void> {
    const begun = await this.row()
    // Another process may have ended it between the look at what is open and the lease.
    if (begun.finishedAt !== null) return
    const planned = JSON.stringify(await planTestBisection(this.db, begun))
    await this.write((tx) => beginBisection(tx, { key: begun.key, plan: planned, now: Date.now() }))
    let opened = await this.open(begun)
    for (;;) {
      const row = await this.row()
      const plan = planOf(row)
      const answers = await answersOfBisection(this.db.read, row.key)
      const step = await resumed(plan, answers, Number.MAX_SAFE_INTEGER)
      if (step.result) return this.end(row, 'completed', foundIn(step.result, plan))
      if (step.hasOthers) {
        await this.dropFrom(row, step.rounds)
        continue
      }
      if (this.affordable(row) === 0) throw new EndedEarlyError('budget_used_up')
      opened = await this.asked(
        opened,
        () => this.ask(row, opened, { plan, places: step.places }),
        () => this.open(row),
      )
      await this.write((tx) => tellStep(tx, row))
    }
  }

  /**
   * Drops answers about other moments than are asked about now, as another version of Palimpsest may have
   * asked: they would be taken for answers to these questions.
   */
  private async dropFrom({ key }: TestBisectionRow, round: number): Promise<void> {
    const words = 'stored answers are to other questions than are asked now, and are asked for anew'
    log.warn(words, { bisection: this.id, round })
    await this.write((tx) => deleteAnswersFrom(tx, { bisectionKey: key, round }))
  }

  protected async endWithout(
    row: TestBisectionRow,
    reason: EarlyEnd,
    words: string | null,
  ): Promise<void> {
    const status = STATE_AFTER[reason]
    const error = status === 'failed' ? (words ?? reason) : null
    return this.end(row, status, await this.foundSoFar(row), error)
  }

  /** The result as the rounds tell it that were answered in full; null: they tell none. */
  private async foundSoFar(row: TestBisectionRow): Promise<FoundTurn | null> {
    if (row.plan === null) return null
    const plan = planOf(row)
    const answers = await answersOfBisection(this.db.read, row.key)
    const { rounds } = await resumed(plan, answers, Number.MAX_SAFE_INTEGER)
    const full = answers.filter(({ round }) => round < rounds)
    const { result } = await resumed(plan, full, full.length)
    return result?.verdict === 'found' ? foundIn(result, plan) : null
  }

  private end(
    row: TestBisectionRow,
    status: TestBisectionRow['status'],
    found: FoundTurn | null,
    error: string | null = null,
  ): Promise<void> {
    const result = found && JSON.stringify(found)
    return this.writeEnd(async (tx) => {
      await endBisection(tx, { key: row.key, status, result, error, finishedAt: Date.now() })
      await tellStep(tx, row)
    })
  }

  private async open({ testKey, storeId, revision }: TestBisectionRow): Promise<OpenedTest> {
    const opened = await openTest(this.db, { testKey, revision, storeId })
    if (!opened) throw new EndedEarlyError('refused')
    return opened
  }

  /** Asks for some of a round's answers at once, and stores each when it comes. */
  private async ask(
    row: TestBisectionRow,
    opened: OpenedTest,
    { plan, places }: { plan: BisectionPlan; places: readonly Place[] },
  ): Promise<void> {
    const left = this.affordable(row)
    const atOnce = this.atMost(Math.min(places.length, left, settings().replayConcurrency))
    const limits = { ...this.limitsOf(row, atOnce), signal: this.controller.signal }
    const askAt = (place: Place) => async () => {
      const [at] = storesAfter(plan, place.moment)
      const snapshot = new StoreSnapshot(this.db, row.storeId, at?.sequence ?? 0)
      const conversation = await conversationOf(this.db, opened.test, snapshot)
      const answer = await askTest(this.db, opened, { conversation, ...limits })
      let isOutdated = false
      await this.write(async (tx) => {
        isOutdated = await isRedacted(tx, opened)
        const cost = { key: row.key, ...costOf(answer), updatedAt: Date.now() }
        await addBisectionCost(tx, cost)
        if (answer.stopped !== null || isOutdated) return
        const held = Number(heldInAll(answer))
        await insertBisectionAnswer(tx, { bisectionKey: row.key, ...place, held })
      })
      if (isOutdated) throw new RedactedMeanwhileError()
      this.noteStopped(answer.stopped)
    }
    await this.together(places.slice(0, atOnce).map(askAt))
  }
}

/** Tells those who follow the store that it knows more, or is over. */
function tellStep(tx: WriteSql, row: TestBisectionRow): Promise<void> {
  const subject = subjectOfTest(row)
  return addReviewEvent(tx, { storeKey: row.storeKey, type: 'bisection.step', subject })
}

const planOf = ({ plan }: TestBisectionRow) => JSON.parse(plan ?? '{}') as BisectionPlan

/** The search as the answers leave it: what is missing of the round to ask, or the result. */
async function resumed(
  { atOnce, changes }: BisectionPlan,
  answers: readonly BisectionAnswerRow[],
  budget: number,
) {
  const byRound: StoredAnswer<number>[][] = []
  for (const { round, slot, moment, held } of answers) {
    ;(byRound[round] ??= [])[slot] = { question: moment, held: held === 1 }
  }
  const search = await resumeBisection({ changeCount: changes.length, atOnce, budget }, byRound)
  const { round, rounds, result, hasOthers } = search
  const known = byRound[rounds] ?? []
  const places = (round?.questions ?? []).flatMap((moment, slot): Place[] =>
    known[slot] === undefined && round
      ? [{ round: rounds, slot, purpose: round.purpose, moment }]
      : [],
  )
  return { rounds, places, result, hasOthers }
}

function foundIn({ turn, ...result }: BisectionResult, { changes }: BisectionPlan): FoundTurn {
  return { ...result, change: turn === null ? null : (changes[turn - 1] ?? null) }
}

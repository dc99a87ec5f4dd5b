import type { Database } from '@/lib/db/database'
import type { Sql, WriteSql } from '@/lib/db/sql'
import {
  keepLease,
  type Lease,
  leaseHolder,
  leaseOn,
  releaseLease,
  renewLease,
  takeLease,
} from '@/lib/lease'
import { getSession } from '@/lib/agent/get-session'
import { causeOf, log } from '@/lib/log'
import { settings } from '@/lib/settings'
import { type CausePlan, planCauses, type PlannedMemory } from '../causes/cause-plan'
import { nextStepOfCauses, type ProgramRound } from '../causes/cause-program'
import { hunksOf } from '../causes/line-items'
import { holds } from '../checks'
import type { CauseInput, CauseResult, ReplayState } from '../model/replay'
import { ReplayError } from '../problems'
import {
  addCost,
  beginReplay,
  endReplay,
  insertSample,
  redactionsOfSession,
  replayById,
  type ReplayRow,
  type SampleRow,
  samplesOfReplay,
} from '../sql/replays'
import { ReplayedTurn, type SampledAnswer } from '../replayed-turn'
import { isPassing, MAX_PASSING_FAULTS, waitAfterFault } from './passing-faults'
import { REPLAY_LEASE } from './replay-lease'
import { inSlot } from './sample-slots'
import { storedQuestion } from './stored-question'
import { areRedactedSince, standingOf, type StoresStanding } from './stores-standing'

/** Ends a search without its result: the model's server failed, or it was stopped. */
class EndedEarly extends Error {
  constructor(
    readonly state: Exclude<ReplayState, 'pending' | 'running'>,
    readonly reason: string | null = null,
  ) {
    super(state)
  }
}

/** A fault of the model's server that passes. */
class PassingFault extends EndedEarly {
  constructor(reason: string) {
    super('failed', reason)
  }
}

/** The lease is another process's now: nothing may be written. */
class LostError extends Error {}

/** A redaction came in between: what a sample knows may hold what it took out. */
class RedactedMeanwhileError extends Error {}

/**
 * One process's work on a search for causes: round after round, until it ends, is stopped, or the
 * process is. Every sample is stored when it comes; another process goes on with what is stored, and
 * asks nothing twice but what was under way.
 */
export class ReplayRun {
  private readonly controller = new AbortController()
  private readonly lease: Lease
  private isShutDown = false
  /** a sample needed more requests than were left */
  private isUsedUp = false
  /** passing faults in a row */
  private faults = 0

  private constructor(
    private readonly db: Database,
    private readonly id: string,
  ) {
    this.lease = leaseOn(REPLAY_LEASE, id)
  }

  /** Null if another process works on it. */
  static async begin(db: Database, id: string): Promise<ReplayRun | null> {
    const run = new ReplayRun(db, id)
    return (await db.write((tx) => takeLease(tx, run.lease))) ? run : null
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
      await this.search()
    } catch (error) {
      await this.endEarly(error)
    } finally {
      await stopBeating()
      await this.db.write((tx) => releaseLease(tx, this.lease)).catch(() => {})
    }
  }

  private async beat(): Promise<void> {
    if (!(await this.db.write((tx) => renewLease(tx, this.lease)))) this.controller.abort()
    const row = await replayById(this.db.read, this.id)
    if (!row || row.stopAskedAt !== null) this.controller.abort()
  }

  private async endEarly(error: unknown): Promise<void> {
    if (error instanceof LostError || this.isShutDown) return
    const row = await replayById(this.db.read, this.id)
    if (!row) return
    const result = await this.resultSoFar(row).catch(() => null)
    if (row.stopAskedAt !== null) return this.end(row, 'canceled', null, result)
    if (error instanceof EndedEarly) return this.end(row, error.state, error.reason, result)
    if (error instanceof ReplayError) return this.end(row, 'failed', error.problem.kind)
    log.error('a search for causes failed', { replay: this.id, ...causeOf(error) })
    return this.end(row, 'failed', 'internal', result)
  }

  /** The causes that were found by then, maybe without their lines; null: none. */
  private async resultSoFar(row: ReplayRow): Promise<CauseResult | null> {
    if (row.plan === null) return null
    const { turn } = await this.open(row)
    const samples = await samplesOfReplay(this.db.read, row.key)
    const result = await this.known(turn, JSON.parse(row.plan) as CausePlan, samples)
    return result?.verdict === 'caused' ? result : null
  }

  private async end(
    row: ReplayRow,
    state: ReplayState,
    error: string | null = null,
    result: CauseResult | null = null,
  ): Promise<void> {
    await this.write((tx) =>
      endReplay(tx, {
        key: row.key,
        state,
        error,
        result: result === null ? row.result : JSON.stringify(result),
        finishedAt: Date.now(),
      }),
    ).catch((failure: unknown) => {
      if (!(failure instanceof LostError)) throw failure
    })
  }

  /** Writes while this process holds the lease, and tells who follows the session. */
  private async write(work: (tx: WriteSql) => Promise<void>): Promise<void> {
    await this.db.write(async (tx) => {
      if ((await leaseHolder(tx, REPLAY_LEASE, this.id)) !== this.lease.holder) {
        throw new LostError()
      }
      await work(tx)
      const row = await replayById(tx, this.id)
      if (row) tx.touchSession(row.sessionKey)
    })
  }

  private async search(): Promise<void> {
    const begun = await this.row()
    let opened = await this.open(begun)
    const plan = await this.planned(begun, opened.turn)
    for (;;) {
      const row = await this.row()
      if (row.stopAskedAt !== null) throw new EndedEarly('canceled')
      if (this.controller.signal.aborted) throw new LostError()
      const samples = await samplesOfReplay(this.db.read, row.key)
      const left = this.affordable(row)
      const step = await this.step(opened.turn, plan, samples, samples.length + left)
      // A round that lacks an answer, and nothing is left to ask for it: what was asked in full counts.
      const isCut = left === 0 && step.round !== null
      const result = isCut ? await this.known(opened.turn, plan, samples) : step.result
      if (result) {
        const isUsedUp = left === 0 && (isCut || result.verdict === 'undecided')
        return this.end(row, isUsedUp ? 'budget_reached' : 'completed', null, result)
      }
      if (!step.round) throw new EndedEarly('budget_reached')
      opened = await this.asked(row, opened, step.round, samples)
    }
  }

  /** The next round, or the result with what the agent itself repeats of it. */
  private async step(
    turn: ReplayedTurn,
    plan: CausePlan,
    samples: readonly SampleRow[],
    budget: number,
  ): Promise<{ round: ProgramRound | null; result: CauseResult | null }> {
    const hunks = (memory: PlannedMemory) => hunksOf(this.db, memory, turn.recorded.texts)
    const step = await nextStepOfCauses({ plan, budget, hunksOf: hunks }, answeredBy(samples))
    if (!step.result) return { round: step.round, result: null }
    const causes = step.result.causes.map(({ storeId, memoryId }) => ({ storeId, memoryId }))
    const repeatedEarlier = await turn.repeatedEarlier(causes)
    return { round: null, result: { ...step.result, repeatedEarlier } }
  }

  /** The result as the rounds tell it that were answered in full; null: they tell nothing. */
  private async known(
    turn: ReplayedTurn,
    plan: CausePlan,
    samples: readonly SampleRow[],
  ): Promise<CauseResult | null> {
    const { round } = await this.step(turn, plan, samples, Number.MAX_SAFE_INTEGER)
    if (!round) return null
    const complete = samples.filter(
      (each) =>
        each.level < round.level || (each.level === round.level && each.round < round.round),
    )
    return (await this.step(turn, plan, complete, complete.length)).result
  }

  /** Asks a round; after a redaction the turn is opened anew, and after a passing fault it waits. */
  private async asked(
    row: ReplayRow,
    opened: OpenedTurn,
    round: ProgramRound,
    samples: readonly SampleRow[],
  ): Promise<OpenedTurn> {
    try {
      await this.ask(row, opened, round, samples)
      this.faults = 0
      return opened
    } catch (error) {
      if (error instanceof RedactedMeanwhileError) return this.open(row)
      if (!(error instanceof PassingFault) || this.faults >= MAX_PASSING_FAULTS) throw error
      await waitAfterFault(this.faults++, this.controller.signal)
      return opened
    }
  }

  private async row(): Promise<ReplayRow> {
    const row = await replayById(this.db.read, this.id)
    if (!row) throw new LostError()
    return row
  }

  /** The turn, with what a redaction would have changed since it was read. */
  private async open({ sessionId, eventId, sessionKey }: ReplayRow): Promise<OpenedTurn> {
    const standing = await this.standing(sessionId, sessionKey)
    return { turn: await ReplayedTurn.open(this.db, { sessionId, eventId }), standing }
  }

  private async planned(row: ReplayRow, turn: ReplayedTurn): Promise<CausePlan> {
    const plan =
      row.plan === null
        ? await planCauses(turn, settings().replayConcurrency)
        : (JSON.parse(row.plan) as CausePlan)
    await this.write((tx) =>
      beginReplay(tx, { key: row.key, plan: JSON.stringify(plan), updatedAt: Date.now() }),
    )
    return plan
  }

  /** The requests that are left. */
  private affordable(row: ReplayRow): number {
    const { maxRequests, maxTokens, requests, inputTokens, outputTokens } = row
    if (maxTokens !== null && inputTokens + outputTokens >= maxTokens) return 0
    return this.isUsedUp ? 0 : Math.max(0, maxRequests - requests)
  }

  /** Asks what a round still lacks, and stores each answer when it comes. */
  private async ask(
    row: ReplayRow,
    { turn, standing }: OpenedTurn,
    round: ProgramRound,
    samples: readonly SampleRow[],
  ): Promise<void> {
    const { check } = JSON.parse(row.input) as CauseInput
    const stored = new Set(
      samples
        .filter((each) => each.level === round.level && each.round === round.round)
        .map(({ slot }) => slot),
    )
    const open = round.questions.flatMap((question, slot) =>
      stored.has(slot) ? [] : [{ question, slot }],
    )
    // Each is likely to need as many requests as the answer did: no more are under way than can end.
    const left = this.affordable(row)
    const atOnce = Math.max(1, Math.min(open.length, Math.floor(left / turn.requestCount)))
    const maxRequests = Math.floor(left / atOnce)
    const maxTokens = tokensLeft(row)
    const asked = open.slice(0, atOnce).map(({ question: { hide, ...about }, slot }) =>
      inSlot(this.db, this.controller.signal, async () => {
        if (await isRedactedSince(this.db.read, standing)) throw new RedactedMeanwhileError()
        const { signal } = this.controller
        const answer = await turn.sample({
          hide,
          maxRequests,
          ...(maxTokens === null ? {} : { maxTokens: Math.floor(maxTokens / atOnce) }),
          signal,
        })
        await this.store(row, standing, answer, {
          level: round.level,
          round: round.round,
          slot,
          question: storedQuestion(round.purpose, about),
          held: answer.stopped === null ? Number(holds(check, answer)) : null,
        })
      }),
    )
    const outcomes = await Promise.allSettled(asked)
    const failed = outcomes.find((outcome) => outcome.status === 'rejected')
    if (failed) throw failed.reason
  }

  private async standing(sessionId: string, sessionKey: number): Promise<Standing> {
    const { redactions, stores } = await getSession(this.db, sessionId)
    const ids = stores.map(({ storeId }) => storeId)
    return { sessionKey, redactions, stores: await standingOf(this.db.read, ids) }
  }

  private async store(
    row: ReplayRow,
    standing: Standing,
    answer: SampledAnswer,
    at: Pick<SampleRow, 'level' | 'round' | 'slot' | 'question' | 'held'>,
  ): Promise<void> {
    const { stopped, requests, usage } = answer
    const createdAt = Date.now()
    const inputTokens = usage.inputTokens + usage.cacheReadTokens + usage.cacheCreationTokens
    const cost = { replayKey: row.key, requests, inputTokens, outputTokens: usage.outputTokens }
    let isOutdated = false
    await this.write(async (tx) => {
      isOutdated = await isRedactedSince(tx, standing)
      if (stopped !== null || isOutdated) return addCost(tx, { ...cost, createdAt })
      await insertSample(tx, {
        ...cost,
        ...at,
        sessionKey: row.sessionKey,
        answer: JSON.stringify(textsOf(answer)),
        createdAt,
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
    throw isPassing(stopped.kind) ? new PassingFault(words) : new EndedEarly('failed', words)
  }
}

/** A turn as it was read, and what a redaction would have changed since. */
interface OpenedTurn {
  turn: ReplayedTurn
  standing: Standing
}

interface Standing {
  sessionKey: number
  redactions: number
  stores: StoresStanding
}

/** Returns whether a redaction reached a session or one of its stores since; true if it is gone. */
async function isRedactedSince(
  sql: Sql,
  { sessionKey, redactions, stores }: Standing,
): Promise<boolean> {
  if ((await redactionsOfSession(sql, sessionKey)) !== redactions) return true
  return areRedactedSince(sql, stores)
}

function tokensLeft({ maxTokens, inputTokens, outputTokens }: ReplayRow): number | null {
  return maxTokens === null ? null : Math.max(0, maxTokens - inputTokens - outputTokens)
}

/** The texts of a sample, which are stored together. */
function textsOf({ texts, calls, changes }: SampledAnswer) {
  return { texts, calls, changes }
}

/** The stored answers, by level, round and slot. */
function answeredBy(samples: readonly SampleRow[]): (boolean | undefined)[][][] {
  const levels: (boolean | undefined)[][][] = []
  for (const { level, round, slot, held } of samples) {
    levels[level] ??= []
    const rounds = levels[level]
    rounds[round] ??= []
    const answers = rounds[round]
    answers[slot] = held === 1
  }
  return levels
}

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
  lastChangesOf,
  replayById,
  type ReplayRow,
  type SampleRow,
  samplesOfReplay,
  wasRedactedSince,
} from '../sql/replays'
import { ReplayedTurn, type SampledAnswer } from '../replayed-turn'
import { REPLAY_LEASE } from './replay-lease'
import { inSlot } from './sample-slots'

/** Ends a search without its result: the model's server failed, or it was stopped. */
class EndedEarly extends Error {
  constructor(
    readonly state: Exclude<ReplayState, 'pending' | 'running'>,
    readonly reason: string | null = null,
  ) {
    super(state)
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
    if (row.stopAskedAt !== null) return this.end(row, 'canceled')
    if (error instanceof EndedEarly) return this.end(row, error.state, error.reason)
    if (error instanceof ReplayError) return this.end(row, 'failed', error.problem.kind)
    log.error('a search for causes failed', { replay: this.id, ...causeOf(error) })
    return this.end(row, 'failed', 'internal')
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
    let turn = await this.open(begun)
    const plan = await this.planned(begun, turn)
    for (;;) {
      const row = await this.row()
      if (row.stopAskedAt !== null) throw new EndedEarly('canceled')
      if (this.controller.signal.aborted) throw new LostError()
      const samples = await samplesOfReplay(this.db.read, row.key)
      const step = await nextStepOfCauses(
        {
          plan,
          atOnce: settings().replayConcurrency,
          budget: samples.length + this.affordable(row),
          hunksOf: (memory: PlannedMemory) => hunksOf(this.db, memory, turn.recorded.texts),
        },
        answeredBy(samples),
      )
      if (step.result) {
        const repeatedEarlier = await turn.repeatedEarlier(
          step.result.causes.map(({ storeId, memoryId }) => ({ storeId, memoryId })),
        )
        const isCut = this.affordable(row) === 0 && step.result.verdict === 'undecided'
        const result = { ...step.result, repeatedEarlier }
        return this.end(row, isCut ? 'budget_reached' : 'completed', null, result)
      }
      try {
        await this.ask(row, turn, step.round, samples)
      } catch (error) {
        if (!(error instanceof RedactedMeanwhileError)) throw error
        turn = await this.open(row)
      }
    }
  }

  private async row(): Promise<ReplayRow> {
    const row = await replayById(this.db.read, this.id)
    if (!row) throw new LostError()
    return row
  }

  private open({ sessionId, eventId }: ReplayRow): Promise<ReplayedTurn> {
    return ReplayedTurn.open(this.db, { sessionId, eventId })
  }

  private async planned(row: ReplayRow, turn: ReplayedTurn): Promise<CausePlan> {
    const plan = row.plan === null ? await planCauses(turn) : (JSON.parse(row.plan) as CausePlan)
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
    turn: ReplayedTurn,
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
    const asked = open.slice(0, atOnce).map(({ question, slot }) =>
      inSlot(this.db, this.controller.signal, async () => {
        const before = await this.standing(row.sessionId)
        const { hide } = question
        const { signal } = this.controller
        const answer = await turn.sample({ hide, maxRequests, signal })
        const { purpose, level } = round
        const about = { purpose, shown: question.shown, hide }
        await this.store(row, before, answer, {
          level,
          round: round.round,
          slot,
          question: JSON.stringify(about),
          held: answer.stopped === null ? Number(holds(check, answer)) : null,
        })
      }),
    )
    const outcomes = await Promise.allSettled(asked)
    const failed = outcomes.find((outcome) => outcome.status === 'rejected')
    if (failed) throw failed.reason
  }

  /** The state that a redaction would change. */
  private async standing(sessionId: string) {
    const { redactions, stores } = await getSession(this.db, sessionId)
    const ids = stores.map(({ storeId }) => storeId)
    return { redactions, stores: await lastChangesOf(this.db.read, ids) }
  }

  private async store(
    row: ReplayRow,
    before: Awaited<ReturnType<ReplayRun['standing']>>,
    answer: SampledAnswer,
    at: Pick<SampleRow, 'level' | 'round' | 'slot' | 'question' | 'held'>,
  ): Promise<void> {
    const { stopped, requests, usage } = answer
    const createdAt = Date.now()
    const inputTokens = usage.inputTokens + usage.cacheReadTokens + usage.cacheCreationTokens
    const cost = { replayKey: row.key, requests, inputTokens, outputTokens: usage.outputTokens }
    const { redactions } = await getSession(this.db, row.sessionId)
    let isOutdated = redactions !== before.redactions
    await this.write(async (tx) => {
      for (const store of before.stores) isOutdated ||= await wasRedactedSince(tx, store)
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
    throw new EndedEarly('failed', [reason, stopped.message].filter(Boolean).join(': '))
  }
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

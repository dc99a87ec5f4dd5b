import type { Database } from '@/lib/db/database'
import { setMaxListeners } from 'node:events'
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
import { REDACTED } from '@/lib/store/model/redacted-text'
import { bisectionReplay } from '../bisections/bisection-replay'
import { causeReplay } from '../causes/cause-replay'
import type { BisectionInput, CauseInput, ReplayInput, ReplayState } from '../model/replay'
import { judgingRequests } from '../checks'
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
import { samplesReplay } from '../samples/samples-replay'
import { checkedAnswer, type CheckedAnswer, heldByAll } from './check-answer'
import { isPassing, MAX_PASSING_FAULTS, waitAfterFault } from './passing-faults'
import { REPLAY_LEASE } from './replay-lease'
import type { AnswersSoFar, AskedRound, ProgramEnd, ReplayProgram } from './replay-program'
import { inSlot } from './sample-slots'
import { areRedactedSince, standingOf, type StoresStanding } from './stores-standing'

/** Ends a replay without its result: the model's server failed, or it was stopped. */
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
 * One process's work on a replay: round after round, until it ends, is stopped, or the process is. Every sample is stored when it comes; another process goes on with what is stored, and
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
    // Every sample of a round waits for it, and there may be many.
    setMaxListeners(0, this.controller.signal)
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
      const row = await this.row()
      await this.run(row, programOf(this.db, row))
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
    const found = await this.foundSoFar(row).catch(() => null)
    if (row.stopAskedAt !== null) return this.end(row, 'canceled', null, found)
    if (error instanceof EndedEarly) return this.end(row, error.state, error.reason, found)
    if (error instanceof ReplayError) return this.end(row, 'failed', error.problem.kind)
    log.error('a replay failed', { replay: this.id, ...causeOf(error) })
    return this.end(row, 'failed', 'internal', found)
  }

  /** Finds the causes known by then, maybe without their lines; null: none. */
  private async foundSoFar(row: ReplayRow): Promise<ProgramEnd | null> {
    const { plan } = row
    if (plan === null) return null
    const { turn } = await this.open(row)
    const samples = await samplesOfReplay(this.db.read, row.key)
    const end = await programOf(this.db, row).endSoFar({ turn, plan, samples })
    return end?.isFound === true ? end : null
  }

  private async end(
    row: ReplayRow,
    state: ReplayState,
    error: string | null = null,
    end: ProgramEnd | null = null,
  ): Promise<void> {
    await this.write((tx) =>
      endReplay(tx, {
        key: row.key,
        state,
        error,
        result: end === null ? row.result : JSON.stringify(end.result),
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

  private async run(begun: ReplayRow, program: ReplayProgram): Promise<void> {
    // Another process may have ended it between the look at what is open and the lease.
    if (begun.finishedAt !== null) throw new LostError()
    let opened = await this.open(begun)
    const plan = await this.planned(begun, opened.turn, program)
    for (;;) {
      const row = await this.row()
      if (row.stopAskedAt !== null) throw new EndedEarly('canceled')
      if (this.controller.signal.aborted) throw new LostError()
      const samples = await samplesOfReplay(this.db.read, row.key)
      const left = this.affordable(row)
      const so: AnswersSoFar = { turn: opened.turn, plan, samples }
      const step = await program.step({ ...so, budget: samples.length + left })
      // A round that lacks an answer, and nothing is left to ask for it: what was asked in full counts.
      const isCut = left === 0 && step.round !== null
      const end = isCut ? await program.endSoFar(so) : step.end
      if (end) {
        const isUsedUp = left === 0 && (isCut || end.isOpen)
        return this.end(row, isUsedUp ? 'budget_reached' : 'completed', null, end)
      }
      if (isCut || !step.round) throw new EndedEarly('budget_reached')
      opened = await this.asked(row, opened, { program, round: step.round, samples })
    }
  }

  /** Asks a round; after a redaction the turn is opened anew, and after a passing fault it waits. */
  private async asked(row: ReplayRow, opened: OpenedTurn, asking: Asking): Promise<OpenedTurn> {
    try {
      await this.ask(row, opened, asking)
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
    // What a redaction left of a check would look for something else.
    const { input } = await this.row()
    if (input.includes(REDACTED)) throw new ReplayError({ kind: 'answer_redacted', sessionId })
    const standing = await this.standing(sessionId, sessionKey)
    return { turn: await ReplayedTurn.open(this.db, { sessionId, eventId }), standing }
  }

  private async planned(
    row: ReplayRow,
    turn: ReplayedTurn,
    program: ReplayProgram,
  ): Promise<string> {
    const plan = row.plan ?? (await program.plan(turn))
    await this.write((tx) => beginReplay(tx, { key: row.key, plan, updatedAt: Date.now() }))
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
    { program, round, samples }: Asking,
  ): Promise<void> {
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
    const judging = judgingRequests(program.checks)
    const each = turn.requestCount + judging
    const atOnce = Math.max(1, Math.min(open.length, Math.floor(left / each)))
    const maxRequests = Math.max(0, Math.floor(left / atOnce) - judging)
    const maxTokens = tokensLeft(row)
    const asked = open.slice(0, atOnce).map(({ question, slot }) =>
      inSlot(this.db, this.controller.signal, async () => {
        if (await isRedactedSince(this.db.read, standing)) throw new RedactedMeanwhileError()
        const { signal } = this.controller
        const answer = await turn.sample({
          ...question.variant,
          maxRequests,
          ...(maxTokens === null ? {} : { maxTokens: Math.floor(maxTokens / atOnce) }),
          signal,
        })
        const { level, round: number } = round
        const at = { level, round: number, slot, question: question.stored }
        await this.store(row, standing, await checkedAnswer(program.checks, answer, signal), at)
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
    answer: CheckedAnswer<SampledAnswer>,
    at: Pick<SampleRow, 'level' | 'round' | 'slot' | 'question'>,
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
        held: heldAsStored(answer.checks),
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

/** The program of a replay's kind. */
function programOf(db: Database, { kind, input }: ReplayRow): ReplayProgram {
  const parsed: unknown = JSON.parse(input)
  switch (kind) {
    case 'cause':
      return causeReplay(db, parsed as CauseInput)
    case 'replay':
      return samplesReplay(parsed as ReplayInput)
    case 'bisection':
      return bisectionReplay(db, parsed as BisectionInput)
  }
}

/** A round of a program, and the answers so far. */
interface Asking {
  program: ReplayProgram
  round: AskedRound
  samples: readonly SampleRow[]
}

function heldAsStored(checks: readonly (boolean | null)[]): number | null {
  const held = heldByAll(checks)
  return held === null ? null : Number(held)
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

/** The stored part of a sample's answer: its texts together. */
function textsOf({ texts, calls, changes, checks }: CheckedAnswer<SampledAnswer>) {
  return { texts, calls, changes, checks }
}

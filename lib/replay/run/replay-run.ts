import type { Database } from '@/lib/db/database'
import type { Sql, WriteSql } from '@/lib/db/sql'
import { getSession } from '@/lib/agent/get-session'
import { log } from '@/lib/log'
import { REDACTED } from '@/lib/store/model/redacted-text'
import { bisectionReplay } from '../bisections/bisection-replay'
import { causeReplay } from '../causes/cause-replay'
import type { BisectionInput, CauseInput, ReplayInput, ReplayState } from '../model/replay'
import { judgingRequests } from '../checks'
import { ReplayError } from '../problems'
import {
  addCost,
  beginReplay,
  deleteSamplesFrom,
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
import {
  AskingRun,
  EndedEarlyError,
  type EarlyEnd,
  RedactedMeanwhileError,
  STATE_AFTER,
} from './asking-run'
import { checkedAnswer, type CheckedAnswer, heldByAll } from './check-answer'
import { REPLAY_LEASE } from './replay-lease'
import type { AnswersSoFar, AskedRound, ProgramEnd, ReplayProgram } from './replay-program'
import { isStoreGone } from './store-gone'
import { areRedactedSince, standingOf, type StoresStanding } from './stores-standing'

/**
 * One process's work on a replay: round after round, until it ends, is stopped, or the process is.
 * Every sample is stored when it comes; another process goes on with what is stored, and asks nothing
 * twice but what was under way, and what is stored to other questions than are asked now.
 */
export class ReplayRun extends AskingRun<ReplayRow> {
  private constructor(db: Database, id: string) {
    super(db, id, REPLAY_LEASE)
  }

  /** Null if another process works on it. */
  static async begin(db: Database, id: string): Promise<ReplayRun | null> {
    const run = new ReplayRun(db, id)
    return (await run.take()) ? run : null
  }

  protected find(sql: Sql): Promise<ReplayRow | undefined> {
    return replayById(sql, this.id)
  }

  protected tell(tx: WriteSql, { sessionKey }: ReplayRow): void {
    tx.touchSession(sessionKey)
  }

  protected async work(): Promise<void> {
    const row = await this.row()
    // Another process may have ended it between the look at what is open and the lease.
    if (row.finishedAt !== null) return
    try {
      await this.run(row, programOf(this.db, row))
    } catch (error) {
      if (error instanceof ReplayError) throw new EndedEarlyError('refused', error.problem.kind)
      // It was deleted between two looks at it.
      if (isStoreGone(error)) throw new EndedEarlyError('refused', 'store_gone')
      throw error
    }
  }

  protected async endWithout(
    row: ReplayRow,
    reason: EarlyEnd,
    words: string | null,
  ): Promise<void> {
    const found = await this.foundSoFar(row).catch(() => null)
    const state = STATE_AFTER[reason]
    return this.end(row, state, state === 'failed' ? (words ?? reason) : null, found)
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
    await this.writeEnd((tx) =>
      endReplay(tx, {
        key: row.key,
        state,
        error,
        result: end === null ? row.result : JSON.stringify(end.result),
        finishedAt: Date.now(),
      }),
    )
  }

  private async run(begun: ReplayRow, program: ReplayProgram): Promise<void> {
    let opened = await this.open(begun)
    const plan = await this.planned(begun, opened.turn, program)
    for (;;) {
      const row = await this.row()
      const samples = await samplesOfReplay(this.db.read, row.key)
      // It stays open, and no process holds it: who marks the last answer has it go on.
      if (program.awaitsMarks && samples.some(({ held }) => held === null)) return
      const left = this.affordable(row)
      const so: AnswersSoFar = { turn: opened.turn, plan, samples }
      const budget = samples.length + left
      const likely = samples.length + likelyAnswers(row, { ...so, program, left })
      const step = await program.step({ ...so, budget, likely })
      if (step.round?.hasOthers === true) {
        await this.dropFrom(row, step.round)
        continue
      }
      // A round that lacks an answer, and nothing is left to ask for it: what was asked in full counts.
      const isCut = left === 0 && step.round !== null
      const end = isCut ? await program.endSoFar(so) : step.end
      if (end) {
        const isUsedUp = left === 0 && (isCut || end.isOpen)
        return this.end(row, isUsedUp ? 'budget_reached' : 'completed', null, end)
      }
      if (isCut || !step.round) throw new EndedEarlyError('budget_used_up')
      const { round } = step
      opened = await this.asked(
        opened,
        () => this.ask(row, opened, { program, round, samples }),
        () => this.open(row),
      )
    }
  }

  /**
   * Drops answers to other questions than are asked now, as another version of Palimpsest may have asked:
   * they would be taken for answers to these. What it had asked until then stays.
   */
  private async dropFrom({ key }: ReplayRow, { level, round }: AskedRound): Promise<void> {
    const words = 'stored answers are to other questions than are asked now, and are asked for anew'
    log.warn(words, { replay: this.id, level, round })
    await this.write((tx) =>
      deleteSamplesFrom(tx, { replayKey: key, level, round, updatedAt: Date.now() }),
    )
  }

  /** The turn, with what a redaction would have changed since it was read. */
  private async open({ sessionId, eventId, sessionKey }: ReplayRow): Promise<OpenedTurn> {
    // What a redaction left of a check would look for something else.
    const now = await this.find(this.db.read)
    if (now?.input.includes(REDACTED)) throw new ReplayError({ kind: 'answer_redacted', sessionId })
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
    const judging = judgingRequests(program.checks)
    const each = turn.requestCount + judging
    const atOnce = this.atMost(Math.min(open.length, Math.floor(this.affordable(row) / each)))
    const limits = this.limitsOf(row, atOnce)
    const maxRequests = Math.max(0, limits.maxRequests - judging)
    const ask = async ({ question, slot }: (typeof open)[number]) => {
      if (await isRedactedSince(this.db.read, standing)) throw new RedactedMeanwhileError()
      const { signal } = this.controller
      const answer = await turn.sample({ ...question.variant, ...limits, maxRequests, signal })
      const at = { level: round.level, round: round.round, slot, question: question.stored }
      await this.store(row, standing, await checkedAnswer(program.checks, answer, signal), at)
    }
    await this.together(open.slice(0, atOnce).map((each) => () => ask(each)))
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
    this.noteStopped(stopped)
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

/**
 * The answers that what is left of a budget will likely come to, by what those that are kept have cost:
 * others may have been dropped.
 */
function likelyAnswers(
  { inputTokens, outputTokens, maxTokens }: ReplayRow,
  { turn, program, samples, left }: LikelyInput,
): number {
  const answers = samples.length
  if (answers === 0) {
    return Math.floor(left / Math.max(1, turn.requestCount + judgingRequests(program.checks)))
  }
  const requests = samples.reduce((sum, sample) => sum + sample.requests, 0)
  const byRequests = Math.floor(left / Math.max(1, requests / answers))
  if (maxTokens === null) return byRequests
  const tokens = samples.reduce((sum, sample) => sum + sample.inputTokens + sample.outputTokens, 0)
  const leftTokens = maxTokens - inputTokens - outputTokens
  return Math.min(byRequests, Math.floor(leftTokens / Math.max(1, tokens / answers)))
}

interface LikelyInput {
  turn: ReplayedTurn
  program: ReplayProgram
  samples: readonly SampleRow[]
  /** requests */
  left: number
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

/** The stored part of a sample's answer: its texts together. */
function textsOf({ texts, calls, changes, checks }: CheckedAnswer<SampledAnswer>) {
  return { texts, calls, changes, checks }
}

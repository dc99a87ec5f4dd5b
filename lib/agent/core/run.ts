import type { Database } from '@/lib/db/database'
import { keepLease, type Lease, leaseOn, renewLease } from '@/lib/lease'
import { causeOf, log } from '@/lib/log'
import { getSession } from '../get-session'
import { queuedMessages } from '../list-session-events'
import { SessionError } from '../problems'
import type { Session } from '../session'
import type { AgentToolResult, SessionFault, StopReason } from '../session-event'
import type { NewEvent } from './append-events'
import { callTool, refusedCall, resultOfFormerCall } from './call-tool'
import { failedCompaction } from './compaction-events'
import {
  compactionStep,
  isCompactionStep,
  lastStopReason,
  startWhenDue,
  startWhenFull,
} from './compaction-steps'
import { modelTurn } from './model-turn'
import {
  baseShown,
  lastCompaction,
  type NextStep,
  nextStep,
  openCalls,
  openCompaction,
  PLEASE_GO_ON,
} from './next-step'
import { reminder } from './remind'
import { RunContext } from './run-context'
import type { RunState } from './run-state'
import { SESSION_LEASE, takeSessionLease } from './session-lease'
import { LogRedactedError, RunLostError, SessionLog } from './session-log'
import { runStep, type Step } from './step'

/** Why a run is stopped before its end. */
export type StopCause = 'interrupted' | 'shutdown' | 'lost'

const INTERRUPTED =
  'The person stopped the agent before this call was carried out; nothing was done.'

/** Where a run stands between two steps; all else follows from the log. */
interface Standing {
  /** whether a message is taken before anything else */
  mustTake: boolean
  /** whether the session was said to be running */
  isRunning: boolean
  /** whether a person asked for it to go on, with nothing to say */
  isContinued: boolean
  /** what a person had to look at, and still has where all that is done is to summarise */
  readonly former: StopReason | null
}

/**
 * One run of a session: from what a person sent until the agent has had its say, must wait, or
 * cannot go on. Everything that it does is decided from the log (next-step.ts), and only the run adds
 * to the log: its steps return their events, or yield them (step.ts).
 */
export class Run implements RunState {
  readonly log: SessionLog
  session: Session
  private controller = new AbortController()
  private stopCause: StopCause | null = null
  private readonly lease: Lease
  /** what stops the run comes after this event */
  private readonly begunAfter: number
  private requests = 0
  /** calls are carried out one after another, in the model's order */
  private calling: Promise<unknown> = Promise.resolve()
  private wasInterrupted = false
  /** calls that were open when the run began: another process may have carried them out */
  private inherited = new Set<string>()
  readonly context: RunContext
  /** whether a redaction took a text out of what this run has read: what is under way may hold it */
  isOutdated = false
  /** the end of the model request that is under way, should it have to be begun again; null: none is */
  unfinished: (() => NewEvent) | null = null

  private constructor(
    readonly db: Database,
    session: Session,
  ) {
    this.session = session
    this.begunAfter = session.lastSequence
    this.lease = leaseOn(SESSION_LEASE, session.id)
    this.log = new SessionLog(db, this.lease, () => {
      this.isOutdated = true
      this.controller.abort()
    })
    this.context = new RunContext(this)
  }

  /** A run of a session, if nobody else is at it. */
  static async begin(db: Database, sessionId: string): Promise<Run | null> {
    const session = await getSession(db, sessionId)
    const run = new Run(db, session)
    return (await takeSessionLease(db, run.lease)) ? run : null
  }

  get signal(): AbortSignal {
    return this.controller.signal
  }

  /** Whether it is stopped because the server is. */
  get isShutDown(): boolean {
    return this.stopCause === 'shutdown'
  }

  stop(cause: StopCause): void {
    this.stopCause ??= cause
    this.controller.abort()
  }

  /** Waits, but not past the run's end. */
  async pause(milliseconds: number): Promise<void> {
    await new Promise<void>((resolve) => {
      const timer = setTimeout(done, milliseconds)
      this.signal.addEventListener('abort', done, { once: true })
      function done() {
        clearTimeout(timer)
        resolve()
      }
    })
  }

  /**
   * Whether something waits that the run leaves to another: messages that the interrupt, which jumped
   * the queue, leaves to be answered; a compaction that was asked for while the run came to its end.
   */
  async leavesWork(): Promise<boolean> {
    const session = await getSession(this.db, this.session.id).catch(noneIfGone)
    if (!session || session.status !== 'idle') return false
    if (session.stopReason?.type === 'requires_action') return false
    if (session.context.asked !== null) return true
    return this.wasInterrupted && (await queuedMessages(this.db, this.session.id)).length > 0
  }

  asksForWrites(): boolean {
    return this.session.settings.approval === 'always_ask'
  }

  /** Whether the calls of the last answer are not to be carried out as they came. */
  mustNotRunCalls(): boolean {
    return this.signal.aborted || openCalls(this.log.events).some((call) => call.needsApproval)
  }

  /** Carries out the call that the model named so; for the SDK's tool runner. */
  async runCallOfModel(modelToolUseId: string): Promise<string> {
    const call = openCalls(this.log.events).find((each) => each.modelToolUseId === modelToolUseId)
    if (!call) return ''
    const { content } = await this.inTurn(() => callTool(this.db, this.session, call))
    return content
  }

  /** Takes steps until nothing is left to do. `isContinued`: a person asked to continue without a new message. */
  async execute(isContinued: boolean): Promise<void> {
    const stopWatching = this.watch()
    try {
      await this.log.refresh()
      this.inherited = new Set(openCalls(this.log.events).map(({ id }) => id))
      const former = this.session.stopReason
      // A message is answered, a confirmation carried out; else only what a person asks for goes on.
      const mustTake = !isContinued && former?.type !== 'requires_action'
      const standing = { mustTake, isRunning: false, isContinued, former }
      await this.unredacted(() => this.goOn(standing))
    } catch (error) {
      if (error instanceof RunLostError || isGone(error)) return
      log.error('a session failed', { session: this.session.id, ...causeOf(error) })
      const fault = { kind: 'internal', message: '', retry: 'exhausted' } as const
      await this.unredacted(() => this.fail(fault)).catch(() => {})
    } finally {
      await stopWatching()
    }
  }

  /** Does the work; where a redaction interrupts it, reads the log again and repeats it. */
  private async unredacted(work: () => Promise<void>): Promise<void> {
    for (;;) {
      try {
        if (this.isOutdated) await this.readAgain()
        return await work()
      } catch (error) {
        if (!(error instanceof LogRedactedError)) throw error
      }
    }
  }

  /** Drops everything derived from the old log and reads the log again. */
  private async readAgain(): Promise<void> {
    await this.calling
    this.isOutdated = false
    if (this.stopCause === null) this.controller = new AbortController()
    await this.log.readAgain()
    this.session = await getSession(this.db, this.session.id)
    this.context.forget()
    // Calls that were carried out and whose results were dropped are not made twice.
    this.inherited = new Set(openCalls(this.log.events).map(({ id }) => id))
    if (this.unfinished) await this.log.append([this.unfinished()])
    this.unfinished = null
  }

  private async goOn(standing: Standing): Promise<void> {
    const run = async () => {
      if (!standing.isRunning) await this.log.append([{ type: 'session.status_running' }])
      standing.isRunning = true
    }
    for (;;) {
      if (this.isOutdated) await this.readAgain()
      if (this.signal.aborted) return this.end()
      const step = nextStep(this.log.events)
      if (step.kind === 'wait') {
        const eventIds = step.events.map(({ id }) => id)
        const isSaid = !standing.isRunning && waitsFor(standing.former, eventIds)
        // Where one of several was answered, what is left is named anew.
        const reason = isSaid ? null : ({ type: 'requires_action', eventIds } as const)
        if (await this.log.restUnlessNews(reason)) return
        this.heedLog()
        continue
      }
      if (step.kind === 'tool') {
        await run()
        await this.completeCall(step.call, step.denial)
        continue
      }
      if (isCompactionStep(step)) {
        await run()
        await this.runStep(compactionStep(this, step, !standing.mustTake))
        // What was under way when it began goes on.
        if (lastCompaction(this.log.events)?.goesOn) standing.mustTake = false
        continue
      }
      if (standing.mustTake || (step.kind === 'end' && !standing.isContinued)) {
        const { isRunning, former } = standing
        const outcome = await this.log.takeMessage(isRunning ? restAfter(step, former) : null)
        if (outcome === 'ended') return
        if (outcome === 'asked') continue
        standing.mustTake = false
        this.requests = 0
        continue
      }
      if (step.kind === 'end' && !step.isUnanswered) {
        standing.isContinued = false
        if (step.stopReason !== 'max_tokens') continue
        await this.log.append([{ type: 'user.message', texts: [PLEASE_GO_ON] }])
        continue
      }
      standing.isContinued = false
      await run()
      if (await this.added(await startWhenDue(this))) continue
      if (await this.ask()) return
    }
  }

  /** Adds an event to the log where there is one; answers whether there was. */
  private async added(event: NewEvent | null): Promise<boolean> {
    if (event) await this.log.append([event])
    return event !== null
  }

  private runStep<Result>(step: Step<Result>): Promise<Result> {
    return runStep(step, (events) => this.log.append(events))
  }

  /** Asks the model; true where the run has ended with it. */
  private async ask(): Promise<boolean> {
    const { maxRequests } = this.session.settings
    if (this.requests >= maxRequests) {
      await this.log.rest({ type: 'budget_reached', maxRequests })
      return true
    }
    this.requests++
    await this.added(await reminder(this))
    const outcome = await this.runStep(modelTurn(this))
    if (await this.added(await startWhenFull(this, outcome))) return false
    if (outcome.kind === 'failed') {
      await this.fail(outcome.error)
      return true
    }
    if (outcome.kind === 'answered' && lastStopReason(this.log.events) === 'refusal') {
      await this.log.rest({ type: 'refusal', explanation: outcome.refusal })
      return true
    }
    return false
  }

  private async completeCall(
    call: ReturnType<typeof openCalls>[number],
    denial: string | null,
  ): Promise<void> {
    await this.inTurn(async () => {
      if (denial !== null) return refusedCall(call, denial)
      const former = this.inherited.has(call.id)
        ? await resultOfFormerCall(this.db, this.session, call)
        : null
      return former ?? callTool(this.db, this.session, call, baseShown(this.log.events, call.id))
    })
  }

  private async inTurn(work: () => Promise<AgentToolResult>): Promise<AgentToolResult> {
    const done = this.calling.then(async () => {
      // What is carried out is what the log says now.
      await this.log.verify()
      const result = await work()
      await this.log.append([result])
      return result
    })
    this.calling = done.catch(() => {})
    return done
  }

  private async fail(error: SessionFault): Promise<void> {
    await this.log.rest({ type: 'retries_exhausted' }, [{ type: 'session.error', error }])
  }

  /** Logs that the run was stopped, and why. */
  private async end(): Promise<void> {
    if (this.stopCause === 'lost') return
    await this.calling
    await this.log.refresh()
    const compaction = openCompaction(this.log.events)
    if (this.isShutDown) {
      if (compaction) await this.log.append([failedCompaction(compaction, { reason: 'restarted' })])
      return this.fail({ kind: 'restarted', message: '', retry: 'exhausted' })
    }
    const refused: NewEvent[] = [
      ...openCalls(this.log.events).map((call) => refusedCall(call, INTERRUPTED)),
      ...(compaction ? [failedCompaction(compaction, { reason: 'interrupted' })] : []),
    ]
    if (this.log.events.some(({ type }) => type === 'session.status_terminated')) {
      return this.log.release(refused)
    }
    await this.log.rest({ type: 'end_turn', detail: 'interrupted' }, refused)
    this.wasInterrupted = true
  }

  /** Sends heartbeats and watches for what stops the run. Returns the function that ends both. */
  private watch(): () => Promise<void> {
    const look = async () => {
      await this.log.refresh()
      this.heedLog()
    }
    const lookSafely = () =>
      void look().catch((error: unknown) => isGone(error) && this.stop('lost'))
    const unsubscribe = this.db.sessionChanges.subscribe(() => lookSafely())
    const stopBeating = keepLease(this.lease, async () => {
      const isMine = await this.db.write((tx) => renewLease(tx, this.lease))
      if (!isMine) this.stop('lost')
    })
    return async () => {
      unsubscribe()
      await stopBeating()
    }
  }

  /** Stops where the log says so. */
  private heedLog(): void {
    const isStopped = this.log.events.some(
      (event) =>
        (event.sequence ?? 0) > this.begunAfter &&
        (event.type === 'user.interrupt' || event.type === 'session.status_terminated'),
    )
    if (isStopped) this.stop('interrupted')
  }
}

/** Whether a session was said to wait for these events and no others. */
function waitsFor(reason: StopReason | null, eventIds: readonly string[]): boolean {
  return reason?.type === 'requires_action' && reason.eventIds.join() === eventIds.join()
}

function noneIfGone(error: unknown): null {
  if (isGone(error)) return null
  throw error
}

function restAfter(step: NextStep, former: StopReason | null): StopReason {
  if (step.kind !== 'end') return { type: 'end_turn', detail: 'done' }
  const { stopReason, isUnanswered } = step
  if (isUnanswered && former && former.type !== 'requires_action') return former
  if (stopReason === 'max_tokens') return { type: 'end_turn', detail: 'max_tokens' }
  if (stopReason === 'model_context_window_exceeded') {
    return { type: 'end_turn', detail: 'context_full' }
  }
  return { type: 'end_turn', detail: 'done' }
}

function isGone(error: unknown): boolean {
  return error instanceof SessionError && error.problem.kind === 'session_not_found'
}

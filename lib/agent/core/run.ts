import { setTimeout } from 'node:timers/promises'
import type { Database } from '@/lib/db/database'
import { keepLease, type Lease, leaseOn, renewLease } from '@/lib/lease'
import { causeOf, log } from '@/lib/log'
import { proposeCall } from '../call-changes'
import { getSession } from '../get-session'
import { queuedMessages } from '../list-session-events'
import { SessionError } from '../problems'
import type { Session } from '../session'
import type { EventOf, SessionEvent, SessionFault, StopReason } from '../session-event'
import type { NewEvent } from './append-events'
import { callTool, refusedCall, resultOfFormerCall, StoreMovedOnError } from './call-tool'
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
  lastCompaction,
  type NextStep,
  nextStep,
  openCalls,
  openCompaction,
  CONTINUE_MESSAGE,
  verdictOf,
} from './next-step'
import { reminder } from './remind'
import { RunContext } from './run-context'
import type { RunState } from './run-state'
import { SESSION_LEASE, takeSessionLease } from './session-lease'
import { LogRedactedError, RunLostError, SessionLog } from './session-log'
import { runStep, type Step } from './step'

/** The reason that a run is stopped early. */
export type StopCause = 'interrupted' | 'shutdown' | 'lost'

const RESULT: SessionEvent['type'] = 'agent.tool_result'

const INTERRUPTED =
  'The person stopped the agent before this call was carried out; nothing was done.'

/** A run's state between two steps; everything else follows from the log. */
interface Progress {
  /** whether to take a message before anything else */
  mustTake: boolean
  /** whether the session's status is already running */
  isRunning: boolean
  /** whether a person asked to continue, without a message */
  isContinued: boolean
  /** why the session was idle before; restored if the run only compacts */
  readonly former: StopReason | null
}

/**
 * One run of a session: from what a person sent until the agent is done, must wait, or cannot
 * continue. The log decides everything it does (next-step.ts), and only the run appends to the log:
 * its steps return their events, or yield them (step.ts).
 */
export class Run implements RunState {
  readonly log: SessionLog
  session: Session
  private controller = new AbortController()
  private stopCause: StopCause | null = null
  private readonly lease: Lease
  /** only later events can stop the run */
  private readonly begunAfter: number
  private requests = 0
  /** calls run one after another, in the model's order */
  private calling: Promise<unknown> = Promise.resolve()
  private wasInterrupted = false
  /** calls already open when the run began: another process may have run them */
  private inherited = new Set<string>()
  readonly context: RunContext
  /** whether a redaction took out a text that this run has read: work in progress may contain it */
  isOutdated = false
  /** the end event of the current model request, in case it must be repeated; null: no request */
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

  /** Starts a run of a session; null if another holds its lease. */
  static async begin(db: Database, sessionId: string): Promise<Run | null> {
    const session = await getSession(db, sessionId)
    const run = new Run(db, session)
    return (await takeSessionLease(db, run.lease)) ? run : null
  }

  get signal(): AbortSignal {
    return this.controller.signal
  }

  /** True if it stops because the server shuts down. */
  get isShutDown(): boolean {
    return this.stopCause === 'shutdown'
  }

  stop(cause: StopCause): void {
    this.stopCause ??= cause
    this.controller.abort()
  }

  /** Waits, or returns early when the run is stopped. */
  async pause(milliseconds: number): Promise<void> {
    await setTimeout(milliseconds, undefined, { signal: this.signal }).catch(() => {})
  }

  /**
   * Returns whether work is left for another run: messages still queued after an interrupt jumped
   * the queue, or a compaction that was requested as the run ended.
   */
  async hasMoreWork(): Promise<boolean> {
    const session = await getSession(this.db, this.session.id).catch(nullIfGone)
    if (!session || session.status !== 'idle') return false
    if (session.stopReason?.type === 'requires_action') return false
    if (session.context.asked !== null) return true
    return this.wasInterrupted && (await queuedMessages(this.db, this.session.id)).length > 0
  }

  asksForWrites(): boolean {
    return this.session.settings.approval === 'always_ask'
  }

  mustNotRunCalls(): boolean {
    return this.signal.aborted || openCalls(this.log.events).some((call) => call.needsApproval)
  }

  /** Runs the call with this model-given id; for the SDK's tool runner. */
  async runCallOfModel(modelToolUseId: string): Promise<string> {
    const call = openCalls(this.log.events).find((each) => each.modelToolUseId === modelToolUseId)
    if (!call) return ''
    const { content } = await this.inTurn(() => callTool(this.db, this.session, call))
    return content
  }

  /**
   * Takes steps until nothing is left to do. `isContinued`: a person asked to continue without a
   * new message.
   */
  async execute(isContinued: boolean): Promise<void> {
    const stopWatching = this.watch()
    try {
      await this.log.refresh()
      this.inherited = new Set(openCalls(this.log.events).map(({ id }) => id))
      const former = this.session.stopReason
      // Takes a message first, unless a person confirmed a call or asked to continue.
      const mustTake = !isContinued && former?.type !== 'requires_action'
      const progress = { mustTake, isRunning: false, isContinued, former }
      await this.unredacted(() => this.takeSteps(progress))
    } catch (error) {
      if (error instanceof RunLostError || isGone(error)) return
      log.error('a session failed', { session: this.session.id, ...causeOf(error) })
      const fault = { kind: 'internal', message: '', retry: 'exhausted' } as const
      await this.unredacted(() => this.fail(fault)).catch(() => {})
    } finally {
      await stopWatching()
    }
  }

  /** Does the work; if a redaction interrupts it, reads the log again and repeats it. */
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
    // Calls that ran but whose results were dropped must not run twice.
    this.inherited = new Set(openCalls(this.log.events).map(({ id }) => id))
    if (this.unfinished) await this.log.append([this.unfinished()])
    this.unfinished = null
  }

  private async takeSteps(progress: Progress): Promise<void> {
    const run = async () => {
      if (!progress.isRunning) await this.log.append([{ type: 'session.status_running' }])
      progress.isRunning = true
    }
    for (;;) {
      if (this.isOutdated) await this.readAgain()
      if (this.signal.aborted) return this.end()
      const step = nextStep(this.log.events)
      if (step.kind === 'wait') {
        const futile = await this.futileAtItsTurn(step.events)
        if (futile) {
          await run()
          await this.completeCall({ ...futile, isFutile: true }, null)
          continue
        }
        const eventIds = step.events.map(({ id }) => id)
        const isReported = !progress.isRunning && waitsFor(progress.former, eventIds)
        // After one of several was answered, the rest are announced again.
        const reason = isReported ? null : ({ type: 'requires_action', eventIds } as const)
        if (await this.log.finishUnlessChanged(reason)) return
        this.checkForStop()
        continue
      }
      if (step.kind === 'tool') {
        await run()
        await this.completeCall(step.call, step.denial)
        continue
      }
      if (isCompactionStep(step)) {
        await run()
        await this.runStep(compactionStep(this, step, !progress.mustTake))
        // Work that the compaction interrupted is resumed.
        if (lastCompaction(this.log.events)?.goesOn) progress.mustTake = false
        continue
      }
      if (progress.mustTake || (step.kind === 'end' && !progress.isContinued)) {
        const { isRunning, former } = progress
        const outcome = await this.log.takeMessage(isRunning ? reasonAfter(step, former) : null)
        if (outcome === 'ended') return
        if (outcome === 'asked') continue
        progress.mustTake = false
        this.requests = 0
        continue
      }
      if (step.kind === 'end' && !step.isUnanswered) {
        progress.isContinued = false
        if (step.stopReason !== 'max_tokens') continue
        await this.log.append([{ type: 'user.message', texts: [CONTINUE_MESSAGE] }])
        continue
      }
      progress.isContinued = false
      await run()
      if (await this.added(await startWhenDue(this))) continue
      if (await this.ask()) return
    }
  }

  /** Appends the event, if any; returns whether there was one. */
  private async added(event: NewEvent | null): Promise<boolean> {
    if (event) await this.log.append([event])
    return event !== null
  }

  private runStep<Result>(step: Step<Result>): Promise<Result> {
    return runStep(step, async (events) =>
      this.log.append(events, await this.context.costEndedBy(events)),
    )
  }

  /** Asks the model; true if that ended the run. */
  private async ask(): Promise<boolean> {
    const { maxRequests } = this.session.settings
    if (this.requests >= maxRequests) {
      await this.log.finish({ type: 'budget_reached', maxRequests })
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
      await this.log.finish({ type: 'refusal', explanation: outcome.refusal })
      return true
    }
    return false
  }

  /**
   * The next call, if the results of earlier ones of the same answer make it impossible: nobody is
   * asked about it then. Null: it is to be asked about.
   */
  private async futileAtItsTurn(
    waiting: readonly SessionEvent[],
  ): Promise<EventOf<'agent.tool_use'> | null> {
    const [call] = waiting
    if (call?.type !== 'agent.tool_use') return null
    const { events } = this.log
    const isFirst = !events.slice(events.indexOf(call)).some(({ type }) => type === RESULT)
    if (isFirst) return null
    const { isError } = await proposeCall(this.db, { sessionId: this.session.id, eventId: call.id })
    return isError ? call : null
  }

  private async completeCall(
    call: EventOf<'agent.tool_use'>,
    denial: string | null,
  ): Promise<void> {
    await this.inTurn(async () => {
      if (denial !== null) return refusedCall(call, denial)
      const former = this.inherited.has(call.id)
        ? await resultOfFormerCall(this.db, this.session, call)
        : null
      if (former) return former
      const { confirmation: allowed, at } = verdictOf(this.log.events, call.id)
      try {
        return await callTool(this.db, this.session, call, { allowed, at })
      } catch (error) {
        if (!(error instanceof StoreMovedOnError)) throw error
        // As long as at first, however often it waits.
        const lapsesAt = call.hold && Date.now() + call.hold.lapsesAt - call.createdAt
        return { type: 'session.call_waits_again' as const, toolUseId: call.id, lapsesAt }
      }
    })
  }

  private async inTurn<Event extends NewEvent>(work: () => Promise<Event>): Promise<Event> {
    const done = this.calling.then(async () => {
      // Only the current log decides what runs.
      await this.log.verify()
      const result = await work()
      await this.log.append([result])
      return result
    })
    this.calling = done.catch(() => {})
    return done
  }

  private async fail(error: SessionFault): Promise<void> {
    await this.log.finish({ type: 'retries_exhausted' }, [{ type: 'session.error', error }])
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
      return this.log.finishArchived(refused)
    }
    await this.log.finish({ type: 'end_turn', detail: 'interrupted' }, refused)
    this.wasInterrupted = true
  }

  /** Sends heartbeats and watches for what stops the run. Returns the function that ends both. */
  private watch(): () => Promise<void> {
    const look = async () => {
      await this.log.refresh()
      this.checkForStop()
    }
    const lookSafely = () =>
      void look().catch((error: unknown) => isGone(error) && this.stop('lost'))
    const unsubscribe = this.db.sessionChanges.subscribe((changed) => {
      if (this.log.mayConcern(changed)) lookSafely()
    })
    const stopBeating = keepLease(this.lease, async () => {
      const isMine = await this.db.write((tx) => renewLease(tx, this.lease))
      if (!isMine) this.stop('lost')
    })
    return async () => {
      unsubscribe()
      await stopBeating()
    }
  }

  /** Stops if the log says so. */
  private checkForStop(): void {
    const isStopped = this.log.events.some(
      (event) =>
        (event.sequence ?? 0) > this.begunAfter &&
        (event.type === 'user.interrupt' || event.type === 'session.status_terminated'),
    )
    if (isStopped) this.stop('interrupted')
  }
}

/** Returns whether the session already waits for exactly these events. */
function waitsFor(reason: StopReason | null, eventIds: readonly string[]): boolean {
  return reason?.type === 'requires_action' && reason.eventIds.join() === eventIds.join()
}

function nullIfGone(error: unknown): null {
  if (isGone(error)) return null
  throw error
}

function reasonAfter(step: NextStep, former: StopReason | null): StopReason {
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

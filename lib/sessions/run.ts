import { setTimeout as sleep } from 'node:timers/promises'
import { withLease } from '@/lib/db/lease'
import { keepHeld, mayBeHeld } from '@/lib/held/held-writes'
import { ending, untilDone } from '@/lib/ending'
import { follow } from '@/lib/live/live'
import { causeOf, log } from '@/lib/log'
import { perProcess } from '@/lib/per-process'
import { isRefusal } from '@/lib/refusal'
import { type Answer, answerEvents, askModel, partialEvents } from './ask-model'
import { malformedWords, notRun, resultOf, resultOfFormer } from './call'
import { judgedEvents } from './judged'
import { type ContextState, contextState, sizeOf } from './context'
import { gatherReminder } from './gather-reminder'
import { viewStart } from './conversation'
import { isOf, type NewEvent, type SessionEvent } from './event'
import { type Fault, sessionFault } from './faults'
import { previewsOf } from './follow'
import { changeSession, eventsAfter, leaseOf, type SessionChange, viewOf } from './log'
import { contextWindowOf, knownWindowOf, modelClient, windowAtHand } from './models'
import { CONTEXT_FULL, nextStep, openCalls, openCompaction, type RunStep } from './next-step'
import { hashOf, requestOf, settingsToRecord } from './request'
import { getSession, type Session } from './sessions'
import { brokenOff, failedCompaction, givenUp } from './stopped'
import { summarised } from './summarise'
import { newId } from '@/lib/text/ids'

/**
 * A run: from what a person sent until the agent is done, must wait, or cannot go on. The log decides
 * every step (next-step.ts); one process at a time runs a session, under its lease.
 */

interface Running {
  controller: AbortController
  ended: Promise<void>
  /** somebody asked again before it ended */
  isWanted: boolean
}

const runs = perProcess('running sessions', () => new Map<string, Running>())

/** Has a session go on with what its log and its queue ask for; returns at once. */
export function wake(sessionId: string): void {
  const running = runs.get(sessionId)
  if (running) {
    running.isWanted = true
    return
  }
  const controller = new AbortController()
  const begun = { controller, isWanted: false, ended: Promise.resolve() }
  runs.set(sessionId, begun)
  begun.ended = untilDone(underLease(sessionId, begun))
}

/** How long a redaction waits for a run to end whose work is refused by then in any case; milliseconds. */
const SEIZED_WITHIN_MS = 10_000

/** Ends what this process does for a session whose lease was taken away, and waits until it has. */
export async function seizeRun(sessionId: string): Promise<void> {
  const running = runs.get(sessionId)
  if (!running) return
  running.controller.abort()
  await Promise.race([running.ended, sleep(SEIZED_WITHIN_MS, null, { ref: false })])
}

async function underLease(id: string, running: Running): Promise<void> {
  let isOurs = false
  try {
    isOurs = await withLease(leaseOf(id), async (lost) => {
      const signal = AbortSignal.any([running.controller.signal, lost, ending()])
      await new Run(id, signal, () => (running.isWanted = true)).execute()
    })
  } catch (error) {
    log.error('a run could not be begun or ended', { session: id, ...causeOf(error) })
  } finally {
    runs.delete(id)
  }
  // Another process that has the lease looks at the queue before it ends.
  if (running.isWanted && isOurs && !ending().aborted) wake(id)
}

/** Gathering is no reason for an answer to wait longer. */
const GATHERED_WITHIN_MS = 1_000
const PAUSE_MS = 500
/** Attempts after the first at an answer that broke off. */
const MAX_BROKEN = 2

class Run {
  private session!: Session
  private events: SessionEvent[] = []
  private window = 0
  /** calls that stood open when it began: who ran the session before may have carried them out */
  private former: ReadonlySet<string> = new Set()
  /** the last event that the step which is taken was decided on */
  private known = 0

  constructor(
    private readonly id: string,
    private readonly signal: AbortSignal,
    private readonly onMore: () => void,
  ) {}

  async execute(): Promise<void> {
    try {
      this.events = await viewOf(this.id)
      this.former = new Set(openCalls(this.events).map(({ id }) => id))
      const open = openCompaction(this.events)
      if (open) await this.append(failedCompaction(open, 'restarted'))
      while (await this.step()) continue
    } catch (error) {
      if (isRefusal(error) && LOST.has(error.code)) return
      log.error('a session failed', { session: this.id, ...causeOf(error) })
      await this.fail({ kind: 'internal', message: '' }).catch(() => {})
    }
  }

  /** Takes one step; false: the run is over. */
  private async step(): Promise<boolean> {
    this.session = await getSession(this.id)
    this.known = this.events.at(-1)?.sequence ?? 0
    const { settings, queue } = this.session
    this.window = knownWindowOf(settings)
    const context = contextState(this.events)
    const beside = { queued: queue.length, settings, context, window: this.window }
    const step = nextStep(this.events, beside)
    if (ending().aborted) return this.shutDown()
    const isBySize = step.kind === 'ask' || step.kind === 'compact'
    if (isBySize && windowAtHand(settings) === null) return this.learnWindow()
    switch (step.kind) {
      case 'rest':
        return !(await this.unlessNew())
      case 'take':
        return this.take()
      case 'ask':
        return this.stoppable((signal) => this.ask(context, signal))
      case 'call':
        return this.call(step)
      case 'wait':
        return this.end({ type: 'requires_action', event_ids: step.ids }, null)
      case 'compact':
        return this.compact(step, context)
      case 'end':
        return this.end(step.reason, step.explanation ?? null)
    }
  }

  /** What is to be done by the size of the window is decided again once it is known. */
  private async learnWindow(): Promise<true> {
    await this.stoppable((signal) => contextWindowOf(this.session.settings, signal))
    await this.refresh()
    return true
  }

  /** Stores events, and reads what others have appended meanwhile. */
  private append(...events: readonly NewEvent[]): Promise<SessionEvent[]> {
    return this.change((c) => c.append(...events))
  }

  private async change<T>(job: (c: SessionChange) => Promise<T> | T): Promise<T> {
    const value = await changeSession(this.id, job, { asRunner: true })
    await this.refresh()
    return value
  }

  private async refresh(): Promise<void> {
    this.events.push(...(await eventsAfter(this.id, this.events.at(-1)?.sequence ?? 0)))
    this.events.splice(0, viewStart(this.events))
  }

  private async take(): Promise<boolean> {
    await this.change((c) => {
      const [next, ...rest] = c.session.queue
      if (!next) return
      c.set({ queue: rest })
      const { id, content } = next
      if (c.session.status !== 'running') c.append({ type: 'session.status_running' })
      c.append({ type: 'user.message', id, content })
    })
    return true
  }

  private async end(
    stop_reason: SessionEvent<'session.status_idle'>['stop_reason'],
    explanation: string | null,
  ): Promise<boolean> {
    const stop_details =
      explanation === null ? null : { type: 'refusal' as const, category: null, explanation }
    const isStopped = stop_reason.type === 'end_turn' && stop_reason.detail === 'interrupted'
    const idle: NewEvent = { type: 'session.status_idle', stop_reason, stop_details }
    const isOver = await this.unlessNew(
      ...(isStopped ? givenUp(this.events) : []),
      // What was archived stays at its end.
      ...(this.session.status === 'terminated' ? [] : [idle]),
    )
    // Messages that waited behind an interrupt are the next run's.
    if (isOver && this.session.queue.length > 0) this.onMore()
    return !isOver
  }

  /** Ends the run, unless somebody asked for something since the log was read. */
  private async unlessNew(...last: NewEvent[]): Promise<boolean> {
    const { queue } = this.session
    return this.change(async (c) => {
      if (c.session.lastSequence !== this.known) return false
      if (c.session.queue.length !== queue.length) return false
      c.append(...last)
      await c.release()
      return true
    })
  }

  private async ask(state: ContextState, signal: AbortSignal): Promise<boolean> {
    const { settings } = this.session
    const note = { request: null as SentHash }
    const { client, model } = modelClient(settings.model, (body) => {
      note.request = hashOf(body)
    })
    const { id: sessionId, stores } = this.session
    const gathered = await gatherReminder(
      { sessionId, stores, settings, state, window: this.window },
      AbortSignal.any([signal, AbortSignal.timeout(GATHERED_WITHIN_MS)]),
    )
    if (signal.aborted) {
      await this.refresh()
      return true
    }
    const reminders = gathered.reminder ? [{ ...gathered.reminder, id: newId('sevt') }] : []
    const placed = reminders.map((event) => ({ ...event, sequence: 0, processed_at: '' }))
    const request = requestOf({ model, settings, stores }, [...this.events, ...placed])
    const stored = await this.append(...reminders, {
      type: 'span.model_request_start',
      model,
      ...settingsToRecord(this.events, settings),
      context_window: this.window,
      estimated_parts: request.parts,
      told: gathered.told,
    })
    const start = stored.at(-1)?.id ?? ''
    const previews = previewsOf(this.id)
    try {
      const answer = await askModel({
        client,
        body: request.body,
        betas: request.betas,
        signal,
        onStart: (begun) => previews.begin({ ...begun, text: '' }),
        onDelta: (id, text) => previews.add(id, text),
      })
      return await this.answered(start, answer, note.request)
    } finally {
      previews.end(this.events)
    }
  }

  private async answered(start: string, answer: Answer, request: SentHash): Promise<boolean> {
    const end: NewEvent<'span.model_request_end'> = {
      type: 'span.model_request_end',
      model_request_start_id: start,
      is_error: answer.kind !== 'whole',
      model_usage: answer.usage,
      model: answer.model,
      stop_reason: answer.stop_reason,
      ...(answer.explanation !== null && { explanation: answer.explanation }),
      duration_ms: answer.duration_ms,
      ...(answer.applied_edits.length > 0 && {
        context_management: { applied_edits: answer.applied_edits },
      }),
      // What is sent again has other bytes: a hash of these would let them be guessed.
      request: answer.kind === 'whole' ? request : null,
    }
    if (answer.kind === 'failed') return this.broken(answer, end)
    if (answer.kind === 'aborted') await this.append(...partialEvents(answer), end)
    else await this.keepAnswer(answer, end)
    return true
  }

  /** Stores an answer whole, with the writes of it that wait. */
  private async keepAnswer(answer: Answer, end: NewEvent): Promise<void> {
    const judged = await judgedEvents(this.session, answerEvents(answer))
    await this.change(async (c) => {
      c.append(...judged.map(({ event }) => event), end)
      for (const { event, held, refusal } of judged) {
        if (refusal !== null) c.append(notRun(event, refusal))
        if (event.type === 'agent.tool_use' && event.malformed_input !== undefined) {
          c.append(notRun(event, malformedWords(answer, event.malformed_input)))
        } else if (held && (await mayBeHeld(c.tx, held.storeId, held.steps))) {
          await keepHeld(c, held)
        } else if (held) {
          c.append(notRun(event, TOO_MUCH_WAITS))
        }
      }
    })
  }

  private async broken(
    answer: Answer & { kind: 'failed' },
    end: NewEvent<'span.model_request_end'>,
  ): Promise<boolean> {
    const { fault } = answer
    if (fault.kind === 'context_full') {
      await this.append(...partialEvents(answer), { ...end, stop_reason: CONTEXT_FULL })
      return true
    }
    const tries = trailingRetries(this.events)
    if (fault.kind !== 'broken_stream' || tries >= MAX_BROKEN) {
      return this.fail(fault, ...partialEvents(answer), end)
    }
    await this.append(end, { type: 'session.error', error: sessionFault(fault, 'retrying') })
    await this.stoppable((signal) => sleep(PAUSE_MS * 2 ** tries, null, { signal }).catch(() => {}))
    return true
  }

  private async fail(fault: Fault, ...before: NewEvent[]): Promise<false> {
    await this.change(async (c) => {
      c.append(...before, ...brokenOff(this.events, fault))
      await c.release()
    })
    return false
  }

  private async call({ call, verdict }: RunStep & { kind: 'call' }): Promise<boolean> {
    const isFormer = this.former.has(call.id)
    const former = isFormer ? await resultOfFormer(this.session, call) : null
    await this.append(former ?? (await resultOf(this.session, call, verdict)))
    return true
  }

  private async compact(
    { cause, instructions }: RunStep & { kind: 'compact' },
    context: ContextState,
  ): Promise<boolean> {
    const tokens_before = sizeOf(context)
    await this.append({ type: 'context.compaction_start', cause, tokens_before, instructions })
    const { session, window, events } = this
    await this.append(
      await this.stoppable((signal) =>
        summarised({ session, window, cause, context, instructions, signal }, events),
      ),
    )
    return true
  }

  /** The server ends: what was open is answered by whoever goes on. */
  private async shutDown(): Promise<false> {
    if (this.session.status !== 'running') return false
    return this.fail({ kind: 'restarted', message: '' })
  }

  /** Does something that ends as soon as somebody, in whatever process, has the run stop. */
  private async stoppable<T>(work: (signal: AbortSignal) => Promise<T>): Promise<T> {
    const stop = new AbortController()
    const done = new AbortController()
    const watching = async () => {
      for await (const { sequence } of follow([`session:${this.id}`], done.signal)) {
        const since = await eventsAfter(this.id, this.known)
        if (sequence === GONE || since.some(({ type }) => STOPPING.has(type))) stop.abort()
      }
    }
    // Where the database is away, the run finds out by itself.
    const watched = watching().catch(() => {})
    try {
      return await work(AbortSignal.any([this.signal, stop.signal]))
    } finally {
      done.abort()
      await watched
    }
  }
}

type SentHash = SessionEvent<'span.model_request_end'>['request']

/** The number of a session that was deleted. */
const GONE = 0
const STOPPING: ReadonlySet<string> = new Set(['user.interrupt', 'session.status_terminated'])
const LOST: ReadonlySet<string> = new Set(['run_lost', 'session_not_found'])
const TOO_MUCH_WAITS = 'Error: This was not saved: too much waits for review already'

/** How often the newest request was asked again since something came of it. */
function trailingRetries(events: readonly SessionEvent[]): number {
  const since = events.findLastIndex(
    (event) =>
      (event.type === 'span.model_request_end' && !event.is_error) ||
      isOf('user.message', 'session.status_running')(event),
  )
  return events.slice(since + 1).filter(isOf('session.error')).length
}

import { setTimeout } from 'node:timers/promises'
import { estimatedTokens } from '@/lib/context/estimate-tokens'
import { thresholdsOf } from '@/lib/context/context-settings'
import type { MemoryFiles } from '@/lib/memory-tool/memory-files'
import { settings as installation } from '@/lib/settings'
import { newId } from '@/lib/text/prefixed-id'
import { AnswerCollector } from './core/answer-collector'
import { answerEvents } from './core/answer-events'
import type { NewEvent } from './core/append-events'
import { runMemoryToolOn, runnableTools } from './core/memory-tools'
import { CutAnswerError, faultOf, isTransient } from './core/model-faults'
import { viewStart } from './core/conversation'
import { type ModelRequest, modelRequest, runnerParams } from './core/model-request'
import { nextStep } from './core/next-step'
import { modelClient } from './model-client'
import type { Session } from './session'
import type { ModelUsage, SessionEvent, SessionFault } from './session-event'
import { NO_USAGE, usageOfBoth } from './session-event'
import type { SessionSettings } from './session-settings'

/** A turn that is asked again, without a session to store it in. */
export interface TurnInMemory {
  readonly stores: Session['stores']
  /** those of the recorded turn, or a variant's */
  readonly settings: SessionSettings
  readonly window: number
  /** the log up to the turn's first request */
  readonly before: readonly SessionEvent[]
  /** what its calls work on */
  readonly files: MemoryFiles
  /** requests that are left for it, whatever the limit of its settings */
  readonly maxRequests: number
  /** tokens of input and output that are left for it; left out: any number */
  readonly maxTokens?: number | undefined
  readonly signal: AbortSignal
}

export interface TurnOutcome {
  /** what the agent did, and what its calls answered */
  readonly events: readonly SessionEvent[]
  readonly requests: number
  readonly usage: ModelUsage
  /** why the turn did not end; null: it did */
  readonly stopped: 'aborted' | 'requests_used_up' | Omit<SessionFault, 'retry'> | null
}

/** Retries of a broken answer, besides the SDK's own: as in sessions. */
const MAX_BROKEN = 2
const FIRST_PAUSE_MS = 500

/**
 * Runs a turn as a session's run would: the same requests, tools and limits. Nothing is stored, no
 * approval is asked for, and the context is not compacted.
 */
export async function runTurnInMemory(turn: TurnInMemory): Promise<TurnOutcome> {
  return new MemoryRun(turn).run()
}

/** A call's answer on any files, as a turn in memory gets it. */
export const runToolOn = runMemoryToolOn

/** Returns whether the model is what comes next after a log: not a call, a person or a summary. */
export function canBeAsked(before: readonly SessionEvent[]): boolean {
  return nextStep(before).kind === 'request'
}

/** The part of a log that a request is made of: what a summary took the place of is not in it. */
export function viewOf(before: readonly SessionEvent[]): readonly SessionEvent[] {
  return before.slice(viewStart(before))
}

/** The first request of such a turn, as it would be sent. */
export function firstRequest(turn: Omit<TurnInMemory, 'files' | 'signal'>): ModelRequest['body'] {
  return requestOf(turn, turn.before).body
}

function requestOf(
  { settings, stores, window }: Pick<TurnInMemory, 'settings' | 'stores' | 'window'>,
  events: readonly SessionEvent[],
): ModelRequest {
  return modelRequest(
    {
      model: modelClient(settings.model).model,
      settings,
      stores,
      window,
      thresholds: thresholdsOf(settings.context, installation().contextThresholds),
      tools: runnableTools(settings.toolSet, stores.length > 0, () => Promise.resolve('')),
    },
    events,
  )
}

type Attempt = { fault: Omit<SessionFault, 'retry'> } | { events: NewEvent[] } | 'aborted'

class MemoryRun {
  private readonly events: SessionEvent[]
  private requests = 0
  private usage = NO_USAGE

  constructor(private readonly turn: TurnInMemory) {
    this.events = [...turn.before]
  }

  async run(): Promise<TurnOutcome> {
    const { signal, maxRequests, settings } = this.turn
    for (;;) {
      if (signal.aborted) return this.ended('aborted')
      const step = nextStep(this.events)
      if (step.kind === 'tool') {
        await this.call(step.call)
        continue
      }
      if (step.kind !== 'request') return this.ended(null)
      // As a session's: at its own limit the answer is what was said by then.
      if (this.requests >= settings.maxRequests) return this.ended(null)
      if (this.requests >= maxRequests || this.lacksTokens()) return this.ended('requests_used_up')
      const attempt = await this.ask()
      if (attempt === 'aborted') return this.ended('aborted')
      if ('fault' in attempt) return this.ended(attempt.fault)
      this.add(attempt.events)
    }
  }

  /** Returns whether one more request, as large as the last, would need more tokens than are left. */
  private lacksTokens(): boolean {
    const { maxTokens } = this.turn
    if (maxTokens === undefined) return false
    const { inputTokens, outputTokens, cacheReadTokens, cacheCreationTokens } = this.usage
    const used = inputTokens + outputTokens + cacheReadTokens + cacheCreationTokens
    const { body } = requestOf(this.turn, this.events)
    return used + estimatedTokens(JSON.stringify(body)) > maxTokens
  }

  private ended(stopped: TurnOutcome['stopped']): TurnOutcome {
    const { requests, usage } = this
    return { events: this.events.slice(this.turn.before.length), requests, usage, stopped }
  }

  private add(events: readonly NewEvent[]): void {
    for (const { id, createdAt, ...body } of events) {
      this.events.push({
        ...body,
        id: id ?? newId('sevt'),
        sequence: this.events.length + 1,
        createdAt: createdAt ?? Date.now(),
      })
    }
  }

  private async call(call: Extract<SessionEvent, { type: 'agent.tool_use' }>): Promise<void> {
    const { files, stores } = this.turn
    const { content, isError } = await runMemoryToolOn(files, stores, call)
    const toolUseId = call.id
    this.add([
      { type: 'agent.tool_result', toolUseId, content, isError, written: [], durationMs: null },
    ])
  }

  /** Asks the model once; a broken answer is asked for again a few times. */
  private async ask(): Promise<Attempt> {
    for (let attempt = 0; ; attempt++) {
      const outcome = await this.attempt()
      if (outcome === 'aborted' || !('fault' in outcome)) return outcome
      if (attempt >= MAX_BROKEN || outcome.fault.kind !== 'broken_stream') return outcome
      if (this.requests >= this.turn.maxRequests) return outcome
      const pause = setTimeout(FIRST_PAUSE_MS * 2 ** attempt, undefined, {
        signal: this.turn.signal,
      })
      await pause.catch(() => {})
      if (this.turn.signal.aborted) return 'aborted'
    }
  }

  private async attempt(): Promise<Attempt> {
    this.requests++
    const { settings, signal } = this.turn
    const { client, model } = modelClient(settings.model)
    const request = requestOf(this.turn, this.events)
    const startId = newId('sevt')
    const begunAt = performance.now()
    const collector = new AnswerCollector(null)
    try {
      const params = runnerParams(request)
      const runner = client.beta.messages.toolRunner(
        { ...params, messages: [] },
        // Its own, for the SDK never takes its listeners off again.
        { signal: AbortSignal.any([signal]) },
      )
      runner.setMessagesParams(params)
      for await (const stream of runner) {
        for await (const event of stream) collector.take(event)
        if (!collector.isWhole) throw new CutAnswerError()
        // Calls are run here, on the turn's own files.
        break
      }
    } catch (error) {
      if (signal.aborted) return 'aborted'
      const fault = faultOf(error)
      if (fault.kind === 'internal') throw error
      const isBroken = isTransient(fault.kind) && collector.model !== null
      return { fault: isBroken ? { ...fault, kind: 'broken_stream' } : fault }
    } finally {
      this.usage = usageOfBoth(this.usage, collector.usage)
    }
    const { content, results } = answerEvents(collector, {
      asksForWrites: () => false,
      judgedOf: () => null,
    })
    return {
      events: [
        { type: 'span.model_request_start', id: startId, model, window: this.turn.window },
        ...content,
        {
          type: 'span.model_request_end',
          startId,
          isError: false,
          usage: collector.usage,
          stopReason: collector.stopReason,
          model: collector.model,
          durationMs: Math.round(performance.now() - begunAt),
        },
        ...results,
      ],
    }
  }
}

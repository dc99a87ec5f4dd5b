import { setTimeout as sleep } from 'node:timers/promises'
import type { Mount } from '@/lib/memory-tool/paths'
import { type Answer, answerEvents, askModel } from '@/lib/sessions/ask-model'
import type { AttachedStore } from '@/lib/sessions/attached'
import { bounded, malformedWords } from '@/lib/sessions/call'
import { contextState } from '@/lib/sessions/context'
import {
  type EventBody,
  type ModelUsage,
  type NewEvent,
  NO_USAGE,
  type SessionEvent,
  sumOfUsage,
  textBlocks,
  textOf,
} from '@/lib/sessions/event'
import { isTransient } from '@/lib/sessions/faults'
import { modelClient } from '@/lib/sessions/models'
import { CONTEXT_FULL, nextStep } from '@/lib/sessions/next-step'
import { NO_PARTS } from '@/lib/sessions/parts'
import { requestOf } from '@/lib/sessions/request'
import type { WireSettings } from '@/lib/sessions/settings'
import { newId } from '@/lib/text/ids'
import { faultRefusal, type GivenAnswer } from './check'
import type { Reads } from './hide'
import { callOn, type Scratch, type ScratchChange } from './scratch'

/**
 * A turn in memory: the session's own steps over a log and stores that nobody else sees. There is no lease, no
 * approval and no summary, and nothing of it is stored.
 */

export interface Conversing {
  settings: WireSettings
  stores: readonly AttachedStore[]
  mounts: readonly Mount[]
  /** the model's, in tokens */
  window: number
  scratch: Scratch
  reads: Reads
  /** the conversation so far, up to a person's message and what was told with it */
  log: readonly SessionEvent[]
  signal: AbortSignal
}

export interface Sampled extends GivenAnswer {
  changes: ScratchChange[]
  usage: ModelUsage
  requests: number
  ms: number
}

/** Has the agent answer what was said last. Refuses `model_gone`, `model_failed`; throws the signal's reason. */
export async function converse(
  asked: Conversing,
): Promise<Sampled & { events: readonly SessionEvent[] }> {
  const begunAt = performance.now()
  const turn = new TurnInMemory(asked)
  while (await turn.step()) continue
  const given = turn.events.slice(asked.log.length)
  return {
    events: turn.events,
    ...givenIn(given),
    changes: await asked.scratch.changes(),
    usage: turn.usage,
    requests: turn.requests,
    ms: Math.round(performance.now() - begunAt),
  }
}

/** What an agent said and called in some events; of what was cut off the calls alone. */
export const givenIn = (events: readonly SessionEvent[]): GivenAnswer => ({
  texts: events.flatMap((event) =>
    event.type === 'agent.message' && !event.partial ? [textOf(event)] : [],
  ),
  calls: events.flatMap((event) =>
    event.type === 'agent.tool_use' ? [{ name: event.name, input: event.input }] : [],
  ),
})

/** A body as an event of a log in memory. */
export const placed = (body: NewEvent, after: readonly SessionEvent[]): SessionEvent => ({
  ...(body as EventBody),
  id: body.id ?? newId('sevt'),
  sequence: (after.at(-1)?.sequence ?? 0) + 1,
  processed_at: new Date().toISOString(),
})

/** Pauses before an answer is asked for again, where its server had a bad moment; milliseconds. */
const PAUSES = [1_000, 4_000, 15_000, 60_000]

class TurnInMemory {
  readonly events: SessionEvent[]
  usage = NO_USAGE
  requests = 0
  readonly #settings: WireSettings

  constructor(private readonly asked: Conversing) {
    this.events = [...asked.log]
    const { settings } = asked
    this.#settings = { ...settings, context: { ...settings.context, compact_at: 'off' } }
  }

  async step(): Promise<boolean> {
    const { window } = this.asked
    const context = contextState(this.events)
    const step = nextStep(this.events, { queued: 0, settings: this.#settings, context, window })
    if (step.kind === 'ask') await this.#ask()
    else if (step.kind === 'call') await this.#call(step.call)
    else return false
    return true
  }

  #append(...bodies: NewEvent[]): void {
    for (const body of bodies) this.events.push(placed(body, this.events))
  }

  async #ask(): Promise<void> {
    const { settings, stores, window } = this.asked
    const { client, model } = modelClient(settings.model)
    const { body, betas } = requestOf({ model, settings, stores }, this.events)
    const id = newId('sevt')
    this.#append({
      type: 'span.model_request_start',
      id,
      model,
      context_window: window,
      estimated_parts: NO_PARTS,
      told: [],
    })
    const { signal } = this.asked
    const answer = await this.#answered(() => askModel({ client, body, betas, signal }))
    this.#append(
      ...answerEvents(answer).map((event): NewEvent =>
        event.type === 'agent.tool_use' ? { ...event, evaluated_permission: 'allow' } : event,
      ),
      {
        type: 'span.model_request_end',
        model_request_start_id: id,
        is_error: false,
        model_usage: answer.usage,
        model: answer.model,
        stop_reason: answer.stop_reason,
        duration_ms: answer.duration_ms,
        request: null,
      },
    )
    this.#refuseMalformed(answer)
  }

  async #answered(ask: () => Promise<Answer>): Promise<Answer> {
    const { signal, settings } = this.asked
    for (let tries = 0; ; tries++) {
      signal.throwIfAborted()
      const answer = await ask()
      this.requests++
      this.usage = sumOfUsage(this.usage, answer.usage)
      if (answer.kind === 'aborted') throw signal.reason as Error
      if (answer.kind === 'whole') return answer
      if (answer.fault.kind === 'context_full') {
        return { ...answer, kind: 'whole', blocks: [], stop_reason: CONTEXT_FULL }
      }
      const pause = PAUSES[tries]
      if (!isTransient(answer.fault.kind) || pause === undefined) {
        throw faultRefusal(answer.fault, settings.model)
      }
      await sleep(pause, null, { signal })
    }
  }

  #refuseMalformed(answer: Answer): void {
    for (const event of this.events.slice(-answer.blocks.length - 1)) {
      if (event.type !== 'agent.tool_use' || event.malformed_input === undefined) continue
      this.#result(event.id, {
        content: malformedWords(answer, event.malformed_input),
        isError: true,
      })
    }
  }

  async #call({ id, name, input }: SessionEvent<'agent.tool_use'>): Promise<void> {
    const { scratch, mounts, reads } = this.asked
    const { answer, seen } = await callOn(scratch, mounts, { name, input }, reads.look)
    reads.add(seen)
    this.#result(id, answer)
  }

  #result(id: string, { content, isError }: { content: string; isError: boolean }): void {
    this.#append({
      type: 'agent.tool_result',
      tool_use_id: id,
      content: textBlocks(bounded(content)),
      is_error: isError,
      memory_versions: [],
      seen: [],
      duration_ms: 0,
    })
  }
}

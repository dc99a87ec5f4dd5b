import { isRefusal } from '@/lib/refusal'
import { causeOf, log } from '@/lib/log'
import { perProcess } from '@/lib/per-process'
import { type Answer, askModel } from './ask-model'
import { keptMessages, openRequest, restorable, restoreMemories } from './compaction'
import { type ContextState, sizeOf } from './context'
import {
  type CompactionCause,
  type CompactionFault,
  type NewEvent,
  NO_USAGE,
  type SessionEvent,
  sumOfUsage,
} from './event'
import { refusesTemperature } from './faults'
import { modelClient } from './models'
import { owesAnswer, requestsIn } from './next-step'
import { requestOf } from './request'
import type { Session } from './sessions'
import { checkSummary, summaryRequest } from './summary'
import { sumOfParts } from './parts'

/** Asks for a summary of a conversation, and puts it in its place. */

export interface Summarising {
  session: Session
  /** tokens of the session's model */
  window: number
  cause: CompactionCause
  /** what the events say of it */
  context: ContextState
  /** of the person, for this time */
  instructions: string
  signal: AbortSignal
}

type Compacted = NewEvent<'agent.thread_context_compacted'>
type Failed = NewEvent<'context.compaction_failed'>

/** Models that take no temperature, found out by asking. */
const plainModels = perProcess('models without temperature', () => new Set<string>())

/** Of the room for a conversation: what is used at first, and where that did not fit. */
const SHARES = [1, 0.6, 0.3]

/**
 * The conversation's summary with what stays beside it, or why there is none: nothing is changed then.
 * Throws nothing for a mistake of the model or its server.
 */
export async function summarised(
  asked: Summarising,
  events: readonly SessionEvent[],
): Promise<Compacted | Failed> {
  const { session, cause, context, signal } = asked
  const { compaction } = session.settings.context
  const timeout = AbortSignal.timeout(compaction.timeout_seconds * 1_000)
  const answer = await answered(asked, events, AbortSignal.any([signal, timeout]))
  const tokens_before = sizeOf(context)
  const failed = (reason: CompactionFault, message: string): Failed => ({
    type: 'context.compaction_failed',
    cause,
    tokens_before,
    reason,
    message,
    model_usage: answer.usage,
  })
  if (signal.aborted) return failed('interrupted', '')
  if (answer.kind === 'aborted') return failed('timeout', '')
  if (answer.kind === 'failed') return failed(answer.fault.kind, answer.fault.message)
  const summary = answer.blocks
    .flatMap((block) => (block.type === 'text' ? block.text : []))
    .join('\n\n')
  const problem = checkSummary(summary, answer.stop_reason)
  if (problem) return failed(problem.reason, answer.explanation ?? problem.message)
  try {
    return await inPlace(asked, events, { summary, answer, tokens_before })
  } catch (error) {
    if (!isRefusal(error)) log.error('a context could not be summarised', causeOf(error))
    return failed('internal', '')
  }
}

async function answered(
  { session, window, instructions }: Summarising,
  events: readonly SessionEvent[],
  signal: AbortSignal,
): Promise<Answer> {
  const { settings } = session
  const { compaction } = settings.context
  const { client, model } = modelClient(compaction.model ?? settings.model)
  const ask = async (share: number): Promise<Answer> => {
    const temperature: 0 | null = plainModels.has(model) ? null : 0
    const input = {
      model,
      window,
      share,
      temperature,
      maxTokens: compaction.max_tokens,
      instructions: [...new Set([compaction.instructions, instructions])],
    }
    const answer = await askModel({
      client,
      body: summaryRequest(input, events),
      betas: [],
      signal,
    })
    const isRefused = answer.kind === 'failed' && refusesTemperature(answer.fault)
    if (!isRefused || temperature === null) return answer
    plainModels.add(model)
    return ask(share)
  }
  let usage = NO_USAGE
  for (const [at, share] of SHARES.entries()) {
    const answer = await ask(share)
    usage = sumOfUsage(usage, answer.usage)
    const isFull = answer.kind === 'failed' && answer.fault.kind === 'context_full'
    if (!isFull || at === SHARES.length - 1) return { ...answer, usage }
  }
  throw new Error('there is a last share')
}

async function inPlace(
  { session, window, cause, context }: Summarising,
  events: readonly SessionEvent[],
  { summary, answer, tokens_before }: { summary: string; answer: Answer; tokens_before: number },
): Promise<Compacted> {
  const { settings, stores } = session
  const memories = await restorable(session, settings.tool_set, stores)
  const compacted: Compacted = {
    type: 'agent.thread_context_compacted',
    cause,
    summary,
    tokens_before,
    tokens_after: 0,
    restored_memories: restoreMemories(memories),
    kept_messages: keptMessages(openRequest(events), window),
    goes_on: owesAnswer(events),
    requests: requestsIn(events),
    told: [...context.told],
    model: answer.model,
    model_usage: answer.usage,
  }
  const begun = { ...compacted, id: 'sevt_begun', sequence: 1, processed_at: '' }
  const { parts } = requestOf({ model: settings.model, settings, stores }, [begun])
  return { ...compacted, tokens_after: sumOfParts(parts) }
}

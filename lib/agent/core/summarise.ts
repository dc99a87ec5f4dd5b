import type Anthropic from '@anthropic-ai/sdk'
import { checkSummary } from '@/lib/context/check-summary'
import { compactionPrompt, SUMMARY_SYSTEM } from '@/lib/context/compaction-prompt'
import { sumOf } from '@/lib/context/context-block'
import { estimatedTokens } from '@/lib/context/estimate-tokens'
import { summaryConversation } from '@/lib/context/summary-conversation'
import { perProcess } from '@/lib/per-process'
import { modelClient } from '../model-client'
import { contextWindowOf } from '../model-window'
import { type CompactionFault, type EventOf, type ModelUsage } from '../session-event'
import { AnswerCollector } from './answer-collector'
import { conversationOf } from './conversation'
import { faultOf, refusesTemperature } from './model-faults'
import { previewsOf } from './previews'
import type { RunState } from './run-state'
import { LogRedactedError } from './session-log'

/** The outcome of an attempt at a summary; its cost is known either way. */
export type SummaryOutcome = { usage: ModelUsage; durationMs: number } & (
  | { kind: 'written'; summary: string; model: string | null }
  | { kind: 'failed'; reason: CompactionFault; message: string }
)

// Models found to take no temperature, one list per process.
const withoutTemperature = perProcess('models without temperature', () => new Set<string>())

/**
 * Asks the summarising model once (agent page, "Compaction", steps 1 to 3). Never throws for a
 * mistake of the model or its server.
 */
export async function summarise(
  run: RunState,
  start: EventOf<'context.compaction_start'>,
): Promise<SummaryOutcome> {
  const begunAt = performance.now()
  const previews = previewsOf(run.session.id)
  const collector = new AnswerCollector(null)
  const timeout = AbortSignal.timeout(start.timeoutSeconds * 1_000)
  const cost = () => ({
    usage: collector.usage,
    durationMs: Math.round(performance.now() - begunAt),
  })
  const failed = (reason: CompactionFault, message: string): SummaryOutcome => ({
    kind: 'failed',
    reason,
    message,
    ...cost(),
  })
  const stopCause = () => {
    if (run.isOutdated) throw new LogRedactedError('a redaction came while a summary was written')
    if (run.signal.aborted) return run.isShutDown ? 'restarted' : 'interrupted'
    return timeout.aborted ? 'timeout' : null
  }
  previews.begin({ eventId: start.id, type: 'context.summary_written', name: null, text: '' })
  try {
    await run.log.verify()
    const stream = await openStream(run, start, AbortSignal.any([run.signal, timeout]))
    for await (const event of stream) {
      collector.take(event)
      if (event.type === 'content_block_delta' && event.delta.type === 'text_delta') {
        previews.add(start.id, event.delta.text)
      }
    }
    // A stopped stream ends without an error.
    const stopped = stopCause()
    if (stopped) return failed(stopped, '')
    if (!collector.isWhole) return failed('broken_stream', '')
    if (collector.stopReason === 'refusal') return failed('refusal', collector.refusal ?? '')
    const summary = collector.text
    const problem = checkSummary(summary, collector.stopReason)
    if (problem?.kind === 'sections_missing') return failed(problem.kind, problem.titles.join(', '))
    if (problem) return failed(problem.kind, '')
    return { kind: 'written', summary, model: collector.model, ...cost() }
  } catch (error) {
    const stopped = stopCause()
    if (stopped) return failed(stopped, '')
    const { kind, message } = faultOf(error)
    if (kind === 'internal') throw error
    return failed(collector.model === null ? kind : 'broken_stream', message)
  } finally {
    previews.clear()
  }
}

/** Opens the answer. A conversation that is still too long is sent once more at half the length. */
async function openStream(
  run: RunState,
  start: EventOf<'context.compaction_start'>,
  signal: AbortSignal,
) {
  const { client, model } = modelClient(start.model)
  const plan = await summaryPlan(run, start)
  const open = (budget: number, more: object) =>
    client.beta.messages.create(
      { model, ...summaryBody(run, start, plan.maxTokens, budget), ...more, stream: true },
      { signal },
    )
  const openCold = async (budget: number) => {
    if (withoutTemperature.has(model)) return open(budget, {})
    try {
      return await open(budget, { temperature: 0 })
    } catch (error) {
      // Newer models take none, and say so.
      if (!refusesTemperature(error)) throw error
      withoutTemperature.add(model)
      return open(budget, {})
    }
  }
  try {
    return await openCold(plan.budget)
  } catch (error) {
    if (faultOf(error).kind !== 'context_full') throw error
    return openCold(Math.floor(plan.budget / 2))
  }
}

/**
 * The maximum length of a summary, and how much of the conversation, by our own estimate, fits into
 * its request.
 */
async function summaryPlan(
  run: RunState,
  start: EventOf<'context.compaction_start'>,
): Promise<{ maxTokens: number; budget: number }> {
  const { settings } = run.session
  const window =
    start.model === settings.model
      ? start.window
      : await contextWindowOf({
          ...settings,
          model: start.model,
          context: { ...settings.context, window: null },
        })
  // A small window is split between the summary and its source.
  const maxTokens = Math.min(start.maxTokens, Math.floor(window / 2))
  const room = window - maxTokens - estimatedTokens(compactionPrompt(start.instructions))
  const counted = Math.max(room, Math.floor(window / 4))
  return { maxTokens, budget: Math.floor(counted / underestimate(run)) }
}

/**
 * The factor by which our estimate of this conversation is below the server's count; 1 if it is
 * not.
 */
function underestimate(run: RunState): number {
  const { measured } = run.session.context
  const guess = sumOf(run.context.request().parts)
  return guess === 0 ? 1 : Math.max(1, measured / guess)
}

function summaryBody(
  run: RunState,
  start: EventOf<'context.compaction_start'>,
  maxTokens: number,
  budget: number,
): Pick<Anthropic.Beta.Messages.MessageCreateParams, 'max_tokens' | 'system' | 'messages'> {
  const blocks = conversationOf(run.log.events, run.context.modelName)
  return {
    max_tokens: maxTokens,
    system: SUMMARY_SYSTEM,
    messages: summaryConversation(blocks, compactionPrompt(start.instructions), budget),
  }
}

import type Anthropic from '@anthropic-ai/sdk'
import { checkSummary } from '@/lib/context/check-summary'
import { compactionPrompt, SUMMARY_SYSTEM } from '@/lib/context/compaction-prompt'
import { estimatedTokens } from '@/lib/context/estimate-tokens'
import { summaryConversation } from '@/lib/context/summary-conversation'
import { modelClient } from '../model-client'
import { contextWindowOf } from '../model-window'
import { type CompactionFault, type EventOf, type ModelUsage } from '../session-event'
import { AnswerCollector } from './answer-collector'
import { conversationOf } from './conversation'
import { faultOf, refusesTemperature } from './model-faults'
import { previewsOf } from './previews'
import type { Run } from './run'

/** How the attempt to get a summary ended; what it cost is known either way. */
export type SummaryOutcome = { usage: ModelUsage; durationMs: number } & (
  | { kind: 'written'; summary: string; model: string | null }
  | { kind: 'failed'; reason: CompactionFault; message: string }
)

// Which models were found to take no temperature, one list a process.
const shared = globalThis as unknown as { palimpsestFixedTemperature?: Set<string> }
const withoutTemperature = (shared.palimpsestFixedTemperature ??= new Set<string>())

/**
 * Asks the summarising model once (agent page, "Compaction", steps 1 to 3). Never throws for what
 * the model or its server does wrong.
 */
export async function summarise(
  run: Run,
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
    if (run.signal.aborted) return 'interrupted'
    return timeout.aborted ? 'timeout' : null
  }
  previews.begin({ eventId: start.id, type: 'context.summary_written', name: null, text: '' })
  try {
    const stream = await openStream(run, start, AbortSignal.any([run.signal, timeout]))
    for await (const event of stream) {
      collector.take(event)
      if (event.type === 'content_block_delta' && event.delta.type === 'text_delta') {
        previews.add(start.id, event.delta.text)
      }
    }
    // A stream that is stopped ends without a word.
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

async function openStream(
  run: Run,
  start: EventOf<'context.compaction_start'>,
  signal: AbortSignal,
) {
  const { client, model } = modelClient(start.model)
  const params = await paramsOf(run, start, model)
  const open = (more: object) =>
    client.beta.messages.create({ ...params, ...more, stream: true }, { signal })
  if (withoutTemperature.has(model)) return open({})
  try {
    return await open({ temperature: 0 })
  } catch (error) {
    // Newer models take none, and say so.
    if (!refusesTemperature(error)) throw error
    withoutTemperature.add(model)
    return open({})
  }
}

async function paramsOf(
  run: Run,
  start: EventOf<'context.compaction_start'>,
  model: string,
): Promise<Anthropic.Beta.Messages.MessageCreateParams> {
  const { settings } = run.session
  const prompt = compactionPrompt(start.instructions)
  const isSame = start.model === settings.model
  const window = isSame
    ? start.window
    : await contextWindowOf({
        ...settings,
        model: start.model,
        context: { ...settings.context, window: null },
      })
  // A window that is small beside the summary still gets half of it for what is summarised.
  const room = window - start.maxTokens - estimatedTokens(prompt + SUMMARY_SYSTEM)
  const budget = Math.max(room, Math.floor(window / 2))
  const blocks = conversationOf(run.log.events, run.context.modelName)
  return {
    model,
    max_tokens: start.maxTokens,
    system: SUMMARY_SYSTEM,
    messages: summaryConversation(blocks, prompt, budget),
  }
}

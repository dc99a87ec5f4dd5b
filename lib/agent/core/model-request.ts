import type Anthropic from '@anthropic-ai/sdk'
import type { BetaRunnableTool } from '@anthropic-ai/sdk/lib/tools/BetaRunnableTool'
import { apiEdits, CLEARING_BETA, COMPACTION_BETA } from '@/lib/context/api-edits'
import { type AppliedEdit, clearContext } from '@/lib/context/clear-context'
import { messagesOf, type PartTokens, partsOf } from '@/lib/context/context-block'
import { type Clearing, clearingOf } from '@/lib/context/context-settings'
import { estimatedTokens } from '@/lib/context/estimate-tokens'
import type { ContextThresholds } from '@/lib/context/context-thresholds'
import type { AttachedStore } from '../session'
import type { SessionEvent } from '../session-event'
import { readingTools } from '../reading-tools'
import type { SessionSettings } from '../session-settings'
import { systemPrompt } from '../system-prompt'
import { conversationOf, withCacheMarks } from './conversation'

type RunnerParams = Parameters<Anthropic['beta']['messages']['toolRunner']>[0] & { stream: true }

/** The body of a request, its tools with what carries them out. */
export type RequestBody = Pick<
  RunnerParams,
  'model' | 'max_tokens' | 'system' | 'tools' | 'thinking' | 'context_management' | 'messages'
> & { stream: true }

/** What a request is made of, besides the log. */
export interface RequestSetup {
  /** as the server knows it */
  model: string
  settings: SessionSettings
  stores: readonly AttachedStore[]
  window: number
  thresholds: ContextThresholds
  tools: BetaRunnableTool[]
}

export interface ModelRequest {
  body: RequestBody
  /** the headers of the beta features that it asks for */
  betas: string[]
  /** what it holds, by a guess */
  parts: PartTokens
  /** what was cleared here */
  applied: AppliedEdit[]
}

/**
 * The next request of a session: a pure function of its log, its settings and its stores. So each
 * one can be made again to be looked at (lib/agent/request-at.ts).
 */
export function modelRequest(setup: RequestSetup, events: readonly SessionEvent[]): ModelRequest {
  const { model, settings, stores, tools } = setup
  const clearing = clearingOfSession(settings)
  const system = systemPrompt(settings, stores)
  const fixedTokens = estimatedTokens(system + JSON.stringify(tools))
  const conversation = conversationOf(events, model)
  const { blocks, applied } =
    clearing.by === 'palimpsest'
      ? clearContext(conversation, clearing, fixedTokens)
      : { blocks: conversation, applied: [] }
  const edits = apiEdits(
    { ...settings.context, clearing },
    setup.thresholds.compaction,
    setup.window,
  )
  // The native memory tool comes with the header of clearing (agent page, "The two tool sets").
  const isNative = settings.toolSet === 'memory' && stores.length > 0
  // A block of the API's own compaction is understood with its header only.
  const holdsCompaction = blocks.some(({ block }) => block.type === 'compaction')
  const betas = [
    ...new Set([
      ...(isNative ? [CLEARING_BETA] : []),
      ...edits.betas,
      ...(holdsCompaction ? [COMPACTION_BETA] : []),
    ]),
  ]
  const body: RequestBody = {
    model,
    max_tokens: settings.maxTokens,
    ...(system === ''
      ? {}
      : {
          system: [
            { type: 'text' as const, text: system, cache_control: { type: 'ephemeral' as const } },
          ],
        }),
    tools,
    ...(settings.thinking === 'adaptive'
      ? { thinking: { type: 'adaptive' as const, display: 'summarized' as const } }
      : {}),
    ...(edits.config === null ? {} : { context_management: edits.config }),
    // Last, as the SDK writes them: what is made again later is the same bytes.
    messages: withCacheMarks(messagesOf(blocks)),
    stream: true,
  }
  return { body, betas, parts: partsOf(blocks, fixedTokens), applied }
}

/** What is cleared, by whomever, with the tools that the session has. */
function clearingOfSession({ context, toolSet, thinking }: SessionSettings): Clearing {
  const clearing = clearingOf(context, readingTools(toolSet))
  // The API refuses to clear the thinking of a model that does not think.
  const isRefused = clearing.by === 'api' && thinking !== 'adaptive'
  return isRefused ? { ...clearing, thinking: null } : clearing
}

/** A request for the SDK's tool runner. */
export function runnerParams({ body, betas }: ModelRequest): RunnerParams {
  return {
    ...body,
    ...(betas.length === 0 ? {} : { betas }),
    // One request, then its calls: what comes next is decided from the log.
    max_iterations: 1,
    // The conversation is ours to keep; most servers know nothing of threads.
    thread: false,
  }
}

import type Anthropic from '@anthropic-ai/sdk'
import type { BetaRunnableTool } from '@anthropic-ai/sdk/lib/tools/BetaRunnableTool'
import { apiEdits, CLEARING_BETA, COMPACTION_BETA } from '@/lib/context/api-edits'
import { type AppliedEdit, clearContext } from '@/lib/context/clear-context'
import {
  type ContextBlock,
  messagesOf,
  type PartTokens,
  partsOf,
} from '@/lib/context/context-block'
import { type Clearing, clearingOf } from '@/lib/context/context-settings'
import { estimatedTokens } from '@/lib/context/estimate-tokens'
import type { ContextThresholds } from '@/lib/context/context-thresholds'
import type { AttachedStore } from '../session'
import type { SessionEvent } from '../session-event'
import { readingTools } from '../reading-tools'
import type { SessionSettings } from '../session-settings'
import { systemPrompt } from '../system-prompt'
import { conversationOf, withCacheBreakpoints } from './conversation'

type RunnerParams = Parameters<Anthropic['beta']['messages']['toolRunner']>[0] & { stream: true }

/** The body of a request; its tools with their functions. */
export type RequestBody = Pick<
  RunnerParams,
  'model' | 'max_tokens' | 'system' | 'tools' | 'thinking' | 'context_management' | 'messages'
> & { stream: true }

/** The inputs of a request, besides the log. */
export interface RequestSetup {
  /** the server's name for it */
  model: string
  settings: SessionSettings
  stores: readonly AttachedStore[]
  window: number
  thresholds: ContextThresholds
  tools: BetaRunnableTool[]
}

export interface ModelRequest {
  body: RequestBody
  /** headers of the beta features it uses */
  betas: string[]
  /** its conversation, block by block */
  blocks: ContextBlock[]
  /** what it holds, estimated */
  parts: PartTokens
  /** edits with which this server cleared something */
  applied: AppliedEdit[]
}

/**
 * The next request of a session: a pure function of its log, settings and stores, so any request
 * can be rebuilt for inspection (lib/agent/request-at.ts).
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
  // The native memory tool needs the clearing header (agent page, "The two tool sets").
  const isNative = settings.toolSet === 'memory' && stores.length > 0
  // The API reads its own compaction block only with its header.
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
    // Last, as in the SDK, so that a rebuilt request has the same bytes.
    messages: withCacheBreakpoints(messagesOf(blocks)),
    stream: true,
  }
  return { body, betas, blocks, parts: partsOf(blocks, fixedTokens), applied }
}

/** The session's clearing, whoever clears, with its tools filled in. */
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
    // One request, then its calls: the log decides what comes next.
    max_iterations: 1,
    // We keep the conversation ourselves; most servers have no threads.
    thread: false,
  }
}

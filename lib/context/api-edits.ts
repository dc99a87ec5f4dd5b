import type { BetaContextManagementConfig } from '@anthropic-ai/sdk/resources/beta'
import { API_COMPACTION_FLOOR, type Clearing, type ContextSettings } from './context-settings'
import { thresholdTokens } from './context-thresholds'

/** Beta headers for what is asked of the API (api-facts F.1). */
export const CLEARING_BETA = 'context-management-2025-06-27'
export const COMPACTION_BETA = 'compact-2026-01-12'

type Edit = NonNullable<BetaContextManagementConfig['edits']>[number]

/** The edits that the API makes to a request's context, and the headers for them. */
export interface ApiEdits {
  config: BetaContextManagementConfig | null
  betas: string[]
}

/** The edits that a session's settings ask for. Thinking goes first, as the API requires. */
export function apiEdits(
  { clearing, compaction }: { clearing: Clearing; compaction: ContextSettings['compaction'] },
  compactAt: number | null,
  window: number,
): ApiEdits {
  const clears = clearing.by === 'api' ? clearingEdits(clearing) : []
  const compacts =
    compaction.by === 'api' && compactAt !== null
      ? [compactionEdit(compaction.instructions, thresholdTokens(compactAt, window))]
      : []
  const edits = [...clears, ...compacts]
  return {
    config: edits.length === 0 ? null : { edits },
    betas: [
      ...(clears.length > 0 ? [CLEARING_BETA] : []),
      ...(compacts.length > 0 ? [COMPACTION_BETA] : []),
    ],
  }
}

function clearingEdits({ thinking, toolUses }: Clearing): Edit[] {
  const edits: Edit[] = []
  if (thinking) {
    const { keep } = thinking
    edits.push({
      type: 'clear_thinking_20251015',
      keep: keep === 'all' ? { type: 'all' } : { type: 'thinking_turns', value: keep },
    })
  }
  if (toolUses) {
    edits.push({
      type: 'clear_tool_uses_20250919',
      trigger: toolUses.trigger,
      keep: { type: 'tool_uses', value: toolUses.keep },
      ...(toolUses.clearAtLeast === null
        ? {}
        : { clear_at_least: { type: 'input_tokens', value: toolUses.clearAtLeast } }),
      exclude_tools: toolUses.excludeTools,
      clear_tool_inputs: toolUses.clearToolInputs,
    })
  }
  return edits
}

function compactionEdit(instructions: string, tokens: number): Edit {
  return {
    type: 'compact_20260112',
    trigger: { type: 'input_tokens', value: Math.max(API_COMPACTION_FLOOR, tokens) },
    // Instructions replace the API's whole prompt, so none are sent unless a person wrote some.
    ...(instructions.trim() === '' ? {} : { instructions }),
  }
}

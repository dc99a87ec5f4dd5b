import { z } from 'zod'
import { listOf, rawName, rawWords } from './text-schema'
import {
  clearingOf as clearingOfSession,
  type ContextSettings,
  type ContextSettingsInput,
} from '@/lib/context/context-settings'

/**
 * Context settings as the API has them: snake case, with clearing under the field names of
 * `context_management`.
 */

const amount = <Type extends string>(...types: [Type, ...Type[]]) =>
  z.object({ type: z.enum(types), value: z.number() })

/** Names of tools in one list. */
const MAX_TOOLS = 1_000

const toolUses = z.strictObject({
  trigger: amount('input_tokens', 'tool_uses').optional(),
  keep: amount('tool_uses').optional(),
  clear_at_least: amount('input_tokens').nullish(),
  exclude_tools: listOf(rawName, MAX_TOOLS).nullish(),
  clear_tool_inputs: z.union([z.boolean(), listOf(rawName, MAX_TOOLS)]).nullish(),
})

const thinking = z.strictObject({
  keep: z.union([amount('thinking_turns'), z.object({ type: z.literal('all') }), z.literal('all')]),
})

export const contextBody = z.strictObject({
  window: z.number().nullish(),
  warning_at: z.number().nullish(),
  error_at: z.number().nullish(),
  compact_at: z.union([z.number(), z.literal('off')]).nullish(),
  clearing: z
    .strictObject({
      by: z.enum(['off', 'api', 'palimpsest'], 'must be off, api or palimpsest').optional(),
      clear_tool_uses_20250919: toolUses.nullish(),
      clear_thinking_20251015: thinking.nullish(),
    })
    .optional(),
  compaction: z
    .strictObject({
      by: z.enum(['palimpsest', 'api'], 'must be palimpsest or api').optional(),
      model: rawName.nullish(),
      max_tokens: z.number().optional(),
      timeout_seconds: z.number().optional(),
      instructions: rawWords.optional(),
      save_first: z.boolean().optional(),
      review: z.boolean().optional(),
    })
    .optional(),
  reminders: z
    .strictObject({
      listing: z.boolean().optional(),
      changes: z.boolean().optional(),
      size: z.boolean().optional(),
    })
    .optional(),
})

type Body = z.output<typeof contextBody>

/** The settings that a body asks for; an omitted field, in a group too, stays unchanged. */
export function contextOfBody(body: Body): ContextSettingsInput {
  const { clearing, compaction } = body
  return withoutUndefined({
    window: body.window,
    warningAt: body.warning_at,
    errorAt: body.error_at,
    compactAt: body.compact_at,
    clearing: clearing && clearingOf(clearing),
    compaction:
      compaction &&
      withoutUndefined({
        by: compaction.by,
        model: compaction.model,
        maxTokens: compaction.max_tokens,
        timeoutSeconds: compaction.timeout_seconds,
        instructions: compaction.instructions,
        savesFirst: compaction.save_first,
        isReviewed: compaction.review,
      }),
    reminders: body.reminders,
  })
}

function clearingOf(clearing: NonNullable<Body['clearing']>) {
  const { by, clear_tool_uses_20250919: uses, clear_thinking_20251015: thoughts } = clearing
  return withoutUndefined({
    by,
    toolUses:
      uses == null
        ? uses
        : withoutUndefined({
            trigger: uses.trigger,
            keep: uses.keep?.value,
            clearAtLeast: uses.clear_at_least === null ? null : uses.clear_at_least?.value,
            excludeTools: uses.exclude_tools ?? undefined,
            clearToolInputs: uses.clear_tool_inputs ?? undefined,
          }),
    thinking: thoughts == null ? thoughts : { keep: keepOf(thoughts.keep) },
  })
}

function keepOf(keep: z.output<typeof thinking>['keep']): number | 'all' {
  return keep === 'all' || keep.type === 'all' ? 'all' : keep.value
}

function withoutUndefined(fields: Record<string, unknown>): Record<string, unknown> {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined))
}

/** `reading`: the tools of the session's set that read memory. */
export function wireContextSettings(settings: ContextSettings, reading: readonly string[]) {
  const { compaction } = settings
  const clearing = clearingOfSession(settings, reading)
  const { toolUses, thinking: thoughts } = clearing
  return {
    window: settings.window,
    warning_at: settings.warningAt,
    error_at: settings.errorAt,
    compact_at: settings.compactAt,
    clearing: {
      by: clearing.by,
      clear_tool_uses_20250919: toolUses && {
        trigger: toolUses.trigger,
        keep: { type: 'tool_uses', value: toolUses.keep },
        clear_at_least:
          toolUses.clearAtLeast === null
            ? null
            : { type: 'input_tokens', value: toolUses.clearAtLeast },
        exclude_tools: toolUses.excludeTools,
        clear_tool_inputs: toolUses.clearToolInputs,
      },
      clear_thinking_20251015: thoughts && {
        keep:
          thoughts.keep === 'all'
            ? { type: 'all' }
            : { type: 'thinking_turns', value: thoughts.keep },
      },
    },
    compaction: {
      by: compaction.by,
      model: compaction.model,
      max_tokens: compaction.maxTokens,
      timeout_seconds: compaction.timeoutSeconds,
      instructions: compaction.instructions,
      save_first: compaction.savesFirst,
      review: compaction.isReviewed,
    },
    reminders: settings.reminders,
  }
}

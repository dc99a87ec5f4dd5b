import { z } from 'zod'
import { breaks } from '@/lib/store/model/schema-rules'
import { contentProblem } from '@/lib/text/content'
import type { ContextThresholds } from './context-thresholds'

const MAX_INSTRUCTIONS = 20_000
const MIN_WINDOW = 1_000
const MAX_MODEL_CHARACTERS = 256

/** The API's minimum trigger for its own compaction (compact_20260112). */
export const API_COMPACTION_FLOOR = 50_000

const percent = z
  .number()
  .refine((value) => value >= 1 && value <= 100, breaks({ rule: 'not_a_percentage' }))
const count = z.int().min(0).max(10_000_000)
const positive = count.min(1)
const toolName = z
  .string()
  .trim()
  .min(1)
  .max(128)
  .refine((name) => /^[\x21-\x7e]+$/.test(name), breaks({ rule: 'not_tool_names' }))
const names = z.array(toolName).max(100)

const toolUses = z.object({
  /** when the request reaches this size, or this many calls */
  trigger: z
    .object({ type: z.enum(['input_tokens', 'tool_uses']), value: positive })
    .default({ type: 'input_tokens', value: 100_000 }),
  /** number of newest calls whose results stay */
  keep: count.default(3),
  /** minimum number of tokens to free, or nothing is cleared; null: any */
  clearAtLeast: positive.nullable().default(null),
  /**
   * tools whose results stay; null: those of the session's tool set that read memory, which is
   * nearly all that it has
   */
  excludeTools: names.nullable().default([]),
  /** whether to clear the inputs of cleared calls too, or only those of these tools */
  clearToolInputs: z.union([z.boolean(), names]).default(false),
})

const thinking = z.object({
  /** number of newest turns whose thinking stays */
  keep: z.union([positive, z.literal('all')]).default(1),
})

const clearing = z.object({
  /** who clears: the API (`context_management`), this server by the same rules, or nobody */
  by: z.enum(['off', 'api', 'palimpsest']).default('off'),
  toolUses: toolUses.nullable().default(toolUses.parse({})),
  thinking: thinking.nullable().default(null),
})

const compaction = z.object({
  /** who summarises: this server with its own prompt, or the API (`compact_20260112`) */
  by: z.enum(['palimpsest', 'api']).default('palimpsest'),
  /** the summarising model; null: the session's */
  model: z
    .string()
    .trim()
    .max(MAX_MODEL_CHARACTERS)
    .refine((name) => /^[\x21-\x7e]*$/.test(name), breaks({ rule: 'not_a_model_name' }))
    .transform((name) => name || null)
    .nullable()
    .default(null),
  /** maximum length of a summary, in tokens */
  maxTokens: z.int().min(256).max(16_384).default(16_384),
  timeoutSeconds: z.int().min(1).max(3_600).default(180),
  /** instructions for every summary of the session */
  instructions: z
    .string()
    .max(MAX_INSTRUCTIONS)
    .refine((text) => contentProblem(text) === null, breaks({ rule: 'not_unicode_text' }))
    .default(''),
  /** whether the agent may write to its memory first */
  savesFirst: z.boolean().default(true),
  /** whether a summary waits for a person before it takes effect */
  isReviewed: z.boolean().default(false),
})

/** The settings of a session's context (agent page, "Context: three tiers"). */
export const contextSettings = z
  .object({
    /** the model's window in tokens; null: as its server reports */
    window: z
      .int()
      .refine(
        (tokens) => tokens >= MIN_WINDOW,
        breaks({ rule: 'too_few_tokens', minimum: MIN_WINDOW }),
      )
      .max(20_000_000)
      .nullable(),
    /** null: the installation's */
    warningAt: percent.nullable(),
    errorAt: percent.nullable(),
    /** `off`: never automatically */
    compactAt: z.union([percent, z.literal('off')]).nullable(),
    clearing,
    compaction,
    /** what the agent is reminded of */
    reminders: z.object({
      listing: z.boolean().default(true),
      changes: z.boolean().default(true),
      size: z.boolean().default(true),
    }),
  })
  .partial()
  .transform((given) => ({
    window: given.window ?? null,
    warningAt: given.warningAt ?? null,
    errorAt: given.errorAt ?? null,
    compactAt: given.compactAt ?? null,
    clearing: given.clearing ?? clearing.parse({}),
    compaction: given.compaction ?? compaction.parse({}),
    reminders: given.reminders ?? { listing: true, changes: true, size: true },
  }))
  .superRefine(({ warningAt, errorAt, compactAt }, context) => {
    const thresholds = [warningAt, errorAt, compactAt].filter(
      (threshold) => typeof threshold === 'number',
    )
    if (
      thresholds.every(
        (threshold, index) => index === 0 || threshold >= (thresholds[index - 1] ?? 0),
      )
    )
      return
    context.addIssue({ code: 'custom', ...breaks({ rule: 'not_ascending' }) })
  })

export type ContextSettings = z.output<typeof contextSettings>
export type ContextSettingsInput = z.input<typeof contextSettings>
export type ToolUseSettings = NonNullable<ContextSettings['clearing']['toolUses']>
/** The settings for clearing tool uses in a session with known tools. */
export type ToolUseClearing = Omit<ToolUseSettings, 'excludeTools'> & { excludeTools: string[] }
export type Clearing = Omit<ContextSettings['clearing'], 'toolUses'> & {
  toolUses: ToolUseClearing | null
}
export type ThinkingClearing = NonNullable<ContextSettings['clearing']['thinking']>

/** A session's clearing. `reading`: the tools of its tool set that read memory. */
export function clearingOf(
  { clearing }: Pick<ContextSettings, 'clearing'>,
  reading: readonly string[],
): Clearing {
  const { toolUses } = clearing
  if (toolUses === null) return { ...clearing, toolUses }
  return {
    ...clearing,
    toolUses: { ...toolUses, excludeTools: toolUses.excludeTools ?? [...reading] },
  }
}

/** A session's thresholds; those it does not set are the installation's. */
export function thresholdsOf(
  settings: ContextSettings,
  installation: ContextThresholds,
): ContextThresholds {
  const { warningAt, errorAt, compactAt } = settings
  return {
    warning: warningAt ?? installation.warning,
    error: errorAt ?? installation.error,
    compaction: compactAt === 'off' ? null : (compactAt ?? installation.compaction),
  }
}

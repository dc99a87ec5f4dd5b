import { z } from 'zod'
import { contentProblem, contentRuleWords } from '@/lib/text/content'
import { invalidInput } from '@/lib/store/model/problems'
import type { ContextLevel } from './event'

/**
 * How a session works, as the wire has it (`palimpsest: {…}`) and as it is stored. All of it can be
 * changed later; a change holds from the next request.
 */

/**
 * `memory` is the native tool, `memory_custom` the same with a schema for servers that do not know it,
 * `documents` the six `memory_*` tools.
 */
const TOOL_SETS = ['memory', 'memory_custom', 'documents'] as const
export type ToolSet = (typeof TOOL_SETS)[number]

export const APPROVALS = ['always_allow', 'always_ask'] as const
export type Approval = (typeof APPROVALS)[number]

/** The built-in agent, which uses no model. */
export const PRACTICE_MODEL = 'practice-agent'

const MAX_PROMPT = 100_000
const MAX_TOPIC = 500
const MAX_SUMMARY_INSTRUCTIONS = 20_000

const words = (most: number) =>
  z
    .string()
    .max(most, `must be at most ${most} characters`)
    .superRefine((text, context) => {
      const problem = contentProblem(text)
      if (problem) context.addIssue({ code: 'custom', message: contentRuleWords(problem) })
    })

const modelName = z
  .string()
  .trim()
  .min(1, 'must not be empty')
  .max(256)
  .regex(/^[\x21-\x7e]*$/, 'must be the name of a model')

const percent = z.number().min(1).max(100)
const positive = z.int().min(1).max(10_000_000)
const toolNames = z.array(z.string().regex(/^[\x21-\x7e]{1,128}$/)).max(100)

/** When the API clears the results of old calls, and how many stay. */
const toolUses = z.strictObject({
  trigger: z
    .strictObject({ type: z.enum(['input_tokens', 'tool_uses']), value: positive })
    .default({ type: 'input_tokens', value: 100_000 }),
  keep: z.int().min(0).max(10_000_000).default(3),
  clear_at_least: positive.nullable().default(null),
  exclude_tools: toolNames.default([]),
  clear_tool_inputs: z.union([z.boolean(), toolNames]).default(false),
})

const context = z.strictObject({
  /** of the model, in tokens; null: as its server says */
  window: z.int().min(1_000).max(20_000_000).nullable().default(null),
  /** percent of the window */
  warning_at: percent.default(60),
  error_at: percent.default(80),
  compact_at: z.union([percent, z.literal('off')]).default(92),
  /** by the API; null: not */
  clearing: z
    .strictObject({
      tool_uses: toolUses.nullable().default(null),
      thinking: z
        .strictObject({ keep: z.union([positive, z.literal('all')]).default(1) })
        .nullable()
        .default(null),
    })
    .prefault({}),
  compaction: z
    .strictObject({
      /** null: the session's own */
      model: modelName.nullable().default(null),
      max_tokens: z.int().min(256).max(16_384).default(16_384),
      timeout_seconds: z.int().min(1).max(3_600).default(180),
      instructions: words(MAX_SUMMARY_INSTRUCTIONS).default(''),
    })
    .prefault({}),
  reminders: z
    .strictObject({
      listing: z.boolean().default(true),
      changes: z.boolean().default(true),
      size: z.boolean().default(true),
    })
    .prefault({}),
})

const settings = z.strictObject({
  /** its name at the server that speaks the Messages API */
  model: modelName,
  /** the start of the system prompt */
  system: words(MAX_PROMPT).default(''),
  tool_set: z.enum(TOOL_SETS).default('memory'),
  approval: z.enum(APPROVALS).default('always_allow'),
  /** replaces the memory part of the system prompt; null: generated */
  memory_prompt: words(MAX_PROMPT).nullable().default(null),
  keep_tidy: z.boolean().default(false),
  only_topic: words(MAX_TOPIC)
    .transform((topic) => topic.trim() || null)
    .nullable()
    .default(null),
  /** for one message of a person */
  max_requests: z.int().min(1).max(1_000).default(50),
  max_tokens: z.int().min(1).max(200_000).default(16_000),
  thinking: z.enum(['adaptive', 'off']).default('off'),
  context: context.prefault({}),
})

export type WireSettings = z.output<typeof settings>
export type SettingsInput = z.input<typeof settings>
export type ContextSettings = WireSettings['context']

type DeepPartial<T> = T extends readonly unknown[]
  ? T
  : T extends object
    ? { [Name in keyof T]?: DeepPartial<T[Name]> | undefined }
    : T

/** What is to change; whatever is left out stays. */
export type SettingsPatch = DeepPartial<SettingsInput>

/** Settings with what was left out filled in. Refuses `invalid_input`. */
export function checkedSettings(given: unknown): WireSettings {
  const parsed = settings.safeParse(given)
  if (!parsed.success) {
    const [issue] = parsed.error.issues
    throw invalidInput(issue?.path.join('.') ?? 'settings', issue?.message ?? 'is not valid')
  }
  const { warning_at, error_at, compact_at } = parsed.data.context
  const last = compact_at === 'off' ? 100 : compact_at
  if (warning_at > error_at || error_at > last) {
    throw invalidInput('context', 'the thresholds must ascend', { rule: 'not_ascending' })
  }
  return parsed.data
}

/** Settings with a part of them changed. Refuses `invalid_input`. */
export function patchedSettings(now: WireSettings, patch: SettingsPatch): WireSettings {
  return checkedSettings(merged(now, patch))
}

function merged(now: unknown, patch: unknown): unknown {
  if (patch === undefined) return now
  if (!isGroup(now) || !isGroup(patch)) return patch
  const names = [...new Set([...Object.keys(now), ...Object.keys(patch)])]
  return Object.fromEntries(names.map((name) => [name, merged(now[name], patch[name])]))
}

const isGroup = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

const USUAL = settings.parse({ model: PRACTICE_MODEL })

/** The stored settings of a session. They were checked when they were set; a redaction may leave what nobody may set. */
export const storedSettings = (json: unknown) => merged(USUAL, json) as WireSettings

/** Whether a change has the session ask less than before. */
export const loosens = (before: WireSettings, after: WireSettings): boolean =>
  before.approval === 'always_ask' && after.approval === 'always_allow'

/** Used where neither the model's server nor a person says how much a model sees at once. */
export const DEFAULT_WINDOW = 200_000

/** A threshold in tokens: the least that reaches it. */
export const tokensAt = (at: number, window: number): number => Math.ceil((at * window) / 100)

/** The highest threshold that a size has reached. */
export function levelOf(tokens: number, window: number, context: ContextSettings): ContextLevel {
  const has = (at: number) => tokens >= tokensAt(at, window)
  if (context.compact_at !== 'off' && has(context.compact_at)) return 'compaction'
  if (has(context.error_at)) return 'error'
  return has(context.warning_at) ? 'warning' : 'below'
}

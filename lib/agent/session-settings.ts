import { z } from 'zod'
import { contextSettings } from '@/lib/context/context-settings'
import { breaks, invalidInputOf } from '@/lib/store/model/schema-rules'
import { contentProblem } from '@/lib/text/content'
import { refuseSession } from './problems'

/**
 * The tools by which a session's agent reaches its memory (agent page, "The two tool sets"):
 * `memory` is the native tool, `memory_custom` the same with our schema for servers that do not
 * know it, `documents` the research preview's six.
 */
export const TOOL_SETS = ['memory', 'memory_custom', 'documents'] as const
export type ToolSet = (typeof TOOL_SETS)[number]

export const APPROVALS = ['always_allow', 'always_ask'] as const
export type Approval = (typeof APPROVALS)[number]

/** The built-in agent, which uses no model. */
export const PRACTICE_MODEL = 'practice-agent'

const MAX_PROMPT_CHARACTERS = 100_000
const MAX_MODEL_CHARACTERS = 256
const MAX_TOPIC_CHARACTERS = 500

/** Default limit of model requests per run. */
const USUAL_REQUESTS = 50
const USUAL_OUTPUT_TOKENS = 16_000

const prompt = z
  .string()
  .max(MAX_PROMPT_CHARACTERS)
  .refine((text) => contentProblem(text) === null, breaks({ rule: 'not_unicode_text' }))

const schema = z.object({
  /** its name at the server that speaks the Messages API */
  model: z
    .string()
    .trim()
    .min(1)
    .max(MAX_MODEL_CHARACTERS)
    .refine((name) => /^[\x21-\x7e]+$/.test(name), breaks({ rule: 'not_a_model_name' })),
  toolSet: z.enum(TOOL_SETS).default('memory'),
  /** whether writes to memory wait for approval */
  approval: z.enum(APPROVALS).default('always_allow'),
  /** the start of the system prompt */
  instructions: prompt.default(''),
  /** replaces the memory part of the system prompt; null: generated */
  memoryPrompt: prompt.nullable().default(null),
  /** tells the agent to keep its folder tidy */
  keepTidy: z.boolean().default(false),
  /** tells the agent to write down only what concerns this topic */
  onlyTopic: z
    .string()
    .trim()
    .max(MAX_TOPIC_CHARACTERS)
    .transform((topic) => topic || null)
    .nullable()
    .default(null),
  /** limit of model requests per run, that is, until the agent has answered one message */
  maxRequests: z.int().min(1).max(1000).default(USUAL_REQUESTS),
  /** maximum length of one answer, in tokens */
  maxTokens: z.int().min(1).max(200_000).default(USUAL_OUTPUT_TOKENS),
  thinking: z.enum(['adaptive', 'off']).default('off'),
  /** how it manages its context */
  context: contextSettings.prefault({}),
})

export type SessionSettings = z.output<typeof schema>
export type SessionSettingsInput = z.input<typeof schema>

/** Checks settings from a person or a program. Refuses `invalid_session_input`. */
export function checkedSettings(input: unknown): SessionSettings {
  const parsed = schema.safeParse(input, { reportInput: true })
  return parsed.success ? parsed.data : refuseSettings(parsed.error)
}

const change = schema.partial()

/**
 * Checks a change of settings by the same rules; omitted settings keep their values, inside groups
 * too. Refuses `invalid_session_input`.
 */
export function checkedChange(input: unknown): Partial<SessionSettingsInput> {
  const parsed = change.safeParse(input, { reportInput: true })
  if (!parsed.success) return refuseSettings(parsed.error)
  // Returned as given: the parser's defaults would overwrite settings that must stay.
  return input as Partial<SessionSettingsInput>
}

function refuseSettings(error: z.ZodError): never {
  return refuseSession({
    kind: 'invalid_session_input',
    ...invalidInputOf(error, null),
  })
}

/** Stored settings, with today's defaults for newer ones. */
export function storedSettings(json: string): SessionSettings {
  const settings = schema.parse(JSON.parse(json))
  const { toolUses } = settings.context.clearing
  // Formerly the default of every tool set; the six tools have none of that name.
  const isFormerDefault = toolUses?.excludeTools?.join() === 'memory'
  if (toolUses && isFormerDefault && settings.toolSet === 'documents') toolUses.excludeTools = null
  // The default until nothing was left to clear by it. Where nobody clears, nobody chose it.
  if (toolUses && settings.context.clearing.by === 'off') toolUses.excludeTools ??= []
  return settings
}

/** The model of stored settings, without reading the rest: lists name many sessions. */
export function storedModel(json: string): string {
  return onlyModel.parse(JSON.parse(json)).model
}

const onlyModel = z.object({ model: z.string() })

/** Returns whether fewer things wait for a person under the new settings. */
export function loosens(before: SessionSettings, after: SessionSettings): boolean {
  if (before.approval === 'always_ask' && after.approval !== 'always_ask') return true
  return showsSummaries(before) && !showsSummaries(after)
}

/** Summaries by the API itself are never shown first. */
function showsSummaries({ context: { compaction } }: SessionSettings): boolean {
  return compaction.isReviewed && compaction.by === 'palimpsest'
}

import { z } from 'zod'
import { contextSettings } from '@/lib/context/context-settings'
import { breaks, invalidInputOf } from '@/lib/store/model/schema-rules'
import { contentProblem } from '@/lib/text/content'
import { refuseSession } from './problems'

/**
 * The tools by which a session's agent reaches its memory (agent page, "The two tool sets"):
 * `memory` the native tool, `memory_custom` the same with a schema of ours for servers that do not
 * know it, `documents` the research preview's six.
 */
export const TOOL_SETS = ['memory', 'memory_custom', 'documents'] as const
export type ToolSet = (typeof TOOL_SETS)[number]

export const APPROVALS = ['always_allow', 'always_ask'] as const
export type Approval = (typeof APPROVALS)[number]

/** The model of the agent that is built in, and no model. */
export const PRACTICE_MODEL = 'practice-agent'

const MAX_PROMPT_CHARACTERS = 100_000
const MAX_MODEL_CHARACTERS = 256
const MAX_TOPIC_CHARACTERS = 500

/** Model requests that one run may make, unless the session says otherwise. */
const USUAL_REQUESTS = 50
const USUAL_OUTPUT_TOKENS = 16_000

const prompt = z
  .string()
  .max(MAX_PROMPT_CHARACTERS)
  .refine((text) => contentProblem(text) === null, breaks({ rule: 'not_unicode_text' }))

const schema = z.object({
  /** as the server that speaks the Messages API knows it */
  model: z
    .string()
    .trim()
    .min(1)
    .max(MAX_MODEL_CHARACTERS)
    .refine((name) => /^[\x21-\x7e]+$/.test(name), breaks({ rule: 'not_a_model_name' })),
  toolSet: z.enum(TOOL_SETS).default('memory'),
  /** whether writes to memory wait for a person */
  approval: z.enum(APPROVALS).default('always_allow'),
  /** what the agent is told before all else */
  instructions: prompt.default(''),
  /** replaces the part of the system prompt about memory; null: the generated one */
  memoryPrompt: prompt.nullable().default(null),
  /** tells the agent to keep its folder tidy */
  keepTidy: z.boolean().default(false),
  /** tells the agent to write down only what concerns this */
  onlyTopic: z
    .string()
    .trim()
    .max(MAX_TOPIC_CHARACTERS)
    .transform((topic) => topic || null)
    .nullable()
    .default(null),
  /** model requests in one run, that is, until the agent has answered one message */
  maxRequests: z.int().min(1).max(1000).default(USUAL_REQUESTS),
  /** the most that one answer may be long, in tokens */
  maxTokens: z.int().min(1).max(200_000).default(USUAL_OUTPUT_TOKENS),
  thinking: z.enum(['adaptive', 'off']).default('off'),
  /** how it looks after its context */
  context: contextSettings.prefault({}),
})

export type SessionSettings = z.output<typeof schema>
export type SessionSettingsInput = z.input<typeof schema>

/** Checks what a person or a program asks for. Refuses `invalid_session_input`. */
export function checkedSettings(input: unknown): SessionSettings {
  const parsed = schema.safeParse(input, { reportInput: true })
  return parsed.success ? parsed.data : refuseSettings(parsed.error)
}

const change = schema.partial()

/**
 * Checks what is to be changed of settings by the same rules; what is left out, also inside a group,
 * stays so. Refuses `invalid_session_input`.
 */
export function checkedChange(input: unknown): Partial<SessionSettingsInput> {
  const parsed = change.safeParse(input, { reportInput: true })
  if (!parsed.success) return refuseSettings(parsed.error)
  // As it was given: what the parser fills in would change what is to stay.
  return input as Partial<SessionSettingsInput>
}

function refuseSettings(error: z.ZodError): never {
  return refuseSession({
    kind: 'invalid_session_input',
    ...invalidInputOf(error, null),
  })
}

/** Settings as they were stored, with today's defaults for what is newer. */
export function storedSettings(json: string): SessionSettings {
  const settings = schema.parse(JSON.parse(json))
  const { toolUses } = settings.context.clearing
  // Once the default of every tool set; the six tools have none of that name.
  const isFormerDefault = toolUses?.excludeTools?.join() === 'memory'
  if (toolUses && isFormerDefault && settings.toolSet === 'documents') toolUses.excludeTools = null
  return settings
}

/** Whether with the new settings less waits for a person than with the old ones. */
export function loosens(before: SessionSettings, after: SessionSettings): boolean {
  if (before.approval === 'always_ask' && after.approval !== 'always_ask') return true
  return showsSummaries(before) && !showsSummaries(after)
}

/** What the API summarises by itself is shown to nobody first. */
function showsSummaries({ context: { compaction } }: SessionSettings): boolean {
  return compaction.isReviewed && compaction.by === 'palimpsest'
}

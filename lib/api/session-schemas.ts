import { contextBody } from './context-settings-body'
import { z } from 'zod'
import { APPROVALS, TOOL_SETS } from '@/lib/agent/session-settings'
import { askedGates, flag, metadata, metadataPatch, page, sha256, timeParam } from './schemas'
import { content, id, listOf, name, rawContent, rawName, rawWords } from './text-schema'

/** Request schemas of sessions (agent page, "Wire format"). */

const limit = (maximum: number, usual: number) =>
  z
    .string()
    .regex(/^\d{1,9}$/, `must be a number between 1 and ${maximum}`)
    .transform(Number)
    .refine((value) => value >= 1 && value <= maximum, `must be a number between 1 and ${maximum}`)
    .default(usual)

const order = z.enum(['asc', 'desc'], 'must be asc or desc')

const createdBetween = {
  'created_at[gt]': timeParam.optional(),
  'created_at[gte]': timeParam.optional(),
  'created_at[lt]': timeParam.optional(),
  'created_at[lte]': timeParam.optional(),
}

/** The bounds that such a query sets, both inclusive: our times are whole milliseconds. */
export function createdRange(query: {
  [Name in keyof typeof createdBetween]?: number | undefined
}): { createdFrom: number | undefined; createdTo: number | undefined } {
  const after = query['created_at[gt]']
  const before = query['created_at[lt]']
  const from = [query['created_at[gte]'], after === undefined ? undefined : after + 1]
  const to = [query['created_at[lte]'], before === undefined ? undefined : before - 1]
  return { createdFrom: strictest(from, Math.max), createdTo: strictest(to, Math.min) }
}

function strictest(
  bounds: readonly (number | undefined)[],
  choose: (...bounds: number[]) => number,
): number | undefined {
  const set = bounds.filter((bound) => bound !== undefined)
  return set.length === 0 ? undefined : choose(...set)
}

/** A feature of the standard that this server lacks: requests for it are refused. */
const notServed = (what: string) => {
  const error = `${what} are not served here; leave it out`
  return z.union([z.null(), z.array(z.unknown()).max(0, { error, abort: true })], error).optional()
}

const permissionPolicy = z.object({ type: z.enum(APPROVALS, 'must be always_allow or always_ask') })

const MAX_TOOLS = 100

const tools = listOf(
  z.object({
    type: z.literal('agent_toolset_20260401', 'must be agent_toolset_20260401'),
    default_config: z.object({ permission_policy: permissionPolicy.nullish() }).nullish(),
  }),
  MAX_TOOLS,
).nullish()

const model = z.union([name, z.object({ id: name })], 'must be the name of a model')

/** A name, or an object with a model: this server keeps no agents of its own. */
const agent = z.union(
  [
    name,
    z.object({
      id: name.optional(),
      model: model.optional(),
      system: rawWords.nullish(),
      tools,
      mcp_servers: notServed('MCP servers'),
      skills: notServed('skills'),
    }),
  ],
  'must be the name of a model, or an object with model and system',
)

const textBlock = z.object({
  type: z.literal('text', 'must be text; images and documents are not served here'),
  text: content,
})

/** The parts of one message, and the messages with which a session begins. */
const MAX_PARTS = 1_000

const userMessage = z.object({
  type: z.literal('user.message'),
  content: z.union([
    content.transform((each) => [{ type: 'text' as const, text: each }]),
    listOf(textBlock, MAX_PARTS).min(1, 'must not be empty'),
  ]),
})

const storeResource = z
  .object({
    type: z.literal(
      'memory_store',
      'must be memory_store; files and repositories are not served here',
    ),
    memory_store_id: id,
    access: z.enum(['read_write', 'read_only'], 'must be read_write or read_only').nullish(),
    instructions: rawWords.nullish(),
    /** the research preview's name for `instructions` */
    prompt: rawWords.nullish(),
    palimpsest: z
      .strictObject({
        /** the name of a branch that is made of the store, and attached in its place */
        branch: rawName.optional(),
        /** the store is restored to this before; a branch starts from there */
        reset_to: z.union([z.literal('seed'), z.strictObject({ moment: name })]).optional(),
      })
      .optional(),
  })
  .refine(
    (resource) => resource.instructions == null || resource.prompt == null,
    'must not have both instructions and prompt',
  )

/** Session fields beyond the standard. */
const ours = z.strictObject({
  tool_set: z.enum(TOOL_SETS, `must be one of ${TOOL_SETS.join(', ')}`).optional(),
  approval: z.enum(APPROVALS, 'must be always_allow or always_ask').optional(),
  memory_prompt: rawWords.nullish(),
  keep_tidy: z.boolean().optional(),
  only_topic: rawName.nullish(),
  max_requests: z.int().optional(),
  max_tokens: z.int().optional(),
  thinking: z.enum(['adaptive', 'off'], 'must be adaptive or off').optional(),
  context: contextBody.optional(),
})

/** Sessions take fewer, and say so themselves. */
const MAX_RESOURCES = 100

export const createSessionBody = z.object({
  agent,
  environment_id: id.nullish(),
  title: rawName.nullish(),
  metadata: metadata.nullish(),
  resources: listOf(storeResource, MAX_RESOURCES).nullish(),
  initial_events: listOf(userMessage, MAX_PARTS).nullish(),
  vault_ids: notServed('vaults'),
  budget: notServed('budgets'),
  palimpsest: ours.optional(),
})

export const updateSessionBody = z.object({
  title: rawName.nullish(),
  metadata: metadataPatch.nullish(),
  agent: z.object({ tools, mcp_servers: notServed('MCP servers') }).nullish(),
  vault_ids: notServed('vaults'),
  budget: notServed('budgets'),
  palimpsest: ours.optional(),
})

export const listSessionsQuery = z.object({
  limit: limit(100, 20),
  page,
  order: order.default('desc'),
  include_archived: flag.default(false),
  memory_store_id: id.optional(),
  ...createdBetween,
})

/** Values of a parameter that is repeated. */
const MAX_REPEATED = 100

/** Sent as `statuses[]=`, repeated. */
export const sessionStatuses = listOf(
  z.enum(
    ['rescheduling', 'running', 'idle', 'terminated'],
    'must be rescheduling, running, idle or terminated',
  ),
  MAX_REPEATED,
)

export const listSessionEventsQuery = z.object({
  limit: limit(1000, 100),
  page,
  order: order.default('asc'),
  ...createdBetween,
})

const confirmation = z.object({
  type: z.literal('user.tool_confirmation'),
  tool_use_id: id,
  result: z.enum(['allow', 'deny'], 'must be allow or deny'),
  deny_message: rawWords.nullish(),
  /** whether the session's later writes need no approval */
  for_session: z.boolean().optional(),
  /** of the write as it was shown; if it would differ by now, nothing is written */
  content_sha256: sha256.nullish(),
})

const compaction = z.object({
  type: z.literal('user.compaction'),
  /** a focus of the summary for this time */
  instructions: rawWords.nullish(),
})

const compactionConfirmation = z.object({
  type: z.literal('user.compaction_confirmation'),
  compaction_start_id: id,
  result: z.enum(['allow', 'deny'], 'must be allow or deny'),
  /** replaces the one that was written */
  summary: rawContent.nullish(),
})

export const sendEventsBody = z.object({
  events: z
    .array(
      z.discriminatedUnion(
        'type',
        [
          userMessage,
          z.object({ type: z.literal('user.interrupt') }),
          confirmation,
          compaction,
          compactionConfirmation,
        ],
        'must be user.message, user.interrupt, user.tool_confirmation, user.compaction or user.compaction_confirmation; others are not served here',
      ),
    )
    .min(1, 'must not be empty')
    .max(100, 'must be at most 100'),
  gates: askedGates,
})

/** The events whose text is streamed as it is generated; the last is beyond the standard. */
export const eventDeltas = listOf(
  z.enum(
    ['agent.message', 'agent.thinking', 'agent.tool_use'],
    'must be agent.message, agent.thinking or agent.tool_use',
  ),
  MAX_REPEATED,
)

/** Accepts every type of the standard; those that never occur here match nothing. */
export const eventTypes = listOf(id, MAX_REPEATED)

import type { BetaManagedAgentsSession } from '@anthropic-ai/sdk/resources/beta/sessions'
import { z } from '@hono/zod-openapi'
import { createMiddleware } from 'hono/factory'
import { type Caller, may as mayDo, sees } from '@/lib/auth/access'
import { Refusal } from '@/lib/refusal'
import { mountPath } from '@/lib/sessions/attached'
import {
  archiveSession,
  continueSession,
  deleteSession,
  updateSession,
} from '@/lib/sessions/change-session'
import { openSession } from '@/lib/sessions/send'
import { getSession, listSessions, type Session, sessionNotFound } from '@/lib/sessions/sessions'
import { APPROVALS, type SettingsPatch } from '@/lib/sessions/settings'
import { storeNotFound } from '@/lib/store/model/problems'
import { rfc3339 } from '@/lib/time'
import {
  about,
  answer,
  cursor,
  deleted,
  type Env,
  flag,
  given,
  id,
  may,
  nextPage,
  operation,
  page as pageOf,
  paging,
  part,
  requireMay,
  text,
  time,
} from './kit'

/** Sessions: their wire type, what a request may say, and their calls. Events: session-events.ts. */

const WireSession = z
  .looseObject({
    id: z.string(),
    type: z.literal('session'),
    title: z.string().nullable(),
    status: z.enum(['rescheduling', 'running', 'idle', 'terminated']),
    metadata: z.record(z.string(), z.string()),
    resources: z.array(z.looseObject({ type: z.literal('memory_store') })),
    created_at: time,
    updated_at: time,
    archived_at: time.nullable(),
    /** settings of our own, and why the session is idle */
    palimpsest: z.looseObject({}),
  })
  .openapi('Session')

/** This server has one environment, itself, and one agent a session. */
const ENVIRONMENT = 'env_palimpsest'
const AGENT = 'agent_palimpsest'

function wireSession(session: Session): BetaManagedAgentsSession & z.output<typeof WireSession> {
  const { id, title, status, metadata, settings, usage, stores, stopReason } = session
  const { model, system, ...ours } = settings
  return {
    id,
    type: 'session',
    title,
    status,
    metadata,
    agent: {
      id: AGENT,
      type: 'agent',
      name: 'Agent',
      description: null,
      version: 1,
      model: { id: model },
      system: system || null,
      tools: [
        {
          type: 'agent_toolset_20260401',
          configs: [],
          default_config: { enabled: true, permission_policy: { type: settings.approval } },
        },
      ],
      mcp_servers: [],
      skills: [],
      multiagent: null,
      execution_identity: { type: 'service_account' },
    },
    environment_id: ENVIRONMENT,
    resources: stores.map((store) => ({
      type: 'memory_store' as const,
      memory_store_id: store.storeId,
      name: store.name,
      description: store.description,
      access: store.isReadOnly ? ('read_only' as const) : ('read_write' as const),
      instructions: store.instructions || null,
      mount_path: mountPath(store, stores.length === 1),
    })),
    budget: null,
    vault_ids: [],
    outcome_evaluations: [],
    stats: {},
    usage: {
      input_tokens: usage.input_tokens,
      output_tokens: usage.output_tokens,
      cache_read_input_tokens: usage.cache_read_input_tokens,
      cache_creation: { ephemeral_5m_input_tokens: usage.cache_creation_input_tokens },
    },
    created_at: session.createdAt.toISOString(),
    updated_at: session.updatedAt.toISOString(),
    archived_at: session.archivedAt?.toISOString() ?? null,
    palimpsest: { ...ours, stop_reason: stopReason },
  }
}

/** A feature of the standard that is not served here. */
const notServed = (what: string) => {
  const error = `${what} are not served here; leave it out`
  return z.union([z.null(), z.array(z.unknown()).max(0, error)], error).optional()
}

const MAX_WORDS = 100_000
const words = text(MAX_WORDS)
const policy = z.object({ type: z.enum(APPROVALS) })
const tools = z
  .array(
    z.object({
      type: z.literal('agent_toolset_20260401', 'must be agent_toolset_20260401'),
      default_config: z.object({ permission_policy: policy.nullish() }).nullish(),
    }),
  )
  .max(100)
  .nullish()

const modelName = text(256)
const model = z.union([modelName, z.object({ id: modelName })], 'must be the name of a model')
const agent = z.union(
  [
    modelName,
    z.object({
      id: modelName.optional(),
      model: model.optional(),
      system: words.nullish(),
      tools,
      mcp_servers: notServed('MCP servers'),
      skills: notServed('skills'),
    }),
  ],
  'must be the name of a model, or an object with model and system',
)

/** Settings of our own; lib/sessions/settings.ts says what each may be. */
const ours = z.record(z.string(), z.unknown()).optional()

const resource = z
  .object({
    type: z.literal(
      'memory_store',
      'must be memory_store; files and repositories are not served here',
    ),
    memory_store_id: id,
    access: z.enum(['read_write', 'read_only']).nullish(),
    instructions: words.nullish(),
    /** the research preview's name for it */
    prompt: words.nullish(),
  })
  .refine(
    ({ instructions, prompt }) => instructions == null || prompt == null,
    'must not have both instructions and prompt',
  )

const textBlock = z.object({
  type: z.literal('text', 'must be text; images and documents are not served here'),
  text: z.string(),
})

export const userMessage = z.object({
  type: z.literal('user.message'),
  content: z.union([
    z.string().transform((each) => [{ type: 'text' as const, text: each }]),
    z.array(textBlock).min(1, 'must not be empty').max(1_000),
  ]),
})

const metadata = z.record(words, words).nullish()

const SESSIONS = '/v1/sessions'
export const SESSION = '/v1/sessions/{sessionId}'

/** Whether a caller sees a session: all of its stores, and there is one, where they are limited to some. */
export const seesSession = (caller: Caller, { stores }: Session): boolean =>
  caller.storeIds === null ||
  (stores.length > 0 && stores.every(({ storeId }) => sees(caller, storeId)))

const seenSession = createMiddleware<Env>(async (c, next) => {
  const session = await getSession(c.req.param('sessionId') ?? '')
  if (!seesSession(c.var.caller, session)) throw sessionNotFound(session.id)
  c.set('session', session)
  return next()
})

export const inSession = about(seenSession)

const create = operation('post', SESSIONS, 'createSession', [may('write')], {
  summary: 'Open a session, and attach stores to it',
  body: z.object({
    agent,
    environment_id: id.nullish(),
    title: words.nullish(),
    metadata,
    resources: z.array(resource).max(100).nullish(),
    initial_events: z.array(userMessage).max(100).nullish(),
    vault_ids: notServed('vaults'),
    budget: notServed('budgets'),
    palimpsest: ours,
  }),
  responses: answer(WireSession),
})

/** Both bounds of a time, of which the standard has an open and a closed one each. */
export const createdBetween = {
  'created_at[gt]': rfc3339.optional(),
  'created_at[gte]': rfc3339.optional(),
  'created_at[lt]': rfc3339.optional(),
  'created_at[lte]': rfc3339.optional(),
}

type Between = { [Name in keyof typeof createdBetween]?: Date | undefined }

/** The same with both ends included: our times are whole milliseconds. */
export function rangeOf(query: Between): { from?: Date; to?: Date } {
  const shifted = (time: Date | undefined, by: number) => time && new Date(time.getTime() + by)
  const from = [query['created_at[gte]'], shifted(query['created_at[gt]'], 1)].filter((at) => !!at)
  const to = [query['created_at[lte]'], shifted(query['created_at[lt]'], -1)].filter((at) => !!at)
  const [last] = from.toSorted((one, other) => other.getTime() - one.getTime())
  const [first] = to.toSorted((one, other) => one.getTime() - other.getTime())
  return { ...(last && { from: last }), ...(first && { to: first }) }
}

/** A parameter that is repeated. */
export const repeated = <S extends z.ZodType>(item: S) =>
  z.union([z.array(item).max(100), item.transform((only) => [only])]).optional()

const status = z.enum(['rescheduling', 'running', 'idle', 'terminated'])

export const order = z.enum(['asc', 'desc'])

const list = operation('get', SESSIONS, 'listSessions', [may('read')], {
  summary: 'List sessions, newest first',
  query: z.object({
    ...paging,
    order: order.default('desc'),
    include_archived: flag.default(false),
    memory_store_id: id.optional(),
    'statuses[]': repeated(status),
    ...createdBetween,
  }),
  responses: answer(pageOf(WireSession).extend({ prev_page: z.null() })),
})

const get = inSession('get', SESSION, 'getSession', 'read', {
  summary: 'Read a session',
  responses: answer(WireSession),
})

const update = inSession('post', SESSION, 'updateSession', 'write', {
  summary: 'Change what a session is called and how it works',
  body: z.object({
    title: words.nullish(),
    metadata: z.record(words, words.nullable()).nullish(),
    agent: z.object({ tools, mcp_servers: notServed('MCP servers') }).nullish(),
    vault_ids: notServed('vaults'),
    budget: notServed('budgets'),
    palimpsest: ours,
  }),
  responses: answer(WireSession),
})

const remove = inSession('delete', SESSION, 'deleteSession', 'administer', {
  summary: 'Delete a session; what it wrote stays',
  responses: answer(deleted('session_deleted')),
})

const archive = inSession('post', `${SESSION}/archive`, 'archiveSession', 'write', {
  summary: 'End a session for good',
  responses: answer(WireSession),
})

const goOn = inSession('post', `${SESSION}/continue`, 'continueSession', 'write', {
  summary: 'Go on after an error, a stop or a cut',
  responses: answer(WireSession),
})

/** An agent's id is refused: this server keeps no agents. */
function modelNamed(given: z.output<typeof model> | undefined): string {
  const name = typeof given === 'object' ? given.id : given
  if (name === undefined) throw new Refusal('invalid_input', 'agent: must have a model')
  if (!name.startsWith('agent_')) return name
  const advice = 'give the name of a model, or an object with model and system'
  throw new Refusal('invalid_input', `agent: there is no agent ${name} here; ${advice}`)
}

function agentSettings(asked: z.output<typeof agent>): SettingsPatch {
  if (typeof asked === 'string') return { model: modelNamed(asked) }
  const { model: named = asked.id, system, tools: toolset } = asked
  return { model: modelNamed(named), ...(system && { system }), ...approvalOf(toolset) }
}

function approvalOf(toolset: z.output<typeof tools>): SettingsPatch {
  const approval = toolset?.[0]?.default_config?.permission_policy?.type
  return approval === undefined ? {} : { approval }
}

export const sessions = part()
  .openapi(create, async (c) => {
    const { caller, cause } = c.var
    const asked = c.req.valid('json')
    const resources = asked.resources ?? []
    // What belongs to no store is not there for who is limited to some.
    if (resources.length === 0 && caller.storeIds !== null) requireMay(c, 'create stores')
    for (const { memory_store_id } of resources) {
      if (!sees(caller, memory_store_id)) throw storeNotFound(memory_store_id)
    }
    const session = await openSession(
      {
        title: asked.title,
        metadata: given(asked.metadata),
        settings: { ...agentSettings(asked.agent), ...asked.palimpsest } as never,
        stores: resources.map(({ memory_store_id, access, instructions, prompt }) => ({
          storeId: memory_store_id,
          isReadOnly: access === 'read_only',
          instructions: given(instructions ?? prompt),
        })),
      },
      asked.initial_events ?? [],
      cause,
    )
    return c.json(wireSession(session), 200)
  })
  .openapi(list, async (c) => {
    const { limit, page, ...filter } = c.req.valid('query')
    const { order: sorted, include_archived, memory_store_id, 'statuses[]': statuses } = filter
    const { items, next } = await listSessions({
      limit,
      order: sorted,
      includeArchived: include_archived,
      storeId: memory_store_id,
      after: cursor(['sessions', filter], page),
      statuses: statuses?.filter((each) => each !== 'rescheduling'),
      ...rangeOf(filter),
      onlyStores: c.var.caller.storeIds,
    })
    const next_page = nextPage(['sessions', filter], next)
    return c.json({ data: items.map(wireSession), next_page, prev_page: null }, 200)
  })
  .openapi(get, (c) => c.json(wireSession(c.var.session), 200))
  .openapi(update, async (c) => {
    const { title, metadata: pairs, agent: changed, palimpsest } = c.req.valid('json')
    const settings: SettingsPatch = { ...approvalOf(changed?.tools), ...palimpsest }
    const patch = { title, metadata: given(pairs), settings }
    const mayLoosen = mayDo(c.var.caller, 'decide')
    return c.json(
      wireSession(await updateSession(c.req.valid('param').sessionId, patch, { mayLoosen })),
      200,
    )
  })
  .openapi(remove, async (c) => {
    const { sessionId } = c.req.valid('param')
    await deleteSession(sessionId)
    return c.json({ id: sessionId, type: 'session_deleted' as const }, 200)
  })
  .openapi(archive, async (c) =>
    c.json(wireSession(await archiveSession(c.req.valid('param').sessionId)), 200),
  )
  .openapi(goOn, async (c) =>
    c.json(wireSession(await continueSession(c.req.valid('param').sessionId)), 200),
  )

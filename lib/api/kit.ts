import { createHash } from 'node:crypto'
import { createRoute, OpenAPIHono, type RouteConfig, z } from '@hono/zod-openapi'
import type { BetaManagedAgentsActor } from '@anthropic-ai/sdk/resources/beta/memory-stores'
import type { Context, MiddlewareHandler } from 'hono'
import { createMiddleware } from 'hono/factory'
import { type Action, type Caller, may as mayDo, sees, whyNot } from '@/lib/auth/access'
import { Refusal } from '@/lib/refusal'
import type { Actor, Cause } from '@/lib/store/model/actor'
import type { Store, View } from '@/lib/store/model/model'
import type { Session } from '@/lib/sessions/sessions'
import { storeNotFound } from '@/lib/store/model/problems'
import { getStore } from '@/lib/store/stores'
import { rfc3339 } from '@/lib/time'

/** What the parts of the API share: who calls, schemas of the wire, cursors. */

export interface Env {
  Variables: {
    requestId: string
    caller: Caller
    cause: Cause
    dialect: 'current' | 'preview'
    /** of routes about one store */
    store: Store
    /** of routes about one session */
    session: Session
  }
}

/** The largest body that is read as JSON. */
export const MAX_JSON_BYTES = 8 * 1024 * 1024

/** A part of the API. A request that does not fit its schemas is refused in the words of the first fault. */
export const part = () =>
  new OpenAPIHono<Env>({
    defaultHook: (result, c) => {
      if (result.success) return
      const [field] = result.error.issues[0]?.path ?? []
      const isTwice = result.target === 'query' && (c.req.queries(String(field)) ?? []).length > 1
      if (isTwice) throw new Refusal('invalid_input', `${String(field)}: must be given once`)
      throw unfit(result.error)
    },
  })

/** Longest name of a field in words; a caller may have made it up. */
const MAX_FIELD = 200

/** The refusal of what does not fit a schema. */
export function unfit({ issues }: z.ZodError): Refusal {
  const fault = faultIn(issues)
  const field = fault?.path.map(String).join('.').slice(0, MAX_FIELD) ?? ''
  const words = fault?.message ?? 'is not valid'
  return new Refusal('invalid_input', field ? `${field}: ${words}` : `The body ${words}.`)
}

/** The first fault: of a choice the one within what was meant, if that can be told. */
function faultIn([fault]: readonly Issue[]): Issue | undefined {
  if (fault?.code !== 'invalid_union') return fault
  const within = faultIn(fault.errors.filter(([first]) => first && first.path.length > 0)[0] ?? [])
  return within ? { ...within, path: [...fault.path, ...within.path] } : fault
}

type Issue = z.core.$ZodIssue

/**
 * Refuses callers who may not do this. Stands before the schemas, so that who may not learns nothing of
 * them; the table of callers reads `action` from the routes.
 */
export function may(action: Action) {
  const check = createMiddleware<Env>(async (c, next) => {
    requireMay(c, action)
    return next()
  })
  return Object.assign(check, { action })
}

/** The same within a call, where only its body says what it does. */
export function requireMay(c: Context<Env>, action: Action): void {
  if (!mayDo(c.var.caller, action)) throw new Refusal('may_not', whyNot(action))
}

const ID = /^[\w-]{1,128}$/

/** Refuses ids in the address that no database could look up, before one is asked. */
const knownIds = createMiddleware<Env>(async (c, next) => {
  const isKnown = Object.values(c.req.param()).every((each) => ID.test(String(each)))
  if (!isKnown) throw new Refusal('store_not_found', 'The address names what is not there.')
  return next()
})

/** Refuses a store that is not there, or not for this caller, before the body is looked at. */
const seenStore = createMiddleware<Env>(async (c, next) => {
  const id = c.req.param('storeId') ?? ''
  if (!sees(c.var.caller, id)) throw storeNotFound(id)
  c.set('store', await getStore(id))
  return next()
})

/** The address of one store; everything in it is below. */
export const STORE = '/v1/memory_stores/{storeId}'

const json = <S extends z.ZodType>(schema: S) => ({ content: { 'application/json': { schema } } })

const WireError = z
  .strictObject({
    type: z.literal('error'),
    error: z.looseObject({ type: z.string(), message: z.string() }),
    request_id: z.string(),
  })
  .openapi('Error')

const refusals = {
  '4XX': { description: 'Refused; the message says why', ...json(WireError) },
  '5XX': { description: 'A fault of the server or its database', ...json(WireError) },
}

export const answer = <S extends z.ZodType>(schema: S) => ({
  200: { description: 'Done', ...json(schema) },
  ...refusals,
})

/** An answer that is not JSON: a stream of events, a file. */
export const rawAnswer = (description: string, ...types: string[]) => ({
  200: {
    description,
    content: Object.fromEntries(types.map((type) => [type, { schema: z.string() }])),
  },
  ...refusals,
})

type Method = 'get' | 'post' | 'patch' | 'delete'

type NamesIn<Path extends string> = Path extends `${string}{${infer Name}}${infer Rest}`
  ? Name | NamesIn<Rest>
  : never

/** The parts of an address in braces, each of which is an id. */
const paramsOf = <Path extends string>(path: Path) =>
  z.object(
    Object.fromEntries([...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => [name, z.string()])),
  ) as z.ZodObject<{ [Name in NamesIn<Path>]: z.ZodString }>

/** What an operation is for, takes and answers. */
export interface Told {
  summary: string
  description?: string
  query?: z.ZodObject
  headers?: z.ZodObject
  /** of JSON; `jsonBody` (chain.ts) has made `{}` of none */
  body?: z.ZodType
  responses: RouteConfig['responses']
  /** what is looked at besides, before the schemas */
  then?: readonly MiddlewareHandler<Env>[]
}

type PartOf<T, Name extends keyof Told> = T extends { [Each in Name]: infer Part }
  ? Part
  : undefined

interface Asked<Path extends string, T extends Told> {
  params: ReturnType<typeof paramsOf<Path>>
  query: PartOf<T, 'query'>
  headers: PartOf<T, 'headers'>
  body: T extends { body: infer Body extends z.ZodType }
    ? { content: { 'application/json': { schema: Body } }; required: true }
    : undefined
}

/** An operation of the API: its address, its name, who may, and what is told of it. */
export function operation<M extends Method, Path extends string, T extends Told>(
  method: M,
  path: Path,
  operationId: string,
  middleware: readonly MiddlewareHandler<Env>[],
  { query, headers, body, then = [], responses, ...words }: T,
) {
  const content = body && { ...json(body), required: true }
  return createRoute({
    method,
    path,
    operationId,
    ...words,
    middleware: [...middleware, ...then],
    request: { params: paramsOf(path), query, headers, body: content } as Asked<Path, T>,
    responses,
  })
}

/**
 * Those about one thing: 403 for who may not, then 404 by `seen`, then what else is looked at before the
 * schemas.
 */
export const about =
  (seen: MiddlewareHandler<Env>) =>
  <M extends Method, Path extends string, T extends Told>(
    method: M,
    path: Path,
    operationId: string,
    action: Action,
    told: T,
  ) =>
    operation(method, path, operationId, [may(action), knownIds, seen], told)

export const inStore = about(seenStore)

export const page = <S extends z.ZodType>(item: S) =>
  z.strictObject({ data: z.array(item), next_page: z.string().nullable() })

export const deleted = <T extends string>(type: T) =>
  z.strictObject({ id: z.string(), type: z.literal(type) })

/** Text that both databases can hold: no lone surrogates, no NUL. `most`: characters. */
export const text = (most: number) =>
  z
    .string()
    .max(2 * most, { abort: true, error: `must be at most ${most} characters` })
    .refine((value) => value.isWellFormed() && !value.includes('\0'), 'must be Unicode text')
    .refine((value) => [...value].length <= most, `must be at most ${most} characters`)

/** An id that is looked for. */
export const id = text(256)

export const sha256 = z
  .string()
  .regex(/^[0-9a-f]{64}$/, 'must be 64 hexadecimal digits in lower case')

export const size = z.int().nonnegative()

export const time = z.iso.datetime({ precision: 3 })

export const flag = z.enum(['true', 'false']).transform((value) => value === 'true')

export const viewParam = z.enum(['basic', 'full'])

/** A whole number of a query. */
export const number = (least: number, most: number) => {
  const rule = `must be a number between ${least} and ${most}`
  return z
    .string()
    .regex(/^\d{1,15}$/, rule)
    .transform(Number)
    .refine((value) => value >= least && value <= most, rule)
}

/** The number of a change or an event: in range for both databases. */
export const sequenceNumber = number(0, 2_147_483_647)

export const paging = { limit: number(1, 100).default(20), page: text(10_000).optional() }

/** Contents make a page heavy, so it holds fewer. */
export const boundedLimit = (limit: number, view: View) =>
  view === 'full' ? Math.min(limit, 20) : limit

export const createdRange = {
  'created_at[gte]': rfc3339.optional(),
  'created_at[lte]': rfc3339.optional(),
}

/** The preview names the bounds of a time otherwise; in the current dialect these are unknown keys. */
export const previewRange = createMiddleware<Env>(async (c, next) => {
  if (c.var.dialect === 'preview') {
    const url = c.req.url.replaceAll(/([?&])created_at_([gl]te)=/g, '$1created_at[$2]=')
    c.req.raw = new Request(url, c.req.raw)
  }
  return next()
})

const CURSOR = 'page_'

/** Cursors are good for the list that they came from: its address, store and filters. */
const scopeOf = (scope: unknown) =>
  createHash('sha256').update(JSON.stringify(scope)).digest('base64url').slice(0, 8)

/** Where the page before ended; undefined: it is the first. */
export function cursor(scope: unknown, given: string | undefined): string | undefined {
  if (!given) return undefined
  const [of, ...last] = Buffer.from(given.slice(CURSOR.length), 'base64url').toString().split(' ')
  if (given.startsWith(CURSOR) && of === scopeOf(scope)) return last.join(' ')
  throw new Refusal('invalid_input', 'page: is not a cursor of this list; leave it out to begin')
}

export function nextPage(scope: unknown, last: string | null): string | null {
  if (last === null) return null
  return CURSOR + Buffer.from(`${scopeOf(scope)} ${last}`).toString('base64url')
}

/** null and left out are the same where the wire allows both. */
export const given = <T>(value: T | null | undefined): T | undefined => value ?? undefined

export const WireActor = z.discriminatedUnion('type', [
  z.strictObject({ type: z.literal('session_actor'), session_id: z.string() }),
  z.strictObject({ type: z.literal('api_actor'), api_key_id: z.string() }),
  z.strictObject({ type: z.literal('user_actor'), user_id: z.string() }),
  z.strictObject({ type: z.literal('service_account_actor'), service_account_id: z.string() }),
]) satisfies z.ZodType<BetaManagedAgentsActor>

export function wireActor({ type, id: actorId }: Actor): z.output<typeof WireActor> {
  switch (type) {
    case 'session':
      return { type: 'session_actor', session_id: actorId }
    case 'api_key':
      return { type: 'api_actor', api_key_id: actorId }
    case 'user':
      return { type: 'user_actor', user_id: actorId }
    case 'service_account':
      return { type: 'service_account_actor', service_account_id: actorId }
  }
}

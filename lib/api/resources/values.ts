import type { BetaManagedAgentsActor } from '@anthropic-ai/sdk/resources/beta/memory-stores'
import { z } from 'zod'
import type { Actor } from '@/lib/store/model/actor'

/**
 * Values of which resources consist. A resource's file holds its schema, from which its type and the
 * OpenAPI description come and against which tests check real answers, and the function that makes
 * it of what the domain has, typed by the schema. It is no codec of zod's: what is answered is never
 * parsed here, and encoding 1,000 memories takes three times as long as calling the function, JSON
 * included.
 */

/** The wire format of a resource: the output of its schema. */
export type Wire<Schema extends z.ZodType> = Unchanged<z.output<Schema>>

type Unchanged<Value> = Value extends object
  ? { readonly [Name in keyof Value]: Unchanged<Value[Name]> }
  : Value

export const time = z.iso.datetime({ precision: 3 })

/** RFC 3339, UTC, with milliseconds. */
export function wireTime(time: number): string {
  return new Date(time).toISOString()
}

export const timeOrNull = (time: number | null) => (time === null ? null : wireTime(time))

export const sha256 = z.string().regex(/^[0-9a-f]{64}$/)
export const size = z.int().nonnegative()

export const actor = z.discriminatedUnion('type', [
  z.strictObject({ type: z.literal('session_actor'), session_id: z.string() }),
  z.strictObject({ type: z.literal('api_actor'), api_key_id: z.string() }),
  z.strictObject({ type: z.literal('user_actor'), user_id: z.string() }),
  z.strictObject({ type: z.literal('service_account_actor'), service_account_id: z.string() }),
]) satisfies z.ZodType<BetaManagedAgentsActor>

export function wireActor({ type, id }: Actor): Wire<typeof actor> {
  switch (type) {
    case 'session':
      return { type: 'session_actor', session_id: id }
    case 'api_key':
      return { type: 'api_actor', api_key_id: id }
    case 'user':
      return { type: 'user_actor', user_id: id }
    case 'service_account':
      return { type: 'service_account_actor', service_account_id: id }
  }
}

/** One page of any list. */
export const page = <Item extends z.ZodType>(item: Item) =>
  z.strictObject({ data: z.array(item), next_page: z.string().nullable() })

export function wirePage<Item>(data: Item[], nextPage: string | null) {
  return { data, next_page: nextPage }
}

export const deleted = <Type extends string>(type: Type) =>
  z.strictObject({ id: z.string(), type: z.literal(type) })

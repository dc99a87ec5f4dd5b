import { z } from 'zod'
import { type ContextState, NO_CONTEXT } from '../context-state'
import {
  type ModelUsage,
  NO_USAGE,
  SESSION_EVENT_TYPES,
  type SessionEventBody,
  type StopReason,
} from '../session-event'

/**
 * Parsers for the JSON in a session's columns. Each throws for what this application never wrote
 * there.
 */

/** Null: it was never idle, or is not now. */
export function stopReasonOf(json: string | null): StopReason | null {
  return json === null ? null : stopReason.parse(JSON.parse(json))
}

const stopReason = z.discriminatedUnion('type', [
  z.object({
    type: z.literal('end_turn'),
    detail: z.enum(['done', 'interrupted', 'max_tokens', 'context_full']),
  }),
  z.object({ type: z.literal('requires_action'), eventIds: z.array(z.string()) }),
  z.object({ type: z.literal('retries_exhausted') }),
  z.object({ type: z.literal('budget_reached'), maxRequests: z.number() }),
  z.object({ type: z.literal('refusal'), explanation: z.string().nullable() }),
]) satisfies z.ZodType<StopReason>

export function usageOf({ usage }: { usage: string }): ModelUsage {
  return { ...NO_USAGE, ...storedUsage.parse(JSON.parse(usage)) }
}

/** Fields that are missing were not counted yet when it was stored. */
const storedUsage = z
  .object({
    inputTokens: z.number(),
    outputTokens: z.number(),
    cacheReadTokens: z.number(),
    cacheCreationTokens: z.number(),
  })
  .partial()

export function contextOf({ context }: { context: string }): ContextState {
  return { ...NO_CONTEXT, ...storedContext.parse(JSON.parse(context)) }
}

const storedContext = z
  .object({
    measured: z.number(),
    estimated: z.number(),
    window: z.number().nullable(),
    wasAsked: z.boolean(),
    toldLevel: z.enum(['below', 'warning', 'error', 'compaction']),
    seen: z.record(z.string(), z.number()),
    requested: z.record(z.string(), z.number()),
    open: z
      .object({
        startId: z.string(),
        cause: z.enum(['mark', 'asked', 'full']),
        tokensBefore: z.number(),
        goesOn: z.boolean(),
        isUnanswered: z.boolean(),
      })
      .nullable(),
    asked: z.string().nullable(),
    requests: z.number(),
    compactions: z.number(),
    failures: z.number(),
    savedTokens: z.number(),
    clearings: z.number(),
    clearedTokens: z.number(),
  } satisfies Record<keyof ContextState, z.ZodType>)
  .partial()

/** The text of an answer that is under way; empty: there is none. */
export function draftOf(json: string | null): string {
  return json === null ? '' : draft.parse(JSON.parse(json)).text
}

const draft = z.object({ text: z.string() })

/**
 * The body of an event, checked by its type alone: a log is read with each step of a run, and older
 * events lack what came later.
 */
export function bodyOf(json: string): SessionEventBody {
  return body.parse(JSON.parse(json))
}

const types: ReadonlySet<unknown> = new Set(SESSION_EVENT_TYPES)

const body = z.custom<SessionEventBody>(
  (value) =>
    typeof value === 'object' && value !== null && 'type' in value && types.has(value.type),
)

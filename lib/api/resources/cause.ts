import { z } from 'zod'
import type { Database } from '@/lib/db/database'
import type { CauseSearch } from '@/lib/replay/get-cause'
import { checkSchema } from '@/lib/replay/model/check'
import type { FoundCause } from '@/lib/replay/model/replay'
import type { CauseEstimate } from '@/lib/replay/start-cause'
import { StoreError } from '@/lib/store/model/problems'
import { getVersion } from '@/lib/store/versions/read-versions'
import { actor, size, time, timeOrNull, type Wire, wireActor, wireTime } from './values'

const share = z.strictObject({ held: size, of: size })

const interval = z.tuple([z.number(), z.number()])

const usage = z.strictObject({ requests: size, input_tokens: size, output_tokens: size })

const budget = z.strictObject({ max_requests: size, max_tokens: size.nullable() })

const found = z.strictObject({
  memory_store_id: z.string(),
  memory_id: z.string(),
  memory_version_id: z.string(),
  /** null: redacted since, or its store is gone */
  path: z.string().nullable(),
  /** null: not narrowed down, or no lines of it do it by themselves */
  lines: z.tuple([size, size]).nullable(),
  /** the version that wrote the lines; its author, session and time follow */
  written_by_version_id: z.string(),
  /** null, as is the time: its store is gone */
  actor: actor.nullable(),
  session_id: z.string().nullable(),
  created_at: time.nullable(),
})

const round = z.strictObject({
  /** 0 among the memories; above, among the lines of what was found */
  level: size,
  purpose: z.enum(['baseline', 'all_hidden', 'narrowing', 'stability', 'confirming', 'weighing']),
  shown: size,
  hidden: size,
  held: size,
  of: size,
})

export const causeAnswer = z.strictObject({
  id: z.string(),
  type: z.literal('cause_search'),
  session_id: z.string(),
  event_id: z.string(),
  check: checkSchema,
  status: z.enum(['pending', 'running', 'completed', 'canceled', 'failed', 'budget_reached']),
  verdict: z.enum(['caused', 'contributes', 'no_memory', 'unstable', 'undecided']).nullable(),
  baseline: share.nullable(),
  causes: z.array(found),
  /** sets of memories of which each suffices */
  sufficient_sets: z.array(z.array(z.string())),
  /** from the confirming samples alone; null: nothing was confirmed */
  confirmed: z.strictObject({ with: share, without: share, interval }).nullable(),
  /** of an undecided search: the memories that were hidden, and how often the check held */
  open: z.array(z.strictObject({ hidden: z.array(z.string()), held: size, of: size })),
  /** events before the turn in which the agent itself repeats a cause */
  repeated_earlier: z.array(z.strictObject({ event_id: z.string() })),
  /** how many memories may be hidden; null: not known yet */
  memory_count: size.nullable(),
  rounds: z.array(round),
  budget,
  usage,
  error: z.string().nullable(),
  created_at: time,
  finished_at: time.nullable(),
})

/** A search for causes as it is now, with who wrote what was found. */
export async function wireCause(
  db: Database,
  cause: CauseSearch,
): Promise<Wire<typeof causeAnswer>> {
  const { result } = cause
  const memoryOf = (place: number) => result?.causes[place]?.memoryId ?? ''
  return {
    id: cause.id,
    type: 'cause_search',
    session_id: cause.sessionId,
    event_id: cause.eventId,
    check: cause.check,
    status: cause.state,
    verdict: result?.verdict ?? null,
    baseline: result?.baseline ?? null,
    causes: await Promise.all((result?.causes ?? []).map((each) => wireFound(db, each))),
    sufficient_sets: (result?.sufficientSets ?? []).map((set) => set.map(memoryOf)),
    confirmed: result?.confirmed
      ? {
          with: result.confirmed.withCauses,
          without: result.confirmed.withoutCauses,
          interval: [result.confirmed.interval.low, result.confirmed.interval.high],
        }
      : null,
    open: (result?.open ?? []).map(({ hidden, share: { held, of } }) => ({
      hidden: hidden.map(memoryOf),
      held,
      of,
    })),
    repeated_earlier: (result?.repeatedEarlier ?? []).map((id) => ({ event_id: id })),
    memory_count: cause.memoryCount,
    rounds: cause.rounds.map(({ share: { held, of }, ...rest }) => ({ ...rest, held, of })),
    budget: wireBudget(cause.budget),
    usage: {
      requests: cause.usage.requests,
      input_tokens: cause.usage.inputTokens,
      output_tokens: cause.usage.outputTokens,
    },
    error: cause.error,
    created_at: wireTime(cause.createdAt),
    finished_at: timeOrNull(cause.finishedAt),
  }
}

async function wireFound(
  db: Database,
  { storeId, memoryId, versionId, lines, writtenBy }: FoundCause,
): Promise<Wire<typeof found>> {
  const [shown, writer] = await Promise.all([
    versionOrNull(db, storeId, versionId),
    versionOrNull(db, storeId, writtenBy),
  ])
  return {
    memory_store_id: storeId,
    memory_id: memoryId,
    memory_version_id: versionId,
    path: shown?.path ?? null,
    lines: lines === null ? null : [lines[0], lines[1]],
    written_by_version_id: writtenBy,
    actor: writer ? wireActor(writer.createdBy) : null,
    session_id: writer?.sessionId ?? null,
    created_at: writer ? wireTime(writer.createdAt) : null,
  }
}

async function versionOrNull(db: Database, storeId: string, versionId: string) {
  try {
    return await getVersion(db, { storeId, versionId, view: 'basic' })
  } catch (error) {
    if (error instanceof StoreError) return null
    throw error
  }
}

export const causeEstimateAnswer = z.strictObject({
  type: z.literal('cause_search_estimate'),
  check: checkSchema,
  /** whether the check holds in the recorded answer */
  holds: z.boolean(),
  memory_count: size,
  /** of a usual search, with one cause */
  estimate: usage,
  budget,
  repeated_earlier: z.array(z.strictObject({ event_id: z.string() })),
})

export function wireCauseEstimate(estimate: CauseEstimate): Wire<typeof causeEstimateAnswer> {
  return {
    type: 'cause_search_estimate',
    check: estimate.check,
    holds: estimate.holds,
    memory_count: estimate.memoryCount,
    estimate: {
      requests: estimate.requests,
      input_tokens: estimate.inputTokens,
      output_tokens: estimate.outputTokens,
    },
    budget: wireBudget(estimate.budget),
    repeated_earlier: estimate.repeatedEarlier.map((id) => ({ event_id: id })),
  }
}

function wireBudget({ maxRequests, maxTokens }: CauseSearch['budget']): Wire<typeof budget> {
  return { max_requests: maxRequests, max_tokens: maxTokens }
}

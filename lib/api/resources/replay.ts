import { z } from 'zod'
import type { Replay, ReplaySample } from '@/lib/replay/get-replay'
import type { StoredVariant } from '@/lib/replay/model/replay'
import type { ReplayHead } from '@/lib/replay/replay-head'
import type { RepeatedEarlier } from '@/lib/replay/replayed-turn'
import type { ReplayEstimate } from '@/lib/replay/start-replay'
import { checkOnTheWire, wireCheck } from '../replay-schemas'
import { budget, pricedUsage, usage, wireBudget, wirePricedUsage, wireUsage } from './model-usage'
import { size, time, timeOrNull, type Wire, wireTime } from './values'

/** Common to all work on a turn. */
export const headOfReplay = {
  id: z.string(),
  session_id: z.string(),
  event_id: z.string(),
  status: z.enum(['pending', 'running', 'completed', 'canceled', 'failed', 'budget_reached']),
  budget,
  usage: pricedUsage,
  error: z.string().nullable(),
  created_at: time,
  finished_at: time.nullable(),
}

export function wireHead(head: ReplayHead) {
  return {
    id: head.id,
    session_id: head.sessionId,
    event_id: head.eventId,
    status: head.state,
    budget: wireBudget(head.budget),
    usage: wirePricedUsage(head.usage),
    error: head.error,
    created_at: wireTime(head.createdAt),
    finished_at: timeOrNull(head.finishedAt),
  }
}

/** the places where the agent itself repeats some of what is hidden: they stay */
export const repeatedOnTheWire = {
  /** events before the turn */
  repeated_earlier: z.array(z.strictObject({ event_id: z.string() })),
  /** the message of the turn in which that was first read; null: it was not */
  first_read_event_id: z.string().nullable(),
}

export function wireRepeated({ eventIds, firstRead }: RepeatedEarlier) {
  return {
    repeated_earlier: eventIds.map((id) => ({ event_id: id })),
    first_read_event_id: firstRead,
  }
}

const variant = z.strictObject({
  hide: z.array(
    z.strictObject({
      memory_store_id: z.string(),
      memory_id: z.string(),
      /** null: all of it */
      lines: z.tuple([size, size]).nullable(),
    }),
  ),
  /** the stores after these changes; null: as the turn began */
  at: z.array(z.strictObject({ memory_store_id: z.string(), sequence: size })).nullable(),
  /** null: the recorded one */
  model: z.string().nullable(),
})

const sample = z.strictObject({
  /** its name, to mark it by */
  sample: z.string(),
  texts: z.array(z.string()),
  tool_calls: z.array(z.strictObject({ name: z.string(), input: z.unknown() })),
  /** in the order of the replay's checks; null: a person has yet to say */
  checks: z.array(z.strictObject({ held: z.boolean().nullable() })),
  /** what it changed in copies of the stores, which are gone */
  changes: z.array(
    z.strictObject({
      memory_store_id: z.string(),
      path: z.string(),
      operation: z.enum(['created', 'modified', 'deleted']),
    }),
  ),
  usage,
})

export const replayAnswer = z.strictObject({
  ...headOfReplay,
  type: z.literal('replay'),
  variant,
  checks: z.array(wireCheck),
  sample_count: size,
  samples: z.array(sample),
  ...repeatedOnTheWire,
})

/** A replay as it is now. */
export function wireReplay(replay: Replay): Wire<typeof replayAnswer> {
  return {
    ...wireHead(replay),
    type: 'replay',
    variant: wireVariant(replay.variant),
    checks: replay.checks.map(checkOnTheWire),
    sample_count: replay.wanted,
    samples: replay.samples.map(wireSample),
    ...wireRepeated(replay.repeatedEarlier),
  }
}

function wireVariant({ hide, at, model }: StoredVariant): Wire<typeof variant> {
  return {
    hide: hide.map(({ storeId, memoryId, lines }) => ({
      memory_store_id: storeId,
      memory_id: memoryId,
      lines: lines?.[0] ? [lines[0][0], lines[0][1]] : null,
    })),
    at: at?.map(({ storeId, sequence }) => ({ memory_store_id: storeId, sequence })) ?? null,
    model: model ?? null,
  }
}

export function wireSample({
  sample: name,
  texts,
  calls,
  checks,
  changes,
  ...rest
}: ReplaySample): Wire<typeof sample> {
  return {
    sample: name,
    texts,
    tool_calls: calls.map(({ name, input }) => ({ name, input })),
    checks: checks.map((held) => ({ held })),
    changes: changes.map(({ storeId, path, operation }) => ({
      ...{ memory_store_id: storeId, path, operation },
    })),
    usage: wireUsage(rest.usage),
  }
}

export const replayEstimateAnswer = z.strictObject({
  type: z.literal('replay_estimate'),
  estimate: pricedUsage,
  budget,
  ...repeatedOnTheWire,
})

export function wireReplayEstimate({
  budget: wanted,
  repeatedEarlier,
  ...price
}: ReplayEstimate): Wire<typeof replayEstimateAnswer> {
  return {
    type: 'replay_estimate',
    estimate: wirePricedUsage(price),
    budget: wireBudget(wanted),
    ...wireRepeated(repeatedEarlier),
  }
}

import { z } from 'zod'
import type { Database } from '@/lib/db/database'
import { type ClearedMemory, clearedMemories } from '@/lib/replay/cause-funnel'
import type { CauseSearch } from '@/lib/replay/get-cause'
import type { CauseRound, FoundCause, PricedUsage } from '@/lib/replay/model/replay'
import type { CauseEstimate } from '@/lib/replay/start-cause'
import { versionIfThere } from '@/lib/store/versions/read-versions'
import { checkOnTheWire, wireCheck } from '../replay-schemas'
import { budget, pricedUsage, wireBudget, wirePricedUsage } from './model-usage'
import { headOfReplay, repeatedOnTheWire, wireHead, wireRepeated } from './replay'
import { actor, size, time, type Wire, wireActor, wireTime } from './values'

const share = z.strictObject({ held: size, of: size })

const interval = z.tuple([z.number(), z.number()])

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
  /** of the look for all that add a little: answers that showed it, and that hid it; null: none told */
  with: share.nullable(),
  without: share.nullable(),
  /** of their difference, wider the more memories were asked about: without 0, it surely adds */
  interval: interval.nullable(),
})

const round = z.strictObject({
  /** 0 among the memories, as are halves of them (100); else among the lines of what was found */
  level: size,
  purpose: z.enum([
    'baseline',
    'all_hidden',
    'narrowing',
    'stability',
    'confirming',
    'weighing',
    'halves',
  ]),
  /** of halves, as is `hidden`: in the first of them */
  shown: size,
  hidden: size,
  held: size,
  of: size,
})

export const causeAnswer = z.strictObject({
  ...headOfReplay,
  type: z.literal('cause_search'),
  check: wireCheck,
  verdict: z
    .enum(['caused', 'contributes', 'no_effect', 'no_memory', 'unstable', 'undecided'])
    .nullable(),
  baseline: share.nullable(),
  /** the answer as it was came in the same words each time: repeats put a memory aside each, and tell little */
  repeats_are_weak: z.boolean(),
  /** with the verdict no_effect: what was looked at, and made no difference */
  causes: z.array(found),
  /** sets of memories of which each suffices */
  sufficient_sets: z.array(z.array(z.string())),
  /** memories that are no cause, as far as is known; null: it still runs, they are too many to be told, or another version asked */
  cleared: z
    .array(
      z.strictObject({
        memory_store_id: z.string(),
        memory_id: z.string(),
        /** null: redacted since, or its store is gone */
        path: z.string().nullable(),
      }),
    )
    .nullable(),
  /** from the confirming samples alone; null: nothing was confirmed */
  confirmed: z
    .strictObject({
      with: share,
      without: share,
      interval,
      /** more than 30 points from these: what is shown besides seems to matter, too */
      unlike: z.array(
        z.strictObject({ end: z.enum(['as_it_was', 'all_hidden']), held: size, of: size }),
      ),
    })
    .nullable(),
  /** undecided, or contributing: the memories that were hidden, and how often the check held */
  open: z.array(
    z.strictObject({
      hidden: z.array(z.string()),
      held: size,
      of: size,
      /** answers that would likely tell; null: not known */
      more_answers: size.nullable(),
    }),
  ),
  /** answers that would likely decide what its budget left undecided; null: not known, or decided */
  more_answers: size.nullable(),
  /** the look for all that add a little; null: nobody asked for it */
  parts: z
    .strictObject({
      /** answers so far, of so many */
      answers: size,
      of: size,
      /** memories of which each answer hides another half; null, as is the next: no result yet */
      memory_count: size.nullable(),
      /** less suspect memories that are shown in all */
      left_out: size.nullable(),
    })
    .nullable(),
  /** of the causes; where none was found, of the most suspect memories */
  ...repeatedOnTheWire,
  /** how many memories may be hidden; null: not known yet */
  memory_count: size.nullable(),
  rounds: z.array(round),
  /** answers that a person has yet to mark: the search goes on after the last */
  waiting: z.array(z.strictObject({ sample: z.string(), texts: z.array(z.string()) })),
})

/** A search for causes as it is now, with who wrote what was found. */
export async function wireCause(
  db: Database,
  cause: CauseSearch,
): Promise<Wire<typeof causeAnswer>> {
  const { result } = cause
  // Telling it runs the search again, which is too dear for each look at one that runs.
  const cleared = cause.finishedAt === null ? null : await clearedMemories(db, cause.id)
  const memoryOf = (place: number) => result?.causes[place]?.memoryId ?? ''
  return {
    ...wireHead(cause),
    type: 'cause_search',
    check: checkOnTheWire(cause.check),
    verdict: result?.verdict ?? null,
    baseline: result?.baseline ?? null,
    repeats_are_weak: result?.areRepeatsWeak === true,
    causes: await Promise.all((result?.causes ?? []).map((each) => wireFound(db, each))),
    sufficient_sets: (result?.sufficientSets ?? []).map((set) => set.map(memoryOf)),
    cleared: cleared && cleared.map(wireCleared),
    confirmed: result?.confirmed
      ? {
          with: result.confirmed.withCauses,
          without: result.confirmed.withoutCauses,
          interval: [result.confirmed.interval.low, result.confirmed.interval.high],
          unlike: (result.confirmed.unlike ?? []).map(({ end, share: { held, of } }) => ({
            end,
            held,
            of,
          })),
        }
      : null,
    open: (result?.open ?? []).map(({ hidden, share: { held, of }, more }) => ({
      hidden: hidden.map(memoryOf),
      held,
      of,
      more_answers: more ?? null,
    })),
    more_answers: result?.more ?? null,
    parts: cause.parts && {
      answers: cause.parts.asked,
      of: cause.parts.of,
      memory_count: result?.parts?.memories ?? null,
      left_out: result?.parts?.leftOut ?? null,
    },
    ...wireRepeated({
      eventIds: result?.repeatedEarlier ?? [],
      firstRead: result?.firstRead ?? null,
    }),
    memory_count: cause.memoryCount,
    rounds: cause.rounds.map(wireRound),
    waiting: cause.waiting.map(({ sample, texts }) => ({ sample, texts: [...texts] })),
  }
}

const wireCleared = ({ storeId, memoryId, path }: ClearedMemory) => ({
  memory_store_id: storeId,
  memory_id: memoryId,
  path,
})

export function wireRound({ share: { held, of }, ...rest }: CauseRound): Wire<typeof round> {
  return { ...rest, held, of }
}

async function wireFound(
  db: Database,
  { storeId, memoryId, versionId, lines, writtenBy, adds }: FoundCause,
): Promise<Wire<typeof found>> {
  const [shown, writer] = await Promise.all([
    versionIfThere(db, { storeId, versionId, view: 'basic' }),
    versionIfThere(db, { storeId, versionId: writtenBy, view: 'basic' }),
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
    with: adds?.with ?? null,
    without: adds?.without ?? null,
    interval: adds ? [adds.interval.low, adds.interval.high] : null,
  }
}

export const causeEstimateAnswer = z.strictObject({
  type: z.literal('cause_search_estimate'),
  check: wireCheck,
  /** whether the check holds in the recorded answer; null: a model or a person is asked */
  holds: z.boolean().nullable(),
  memory_count: size,
  /** of a usual search, with one cause */
  estimate: pricedUsage,
  budget,
  ...repeatedOnTheWire,
})

export function wireCauseEstimate(estimate: CauseEstimate): Wire<typeof causeEstimateAnswer> {
  return {
    type: 'cause_search_estimate',
    check: checkOnTheWire(estimate.check),
    holds: estimate.holds,
    memory_count: estimate.memoryCount,
    estimate: wirePricedUsage(estimate),
    budget: wireBudget(estimate.budget),
    ...wireRepeated(estimate.repeatedEarlier),
  }
}

export const partsEstimateAnswer = z.strictObject({
  type: z.literal('cause_parts_estimate'),
  answers: size,
  estimate: pricedUsage,
})

export function wirePartsEstimate(
  answers: number,
  price: PricedUsage,
): Wire<typeof partsEstimateAnswer> {
  return { type: 'cause_parts_estimate', answers, estimate: wirePricedUsage(price) }
}

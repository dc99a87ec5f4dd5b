import { z } from 'zod'
import type { Database } from '@/lib/db/database'
import type { Bisection, BisectionStep } from '@/lib/replay/get-bisection'
import type { FoundTurn } from '@/lib/replay/model/replay'
import type { BisectionEstimate } from '@/lib/replay/start-bisection'
import { changesetOfVersion } from '@/lib/review/changesets/changeset-of-version'
import { versionIfThere } from '@/lib/store/versions/read-versions'
import { checkOnTheWire, wireCheck } from '../replay-schemas'
import { budget, pricedUsage, wireBudget, wirePricedUsage } from './model-usage'
import { headOfReplay, wireHead } from './replay'
import { actor, size, timeOrNull, time, type Wire, wireActor } from './values'

const share = z.strictObject({ held: size, of: size })

const firstBad = z.strictObject({
  memory_store_id: z.string(),
  memory_id: z.string(),
  memory_version_id: z.string(),
  sequence: size,
  /** null, as are its author and time: redacted since, or its store is gone */
  path: z.string().nullable(),
  actor: actor.nullable(),
  session_id: z.string().nullable(),
  created_at: time.nullable(),
  /** null: it needed no review */
  changeset_id: z.string().nullable(),
  /** how often the check held before it, and with it */
  before: share,
  after: share,
})

const step = z.strictObject({
  purpose: z.enum(['strip', 'narrowing', 'confirming', 'contradictions']),
  /** how many of the changes it has */
  change: size,
  /** of the last of them; null: it has none */
  sequence: size.nullable(),
  held: size,
  of: size,
})

export const bisectionAnswer = z.strictObject({
  ...headOfReplay,
  type: z.literal('bisection'),
  check: wireCheck,
  verdict: z.enum(['found', 'no_change', 'undecided']).nullable(),
  first_bad: firstBad.nullable(),
  /** false: the answer turned more than once; null: too little was asked to tell */
  is_consistent: z.boolean().nullable(),
  /** changes that are looked at; null: not known yet */
  change_count: size.nullable(),
  steps: z.array(step),
})

/** A bisection as it is now, with who made the change that was found. */
export async function wireBisection(
  db: Database,
  bisection: Bisection,
): Promise<Wire<typeof bisectionAnswer>> {
  const { result, steps } = bisection
  return {
    ...wireHead(bisection),
    type: 'bisection',
    check: checkOnTheWire(bisection.check),
    verdict: result?.verdict ?? null,
    first_bad: result ? await wireFirstBad(db, result) : null,
    is_consistent: result?.isConsistent ?? null,
    change_count: bisection.changeCount,
    steps: steps.map(wireStep),
  }
}

export function wireStep({
  purpose,
  moment,
  change,
  share: { held, of },
}: BisectionStep): Wire<typeof step> {
  return { purpose, change: moment, sequence: change?.sequence ?? null, held, of }
}

export async function wireFirstBad(
  db: Database,
  { change, before, after }: FoundTurn,
): Promise<Wire<typeof firstBad> | null> {
  if (!change || !before || !after) return null
  const { storeId, memoryId, versionId, sequence } = change
  const version = await versionIfThere(db, { storeId, versionId, view: 'basic' })
  return {
    memory_store_id: storeId,
    memory_id: memoryId,
    memory_version_id: versionId,
    sequence,
    path: version?.path ?? null,
    actor: version ? wireActor(version.createdBy) : null,
    session_id: version?.sessionId ?? null,
    created_at: timeOrNull(version?.createdAt ?? null),
    changeset_id: await changesetOfVersion(db, versionId),
    before,
    after,
  }
}

export const bisectionEstimateAnswer = z.strictObject({
  type: z.literal('bisection_estimate'),
  change_count: size,
  estimate: pricedUsage,
  budget,
})

export function wireBisectionEstimate({
  changeCount,
  budget: wanted,
  ...price
}: BisectionEstimate): Wire<typeof bisectionEstimateAnswer> {
  return {
    type: 'bisection_estimate',
    change_count: changeCount,
    estimate: wirePricedUsage(price),
    budget: wireBudget(wanted),
  }
}

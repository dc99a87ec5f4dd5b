import { z } from 'zod'
import { MAX_STEPS, type Reach, type ReachedChange, type Reader } from '@/lib/store/model/reach'
import type { LongList } from '../long-list'
import { versionAnswer, wireVersion } from './memory-version'
import { actor, size, time, type Wire, wireActor, wireTime } from './values'

const certainty = z.enum(['exact', 'possible'])
const step = z.int().min(1).max(MAX_STEPS)

const reader = z.strictObject({
  /** null: a caller without a session */
  session_id: z.string().nullable(),
  actor,
  step,
  certainty,
  read_at: time,
  read: z.strictObject({ memory_store_id: z.string(), memory_version_id: z.string() }),
})

const reachedChange = z.strictObject({
  step,
  certainty,
  /** the place in `sessions` of who made it, from 0 */
  session: size,
  memory_version: versionAnswer,
})

export const reachAnswer = z.strictObject({
  type: z.literal('memory_version_reach'),
  memory_version_id: z.string(),
  /** false: there were more readers or changes than are followed */
  complete: z.boolean(),
  sessions: z.array(reader),
  data: z.array(reachedChange),
  next_page: z.string().nullable(),
})

/** A page of what a version reaches, with all who read it (review page, Reach). */
export function wireReach(
  { version, readers, isWhole }: Reach,
  changes: readonly ReachedChange[],
  nextPage: string | null,
): LongList<ReachedChange> {
  const about: Omit<Wire<typeof reachAnswer>, 'data'> = {
    type: 'memory_version_reach',
    memory_version_id: version.id,
    complete: isWhole,
    sessions: readers.map(wireReader),
    next_page: nextPage,
  }
  return { about, name: 'data', items: changes, wire: wireChange }
}

function wireReader({
  actor,
  sessionId,
  step,
  certainty,
  readAt,
  read,
}: Reader): Wire<typeof reader> {
  return {
    session_id: sessionId,
    actor: wireActor(actor),
    step,
    certainty,
    read_at: wireTime(readAt),
    read: { memory_store_id: read.storeId, memory_version_id: read.versionId },
  }
}

function wireChange({
  version,
  step,
  certainty,
  reader,
}: ReachedChange): Wire<typeof reachedChange> {
  return { step, certainty, session: reader, memory_version: wireVersion(version) }
}

import type { Reach, ReachedChange, Reader } from '@/lib/store/model/reach'
import type { LongList } from './long-list'
import { wireActor, wireTime, wireVersion } from './serialise'

/** A page of what a version reaches, with all who read it (review page, Reach). */
export function wireReach(
  { version, readers, isWhole }: Reach,
  changes: readonly ReachedChange[],
  nextPage: string | null,
): LongList<ReachedChange> {
  const about = {
    type: 'memory_version_reach' as const,
    memory_version_id: version.id,
    /** whether everything was followed */
    complete: isWhole,
    sessions: readers.map(wireReader),
    next_page: nextPage,
  }
  return { about, name: 'data', items: changes, wire: wireChange }
}

function wireReader({ actor, sessionId, step, certainty, readAt, read }: Reader) {
  return {
    session_id: sessionId,
    actor: wireActor(actor),
    step,
    certainty,
    read_at: wireTime(readAt),
    read: { memory_store_id: read.storeId, memory_version_id: read.versionId },
  }
}

function wireChange({ version, step, certainty, reader }: ReachedChange) {
  return { step, certainty, session: reader, memory_version: wireVersion(version) }
}

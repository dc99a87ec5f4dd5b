import type { ReviewEvent, ReviewEventType } from '@/lib/store/model/review-event'
import type { StoreEvent } from '@/lib/store/events/events'
import { wireVersion } from './memory-version'
import { wireActor, wireTime } from './values'

/** The events of a store's stream. */

export function wireEvent(event: StoreEvent) {
  return {
    type: event.type,
    sequence: event.sequence,
    memory_store_id: event.storeId,
    created_at: wireTime(event.createdAt),
    actor: event.actor ? wireActor(event.actor) : null,
    session_id: event.version?.sessionId ?? null,
    batch_id: event.version?.batch?.id ?? null,
    for_review: event.isForReview,
    memory_version: event.version ? wireVersion(event.version) : null,
  }
}

/** An event of a store's review, without content. */
export function wireReviewEvent({ type, storeId, subject, createdAt }: ReviewEvent) {
  const ids = subject.split('/')
  return {
    type,
    memory_store_id: storeId,
    ...Object.fromEntries(SUBJECTS[type].toReversed().map((name) => [name, ids.pop()])),
    created_at: wireTime(createdAt),
  }
}

/** An event that belongs to a test names it, too: what it is about has its address there. */
const SUBJECTS = {
  'changeset.updated': ['changeset_id'],
  'proposal.created': ['proposal_id'],
  'proposal.settled': ['proposal_id'],
  'finding.created': ['finding_id'],
  'findings.updated': ['memory_id'],
  'version.attributed': ['memory_version_id'],
  'test.run': ['memory_test_id', 'memory_test_run_id'],
  'bisection.step': ['memory_test_id', 'bisection_id'],
} as const satisfies Record<ReviewEventType, readonly string[]>

import type { Side } from '@/lib/db/generated/sqlite/enums'
import type { Memory, Version } from '../model/model'
import type { Cause } from '../model/actor'

/**
 * How far people have looked at a memory: base and last of its mark, kept in the same statement that
 * writes a version (review contract, *The mark*).
 */

export type Mark = Pick<Memory, 'reviewedSequence' | 'toReview' | 'toReviewAt'>

/** Whose a version is for review: an agent's restore and undo are an agent's, too. */
export const sideOf = (cause: Cause): Side => (cause.isAgent ? 'agent' : 'person')

/** The mark of a memory after a version; `before`: as it was, null: the memory is new. */
export function markAfter(
  before: (Mark & { sequence: number }) | null,
  version: Pick<Version, 'side' | 'sequence' | 'createdAt'>,
): Mark {
  const clean = { reviewedSequence: null, toReview: null, toReviewAt: null }
  if (version.side !== 'agent') {
    if (!before) return clean
    const { reviewedSequence, toReview, toReviewAt } = before
    return { reviewedSequence, toReview, toReviewAt }
  }
  const isMarked = before?.toReview != null
  const base = isMarked ? before.reviewedSequence : (before?.sequence ?? null)
  return { reviewedSequence: base, toReview: version.sequence, toReviewAt: version.createdAt }
}

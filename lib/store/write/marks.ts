import { rowsOf } from '@/lib/db/many'
import { chunked } from '@/lib/text/lists'
import type { Memory, Version } from '../model/model'
import type { Change } from './change'

/**
 * How far a person has looked at a memory: `reviewedSequence` is the version that they saw last, null from
 * before its first, and `toReview` the last one of an agent after it, null where nothing is to review.
 */
export type Mark = Pick<Memory, 'reviewedSequence' | 'toReview' | 'toReviewAt'>

/** The mark of a memory after a version; `before`: as it was, null: the memory is new. */
export function markAfter(
  before: (Mark & { sequence: number }) | null,
  { side, sequence, createdAt }: Version,
): Mark {
  if (side === 'agent') {
    const isMarked = before?.toReview != null
    const base = isMarked ? before.reviewedSequence : (before?.sequence ?? null)
    return { reviewedSequence: base, toReview: sequence, toReviewAt: createdAt }
  }
  const { reviewedSequence = null, toReview = null, toReviewAt = null } = before ?? {}
  return { reviewedSequence, toReview, toReviewAt }
}

/**
 * Opens the marks again that a settle had closed or moved on, but for memories that stay as they are.
 * Answers whether any was. For undoing by people: what an agent undoes is a write of its own.
 */
export async function reopenReviews(
  c: Change,
  batchId: string,
  staying: ReadonlySet<string>,
): Promise<boolean> {
  const { tx, store, now } = c
  const standing = await tx.review.findMany({
    where: { batchId, storeId: store.id, endedAt: null },
  })
  const reviews = standing.filter(({ memoryId }) => !staying.has(memoryId))
  if (reviews.length === 0) return false
  const ids = reviews.map(({ memoryId }) => memoryId)
  const select = { id: true, reviewedSequence: true, toReview: true, toReviewAt: true } as const
  const memories = await rowsOf(ids, (some) =>
    tx.memory.findMany({ where: { id: { in: some } }, select }),
  )
  const markOf = new Map(memories.map((memory) => [memory.id, memory]))
  const versions = await rowsOf(
    reviews.map(({ lastSequence }) => lastSequence),
    (some) =>
      tx.version.findMany({
        where: { storeId: store.id, sequence: { in: some } },
        select: { sequence: true, createdAt: true },
      }),
  )
  const timeOf = new Map(versions.map(({ sequence, createdAt }) => [sequence, createdAt]))
  for (const { memoryId: id, fromSequence, lastSequence } of reviews) {
    const { id: _, ...mark } = markOf.get(id) ?? { ...CLEAN, id }
    const was = {
      reviewedSequence: fromSequence,
      toReview: lastSequence,
      toReviewAt: timeOf.get(lastSequence) ?? now,
    }
    await tx.memory.update({ where: { id }, data: joined(mark, was), select: { id: true } })
  }
  for (const some of chunked(ids, 500)) {
    const where = { batchId, memoryId: { in: some } }
    await tx.review.updateMany({ where, data: { endedAt: now } })
  }
  await c.event({ type: 'memory.reviewed', subjectId: batchId })
  return true
}

const CLEAN: Mark = { reviewedSequence: null, toReview: null, toReviewAt: null }

/** All that either of two marks says is to review. */
function joined(mark: Mark, was: Mark & { toReview: number }): Mark {
  if (mark.toReview === null) return was
  const bases = [mark.reviewedSequence, was.reviewedSequence]
  const base = bases.includes(null) ? null : Math.min(...bases.map(Number))
  return { ...(mark.toReview > was.toReview ? mark : was), reviewedSequence: base }
}

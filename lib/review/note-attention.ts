import type { Database } from '@/lib/db/database'
import type { Actor } from '@/lib/store/model/actor'
import { refuseReview } from './model/review-problems'

const DAY_MS = 86_400_000

/** A page reports more often; what is longer was not measured by one. Milliseconds. */
const MAX_ATTENTION_MS = 10 * 60_000

export interface NoteAttentionInput {
  changesetId: string
  reviewer: Actor
  /** for how long the changeset was before their eyes since the last report, milliseconds */
  visibleMs: number
  /** milliseconds since 1970 */
  now: number
}

/**
 * Adds to the time for which a reviewer looked at a changeset today; of one report ten minutes
 * count at most, and of a day no more than it has. Refuses `changeset_not_found`.
 */
export async function noteAttention(db: Database, input: NoteAttentionInput): Promise<void> {
  const { changesetId, reviewer, now } = input
  const visibleMs = Math.min(Math.round(input.visibleMs), MAX_ATTENTION_MS)
  if (visibleMs <= 0) return
  await db.write(async (tx) => {
    const noted = await tx.run(
      `INSERT INTO review_attention (changeset_key, actor_id, day, visible_ms)
       SELECT key, CAST(? AS TEXT), CAST(? AS BIGINT), CAST(? AS BIGINT) FROM changesets WHERE id = ?
       ON CONFLICT (changeset_key, actor_id, day) DO UPDATE SET visible_ms =
         CASE WHEN review_attention.visible_ms + excluded.visible_ms > ${DAY_MS} THEN ${DAY_MS}
         ELSE review_attention.visible_ms + excluded.visible_ms END`,
      [reviewer.id, now - (now % DAY_MS), visibleMs, changesetId],
    )
    if (noted === 0) refuseReview({ kind: 'changeset_not_found', changesetId })
  })
}

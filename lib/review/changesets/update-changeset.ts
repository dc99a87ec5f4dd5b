import type { Database } from '@/lib/db/database'
import { addChangesetUpdated } from '@/lib/store/events/review-events'
import type { Actor } from '@/lib/store/model/actor'
import { refuse } from '@/lib/store/model/problems'
import { applyReview } from '../decisions/apply-review'
import { decideHunks } from '../decisions/decide-hunks'
import type { ChangesetState } from '../model/changeset'
import { hunkId } from '../model/hunk'
import { refuseReview } from '../model/review-problems'
import { changesetMemories } from './changeset-memories'
import { getChangeset } from './list-changesets'

export interface UpdateChangesetInput {
  changesetId: string
  /** who is to decide it; null: nobody in particular */
  assignee?: Actor | null | undefined
  /**
   * when it comes back, milliseconds since 1970; `change`: with its next change; null: it is open
   * now
   */
  snoozedUntil?: number | 'change' | null | undefined
}

/**
 * Assigns a changeset, or puts it aside for a while. Refuses `changeset_not_found`; `changeset_done`
 * if it is to be put aside and nothing in it is left to decide.
 */
export async function updateChangeset(db: Database, input: UpdateChangesetInput): Promise<void> {
  const { changesetId, assignee, snoozedUntil } = input
  await db.write(async (tx) => {
    const row = await tx.get<{ key: number; store_key: number; state: ChangesetState }>(
      `SELECT key, store_key, state FROM changesets WHERE id = ? ${tx.forUpdate}`,
      [changesetId],
    )
    if (!row) return refuseReview({ kind: 'changeset_not_found', changesetId })
    const isToRest = snoozedUntil !== undefined && snoozedUntil !== null
    if (isToRest && row.state === 'done') refuseReview({ kind: 'changeset_done', changesetId })
    if (assignee !== undefined) {
      await tx.run(
        `UPDATE changesets SET assignee_type = ?, assignee_id = ?, revision = revision + 1
         WHERE key = ?`,
        [assignee?.type ?? null, assignee?.id ?? null, row.key],
      )
    }
    if (isToRest || (snoozedUntil === null && row.state === 'snoozed')) {
      await tx.run(
        `UPDATE changesets SET state = ?, snoozed_until = ?, revision = revision + 1
         WHERE key = ?`,
        [
          isToRest ? 'snoozed' : 'open',
          typeof snoozedUntil === 'number' ? snoozedUntil : null,
          row.key,
        ],
      )
    }
    await addChangesetUpdated(tx, row.key)
    tx.touch(row.store_key)
  })
}

/** Of a changeset with more memories it is not asked whether any of it stands. */
const MAX_MEMORIES = 2_000

/**
 * Whether nothing that is open in a changeset stands any more: each of its open memories is again as
 * it was before, or was created by it and is deleted. False if that is not known: nothing is open, a
 * content was redacted, or there are too many memories.
 */
export async function isGone(
  db: Database,
  changeset: { id: string; memoryCount: number; openHunks: number },
): Promise<boolean> {
  if (changeset.openHunks === 0 || changeset.memoryCount > MAX_MEMORIES) return false
  const standing = await db.read.get<{ one: number }>(
    `SELECT 1 AS one FROM changesets s CROSS JOIN changeset_memories c CROSS JOIN memories m
     WHERE s.id = ? AND c.changeset_key = s.key AND c.open_hunks > 0 AND m.key = c.memory_key
       AND NOT (m.path IS NULL AND c.kind = 'created')
       AND NOT EXISTS (SELECT 1 FROM memory_versions b CROSS JOIN path_nodes n
         WHERE b.memory_key = c.memory_key AND b.sequence = (SELECT max(e.sequence)
             FROM memory_versions e WHERE e.memory_key = c.memory_key AND e.sequence < (
               SELECT min(f.sequence) FROM memory_versions f
               WHERE f.changeset_key = c.changeset_key AND f.memory_key = c.memory_key))
           AND b.operation <> 'deleted' AND b.sha256 = m.sha256
           AND n.key = b.node_key AND n.path = m.path)
     LIMIT 1`,
    [changeset.id],
  )
  return standing === undefined
}

/**
 * Closes a changeset of which nothing stands any more: what is open counts as reverted, which it is.
 * Writes no version; returns how many hunks that were. Refuses `changeset_not_found`, as
 * `decideHunks` does, and `plan_changed` if some of it stands after all.
 */
export async function closeGone(
  db: Database,
  { changesetId, reviewer }: { changesetId: string; reviewer: Actor },
): Promise<number> {
  const changeset = await getChangeset(db, changesetId)
  const { storeId } = changeset
  if (!(await isGone(db, changeset))) return refuse({ kind: 'plan_changed', storeId })
  const memories = await changesetMemories(db, changesetId)
  const decisions = memories.flatMap((memory) =>
    memory.hunks.flatMap((hunk) =>
      hunk.verdict === null
        ? {
            hunkId: hunkId({ ...hunk, memoryId: memory.memoryId, through: memory.through }),
            decision: 'rejected' as const,
            seen: false,
          }
        : [],
    ),
  )
  await decideHunks(db, { changesetId, decisions, reviewer })
  const { plan, planHash } = await applyReview(db, { changesetId, reviewer, isDryRun: true })
  // Somebody wrote it again meanwhile: it lies in the tray, and is applied by who sees it there.
  if (plan.willChange.length > 0) return refuse({ kind: 'plan_changed', storeId })
  await applyReview(db, { changesetId, reviewer, plan: planHash })
  return decisions.length
}

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

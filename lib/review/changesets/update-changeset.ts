import type { Database } from '@/lib/db/database'
import { addChangesetUpdated } from '@/lib/store/events/review-events'
import type { Actor } from '@/lib/store/model/actor'
import { refuse } from '@/lib/store/model/problems'
import { DAY_MS } from '@/lib/text/day-ms'
import { applyReview } from '../decisions/apply-review'
import { decideHunks } from '../decisions/decide-hunks'
import { hunkId } from '../model/hunk'
import { refuseReview } from '../model/review-problems'
import { changesetMemories } from './changeset-memories'
import { getChangeset } from './list-changesets'
import { addAttention, lockedState, updateAssignee, updateState } from './sql/changesets'
import { hasStandingChange } from './sql/memories'

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
    const row = await lockedState(tx, changesetId)
    if (!row) return refuseReview({ kind: 'changeset_not_found', changesetId })
    const isToRest = snoozedUntil !== undefined && snoozedUntil !== null
    if (isToRest && row.state === 'done') refuseReview({ kind: 'changeset_done', changesetId })
    if (assignee !== undefined) {
      const [assigneeType, assigneeId] = [assignee?.type ?? null, assignee?.id ?? null]
      await updateAssignee(tx, { key: row.key, assigneeType, assigneeId })
    }
    if (isToRest || (snoozedUntil === null && row.state === 'snoozed')) {
      await updateState(tx, {
        key: row.key,
        state: isToRest ? 'snoozed' : 'open',
        snoozedUntil: typeof snoozedUntil === 'number' ? snoozedUntil : null,
      })
    }
    await addChangesetUpdated(tx, row.key)
    tx.touch(row.storeKey)
  })
}

/** With more memories than this, a changeset is not checked for whether any of it stands. */
const MAX_MEMORIES = 2_000

/**
 * Returns whether all that was open in a changeset is gone: each of its open memories is again as
 * it was before, or was created by it and is deleted. False if that is unknown: nothing is open, a
 * content was redacted, or there are too many memories.
 */
export async function isGone(
  db: Database,
  changeset: { id: string; memoryCount: number; openHunks: number },
): Promise<boolean> {
  if (changeset.openHunks === 0 || changeset.memoryCount > MAX_MEMORIES) return false
  return !(await hasStandingChange(db.read, changeset.id))
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
    const noted = await addAttention(tx, {
      changesetId,
      actorId: reviewer.id,
      day: now - (now % DAY_MS),
      visibleMs,
    })
    if (noted === 0) refuseReview({ kind: 'changeset_not_found', changesetId })
  })
}

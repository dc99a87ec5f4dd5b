'use server'

import { revalidatePath } from 'next/cache'
import { z } from 'zod'
import { PERSON } from '@/components/commands/attempt'
import { database } from '@/lib/db/open-database'
import { applyReview } from '@/lib/review/apply-review'
import { decideHunks } from '@/lib/review/decide-hunks'
import { undoReview } from '@/lib/review/undo-review'
import { updateChangeset } from '@/lib/review/update-changeset'
import { reviewCommand } from './review-command'

const decisions = z.object({
  changesetId: z.string(),
  decisions: z
    .array(
      z.object({
        hunkId: z.string(),
        decision: z.enum(['accepted', 'rejected', 'edited']).nullable(),
        content: z.string().optional(),
        seen: z.boolean(),
      }),
    )
    .min(1)
    .max(1000),
})

/** Records what a person decided about hunks; answers how many are left. */
export const decideHunksAction = reviewCommand(decisions, (wanted) =>
  decideHunks(database(), { ...wanted, reviewer: PERSON.actor }),
)

/** What applying a tray did, and what it left alone. */
export interface AppliedReview {
  memories: number
  batchId: string | null
  /** memories in which somebody else changed the same since */
  changedSince: number
  /** memories that could not be written */
  cannot: number
}

const apply = z.object({
  changesetId: z.string(),
  /** whether others' later changes to the same lines are overwritten */
  isForced: z.boolean(),
})

/** Writes what the person rejected and edited in a changeset. */
export const applyReviewAction = reviewCommand(apply, async (wanted): Promise<AppliedReview> => {
  const done = await applyReview(database(), { ...wanted, reviewer: PERSON.actor })
  revalidatePath('/review', 'layout')
  return {
    memories: done.versionIds.length,
    batchId: done.batchId,
    changedSince: done.plan.changedSince.length,
    cannot: done.plan.cannot.length,
  }
})

const undo = z.object({ changesetId: z.string(), batchId: z.string() })

/** Undoes an applied tray; what was rejected in it is open again. */
export const undoReviewAction = reviewCommand(undo, async (wanted) => {
  await undoReview(database(), { ...wanted, reviewer: PERSON.actor })
  revalidatePath('/review', 'layout')
})

const update = z.object({
  changesetId: z.string(),
  /** milliseconds from now; `change`: until its next change; null: it is open again */
  snoozedFor: z.union([z.int().positive(), z.literal('change')]).nullish(),
  isMine: z.boolean().optional(),
})

/** Puts a changeset aside for a while, or takes it on. */
export const updateChangesetAction = reviewCommand(update, async (wanted) => {
  const { changesetId, snoozedFor, isMine } = wanted
  await updateChangeset(database(), {
    changesetId,
    snoozedUntil: typeof snoozedFor === 'number' ? Date.now() + snoozedFor : snoozedFor,
    assignee: isMine === undefined ? undefined : isMine ? PERSON.actor : null,
  })
  revalidatePath('/review', 'layout')
})

'use server'

import { z } from 'zod'
import { database } from '@/lib/db/open-database'
import { undoChanges } from '@/lib/store/undo/undo-changes'
import { PERSON } from '@/components/commands/attempt'
import { command } from '@/components/commands/command'
import { storePages } from '@/components/commands/shown-on'

const undo = z.object({
  storeId: z.string(),
  changes: z.union([
    z.object({ sessionId: z.string() }),
    z.object({ batchId: z.string() }),
    z.object({ changesetId: z.string() }),
    z.object({ versionIds: z.array(z.string()).min(1) }),
    z.object({ from: z.int().nonnegative(), to: z.int().positive() }),
  ]),
  /** whether later changes by others to the same lines are undone as well */
  isForced: z.boolean(),
  /** memories that the person left out */
  withoutMemoryIds: z.array(z.string()),
  /** the plan that the person saw */
  plan: z.string(),
})

/**
 * The outcome of an undo: the numbers of memories changed and left as they were, and the batch for
 * undoing it.
 */
export interface UndoOutcome {
  memories: number
  leftAlone: number
  batchId: string | null
}

/** Undoes changes as shown; does nothing if the plan is outdated. */
export const undoChangesAction = command(
  undo,
  async (wanted): Promise<UndoOutcome> => {
    const done = await undoChanges(database(), { ...wanted, cause: PERSON })
    const { changedSince, cannot } = done.plan
    return {
      memories: done.versionIds.length,
      leftAlone: changedSince.length + cannot.length + wanted.withoutMemoryIds.length,
      batchId: done.batchId,
    }
  },
  storePages,
)

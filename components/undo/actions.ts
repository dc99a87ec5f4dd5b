'use server'

import { revalidatePath } from 'next/cache'
import { z } from 'zod'
import { database } from '@/lib/db/open-database'
import { undoChanges } from '@/lib/store/undo-changes'
import { PERSON } from '@/components/commands/attempt'
import { command } from '@/components/commands/command'

const undo = z.object({
  storeId: z.string(),
  changes: z.union([
    z.object({ sessionId: z.string() }),
    z.object({ batchId: z.string() }),
    z.object({ versionIds: z.array(z.string()).min(1) }),
    z.object({ from: z.int().nonnegative(), to: z.int().positive() }),
  ]),
  /** whether what others made of the same lines since is taken back as well */
  isForced: z.boolean(),
  /** the plan that the person saw */
  plan: z.string(),
})

/** What undoing changed: how many memories, and the batch by which it can itself be undone. */
export interface Undone {
  memories: number
  batchId: string | null
}

/** Takes changes back as it was shown; where the plan is another one by now, nothing is done. */
export const undoChangesAction = command(undo, async (wanted): Promise<Undone> => {
  const done = await undoChanges(database(), { ...wanted, cause: PERSON })
  revalidatePath(`/stores/${wanted.storeId}`)
  return { memories: done.versionIds.length, batchId: done.batchId }
})

'use server'

import { revalidatePath } from 'next/cache'
import { z } from 'zod'
import { texts } from '@/components/i18n/server-texts'
import { database } from '@/lib/db/database'
import { undoChanges } from '@/lib/store/undo-changes'
import { attempt, type ActionResult, PERSON } from './action'
import { planName } from './plan-name'

const undo = z.object({
  storeId: z.string(),
  changes: z.union([
    z.object({ sessionId: z.string() }),
    z.object({ versionIds: z.array(z.string()).min(1) }),
  ]),
  /** whether what others changed since is taken back as well */
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
export async function undoChangesAction(
  input: z.input<typeof undo>,
): Promise<ActionResult<Undone>> {
  const { storeId, changes, isForced, plan } = undo.parse(input)
  return attempt(async () => {
    const wanted = { storeId, changes, isForced, cause: PERSON }
    const planned = await undoChanges(database(), { ...wanted, isDryRun: true })
    if (planName(planned.plan) !== plan) return null
    const done = await undoChanges(database(), wanted)
    revalidatePath(`/stores/${storeId}`)
    return { memories: done.versionIds.length, batchId: done.batchId }
  }).then(async (outcome): Promise<ActionResult<Undone>> => {
    if (!outcome.isDone) return outcome
    const { value } = outcome
    if (value === null) return { isDone: false, why: (await texts())('Undo.stale') }
    return { isDone: true, value }
  })
}

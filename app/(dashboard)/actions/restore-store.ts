'use server'

import { revalidatePath } from 'next/cache'
import { z } from 'zod'
import { database } from '@/lib/db/database'
import { restoreStore } from '@/lib/store/restore-store'
import type { RollbackPlan } from '@/lib/store/rollback-plan'
import { attempt, type ActionResult, PERSON } from './action'

const moment = z.object({ storeId: z.string(), sequence: z.int().nonnegative() })

/** What restoring a store to a moment would do. */
export async function planRestoreAction(
  input: z.input<typeof moment>,
): Promise<ActionResult<RollbackPlan>> {
  const { storeId, sequence } = moment.parse(input)
  return attempt(async () => {
    const at = { sequence }
    return (await restoreStore(database(), { storeId, at, isDryRun: true, cause: PERSON })).plan
  })
}

/** Makes a store as it was at a moment; answers how many memories changed. */
export async function restoreStoreAction(
  input: z.input<typeof moment>,
): Promise<ActionResult<number>> {
  const { storeId, sequence } = moment.parse(input)
  return attempt(async () => {
    const at = { sequence }
    const { versionIds } = await restoreStore(database(), { storeId, at, cause: PERSON })
    revalidatePath(`/stores/${storeId}`)
    return versionIds.length
  })
}

'use server'

import { revalidatePath } from 'next/cache'
import { z } from 'zod'
import { database } from '@/lib/db/open-database'
import { restoreStore } from '@/lib/store/restore-store'
import type { RollbackPlan } from '@/lib/store/model/rollback-plan'
import { PERSON } from '@/components/commands/attempt'
import { command } from '@/components/commands/command'
import { nameMoment, unnameMoment } from '@/lib/store/named-moments'

const moment = z.object({ storeId: z.string(), sequence: z.int().nonnegative() })

/** Changes of each group that are sent to the browser; the others are counted. */
const LISTED = 100

/** A plan as the browser shows it. */
export interface ShownPlan {
  willChange: RollbackPlan['willChange']
  cannot: RollbackPlan['cannot']
  counts: { willChange: number; cannot: number }
  /** names the plan */
  hash: string
}

/** What restoring a store to a moment would do. */
export const planRestoreAction = command(
  moment,
  async ({ storeId, sequence }): Promise<ShownPlan> => {
    const at = { sequence }
    const planned = await restoreStore(database(), { storeId, at, isDryRun: true, cause: PERSON })
    const { willChange, cannot } = planned.plan
    return {
      willChange: willChange.slice(0, LISTED),
      cannot: cannot.slice(0, LISTED),
      counts: { willChange: willChange.length, cannot: cannot.length },
      hash: planned.planHash,
    }
  },
)

const restoring = moment.extend({
  /** the plan that the person saw */
  plan: z.string(),
})

/** What restoring changed: how many memories, and the batch by which it can itself be undone. */
export interface RestoredStore {
  memories: number
  batchId: string | null
}

/** Makes a store as it was at a moment, as it was shown; where the plan is another by now, nothing is done. */
export const restoreStoreAction = command(
  restoring,
  async ({ storeId, sequence, plan }): Promise<RestoredStore> => {
    const wanted = { storeId, at: { sequence }, plan, cause: PERSON }
    const { versionIds, batchId } = await restoreStore(database(), wanted)
    revalidatePath(`/stores/${storeId}`)
    return { memories: versionIds.length, batchId }
  },
)

const naming = z.object({
  storeId: z.string(),
  sequence: z.int().nonnegative(),
  /** '' takes the name away */
  name: z.string(),
})

/** Gives a moment of a store a name, or takes it away. */
export const nameMomentAction = command(naming, async ({ storeId, sequence, name }) => {
  if (name.trim() === '') await unnameMoment(database(), { storeId, sequence })
  else await nameMoment(database(), { storeId, sequence, name, cause: PERSON })
  revalidatePath(`/stores/${storeId}`)
  return null
})

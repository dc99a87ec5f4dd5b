'use server'

import { z } from 'zod'
import { database } from '@/lib/db/open-database'
import { restoreStore } from '@/lib/store/undo/restore-store'
import type { RollbackPlan } from '@/lib/store/model/rollback-plan'
import { PERSON } from '@/components/commands/attempt'
import { command } from '@/components/commands/command'
import { storePages } from '@/components/commands/shown-on'
import { nameMoment, unnameMoment } from '@/lib/store/time/named-moments'

const moment = z.object({ storeId: z.string(), sequence: z.int().nonnegative() })

/** Changes per group sent to the browser; the others are counted. */
const LISTED = 100

/** A plan for the browser. */
export interface ShownPlan {
  willChange: RollbackPlan['willChange']
  cannot: RollbackPlan['cannot']
  counts: { willChange: number; cannot: number }
  /** identifies the plan */
  hash: string
}

/** Plans restoring a store to a moment; nothing is written. */
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

/** The outcome of a restore: the number of memories changed, and the batch for undoing it. */
export interface RestoredStore {
  memories: number
  batchId: string | null
}

/** Restores a store to a moment as shown; does nothing if the plan is outdated. */
export const restoreStoreAction = command(
  restoring,
  async ({ storeId, sequence, plan }): Promise<RestoredStore> => {
    const wanted = { storeId, at: { sequence }, plan, cause: PERSON }
    const { versionIds, batchId } = await restoreStore(database(), wanted)
    return { memories: versionIds.length, batchId }
  },
  storePages,
)

const naming = z.object({
  storeId: z.string(),
  sequence: z.int().nonnegative(),
  /** '' removes the name */
  name: z.string(),
})

/** Names a moment of a store, or removes its name. */
export const nameMomentAction = command(
  naming,
  async ({ storeId, sequence, name }) => {
    if (name.trim() === '') await unnameMoment(database(), { storeId, sequence })
    else await nameMoment(database(), { storeId, sequence, name, cause: PERSON })
    return null
  },
  storePages,
)

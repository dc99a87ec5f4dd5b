'use server'

import { z } from 'zod'
import { act } from '@/components/act/act'
import { shown } from '@/components/act/shown'
import { doPlan, planOf } from '@/lib/store/plan/do-plan'

/** Takes back what a batch wrote; what was changed since stays as it is. Returns how many stayed. */
export const undoWritten = act(
  shown({ batchId: z.string().min(1) }, { storeId: z.string() }),
  async ({ storeId, batchId }, by): Promise<number> => {
    const ask = { kind: 'undo' as const, batchId }
    const { plan } = await planOf(storeId, ask)
    await doPlan(storeId, ask, { hash: plan.hash }, by)
    return plan.rows.filter(({ group }) => group !== 'change').length
  },
  ({ storeId }) => `/stores/${storeId}`,
)

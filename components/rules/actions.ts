'use server'

import { z } from 'zod'
import { act, shown } from '@/components/act/act'
import { rulesSchema } from '@/lib/review/rules'
import { saveRules } from '@/lib/review/save-rules'

/** Gives a store other rules, as long as those that were shown still hold. */
export const save = act(
  shown({ shown: rulesSchema.nullable() }, { storeId: z.string(), rules: rulesSchema }),
  async ({ storeId, ...input }, by) => {
    const now = await saveRules(storeId, input, by)
    return { now, was: input.shown }
  },
  ({ storeId }) => `/stores/${storeId}/rules`,
)

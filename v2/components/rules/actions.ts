'use server'

import { z } from 'zod'
import { act, shown } from '@/components/act/act'
import { ANSWERS, PATH_ANSWERS } from '@/lib/review/answers'
import { saveRules } from '@/lib/review/save-rules'

/** Any globs: those that cannot be are refused in words. */
const rules = z.object({
  everything: z.enum(ANSWERS.everything),
  secrets: z.enum(ANSWERS.secrets),
  personalData: z.enum(ANSWERS.personalData),
  instructions: z.enum(ANSWERS.instructions),
  deletions: z.enum(ANSWERS.deletions),
  paths: z.array(z.object({ glob: z.string(), answer: z.enum(PATH_ANSWERS) })),
})

/** Gives a store other rules, as long as those that were shown still hold. */
export const save = act(
  shown({ shown: rules.nullable() }, { storeId: z.string(), rules }),
  async ({ storeId, ...input }, by) => {
    const now = await saveRules(storeId, input, by)
    return { now, was: input.shown }
  },
  ({ storeId }) => `/stores/${storeId}/rules`,
)

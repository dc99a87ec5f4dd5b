'use server'

import { z } from 'zod'
import { database } from '@/lib/db/open-database'
import { findText } from '@/lib/store/find-text'
import { redactText } from '@/lib/store/redact-text'
import { PERSON } from '@/components/commands/attempt'
import { command } from '@/components/commands/command'

const where = z.object({ text: z.string(), storeId: z.string().nullable() })
const page = where.extend({ skip: z.int().min(0), limit: z.int().min(1).max(1000) })
const what = where.extend({
  replacement: z.string(),
  earlierVersions: z.enum(['rewrite', 'empty']),
})

const storesOf = (storeId: string | null) => (storeId === null ? undefined : [storeId])

/** Finds a text in one store or in all: counts every hit and lists a page of them. */
export const findTextAction = command(page, ({ text, storeId, skip, limit }) =>
  findText(database(), { text, storeIds: storesOf(storeId), skip, limit }),
)

/** Starts redacting a text everywhere; answers the job's id. */
export const redactTextAction = command(
  what,
  async ({ text, storeId, replacement, earlierVersions }) => {
    const { job } = await redactText(database(), {
      text,
      replacement,
      earlierVersions,
      storeIds: storesOf(storeId),
      cause: PERSON,
    })
    return job.id
  },
)

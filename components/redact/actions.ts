'use server'

import { z } from 'zod'
import { database } from '@/lib/db/open-database'
import { findText, type TextFound } from '@/lib/store/find-text'
import { redactText } from '@/lib/store/redact-text'
import type { ActionResult } from '@/components/commands/action-result'
import { attempt, PERSON } from '@/components/commands/attempt'

const where = z.object({ text: z.string(), storeId: z.string().nullable() })
const page = where.extend({ skip: z.int().min(0), limit: z.int().min(1).max(1000) })
const what = where.extend({
  replacement: z.string(),
  earlierVersions: z.enum(['rewrite', 'empty']),
})

const storesOf = (storeId: string | null) => (storeId === null ? undefined : [storeId])

/** Where a text stands, in one store or in all: everything counted, a page of it listed. */
export async function findTextAction(
  input: z.input<typeof page>,
): Promise<ActionResult<TextFound>> {
  const { text, storeId, skip, limit } = page.parse(input)
  return attempt(() => findText(database(), { text, storeIds: storesOf(storeId), skip, limit }))
}

/** Starts taking a text out of everything; answers the job's id. */
export async function redactTextAction(input: z.input<typeof what>): Promise<ActionResult<string>> {
  const { text, storeId, replacement, earlierVersions } = what.parse(input)
  return attempt(async () => {
    const { job } = await redactText(database(), {
      text,
      replacement,
      earlierVersions,
      storeIds: storesOf(storeId),
      cause: PERSON,
    })
    return job.id
  })
}

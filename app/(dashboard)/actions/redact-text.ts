'use server'

import { z } from 'zod'
import { database } from '@/lib/db/database'
import { findText, type TextPlaceFound } from '@/lib/store/find-text'
import { redactText } from '@/lib/store/redact-text'
import { attempt, type ActionResult, PERSON } from './action'

const where = z.object({ text: z.string(), storeId: z.string().nullable() })
const what = where.extend({ replacement: z.string() })

const storesOf = (storeId: string | null) => (storeId === null ? undefined : [storeId])

/** Every place where a text stands, in one store or in all. */
export async function findTextAction(
  input: z.input<typeof where>,
): Promise<ActionResult<TextPlaceFound[]>> {
  const { text, storeId } = where.parse(input)
  return attempt(() => findText(database(), { text, storeIds: storesOf(storeId) }))
}

/** Starts taking a text out of everything; answers the job's id. */
export async function redactTextAction(input: z.input<typeof what>): Promise<ActionResult<string>> {
  const { text, storeId, replacement } = what.parse(input)
  return attempt(async () => {
    const { job } = await redactText(database(), {
      text,
      replacement,
      storeIds: storesOf(storeId),
      cause: PERSON,
    })
    return job.id
  })
}

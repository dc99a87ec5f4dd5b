'use server'

import { revalidatePath } from 'next/cache'
import { z } from 'zod'
import { database } from '@/lib/db/database'
import { nameMoment, unnameMoment } from '@/lib/store/named-moments'
import { attempt, type ActionResult, PERSON } from './action'

const naming = z.object({
  storeId: z.string(),
  sequence: z.int().nonnegative(),
  /** '' takes the name away */
  name: z.string(),
})

/** Gives a moment of a store a name, or takes it away. */
export async function nameMomentAction(input: z.input<typeof naming>): Promise<ActionResult<null>> {
  const { storeId, sequence, name } = naming.parse(input)
  return attempt(async () => {
    if (name.trim() === '') await unnameMoment(database(), { storeId, sequence })
    else await nameMoment(database(), { storeId, sequence, name, cause: PERSON })
    revalidatePath(`/stores/${storeId}`)
    return null
  })
}

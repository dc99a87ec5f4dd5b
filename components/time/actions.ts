'use server'

import { z } from 'zod'
import { database } from '@/lib/db/open-database'
import { PERSON } from '@/components/commands/attempt'
import { command } from '@/components/commands/command'
import { storePages } from '@/components/commands/shown-on'
import { nameMoment, unnameMoment } from '@/lib/store/time/named-moments'

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

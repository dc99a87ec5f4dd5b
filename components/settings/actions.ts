'use server'

import { z } from 'zod'
import { PERSON } from '@/components/commands/attempt'
import { command } from '@/components/commands/command'
import { storePages } from '@/components/commands/shown-on'
import { database } from '@/lib/db/open-database'
import { setExpiry } from '@/lib/store/memories/change-memories'
import { updateStore } from '@/lib/store/stores/change-stores'

const limit = z.object({
  storeId: z.string(),
  field: z.enum(['maxMemories', 'maxBytes', 'maxContentBytes', 'maxVersions', 'maxViewChars']),
  /** null: any amount */
  value: z.number().nullable(),
  /** the value that the page showed */
  shown: z.number().nullable(),
})

/** Sets one of a store's limits. */
export const setLimitAction = command(
  limit,
  async ({ storeId, field, value, shown }) => {
    await updateStore(database(), {
      storeId,
      settings: { [field]: value },
      shown: { [field]: shown },
      cause: PERSON,
    })
    return null
  },
  storePages,
)

const expiry = z.object({
  storeId: z.string(),
  /** null: nothing expires */
  afterDays: z.number().nullable(),
  deletes: z.boolean(),
  /** the values that the page showed */
  shown: z.object({ expireAfterDays: z.number().nullable(), expiryDeletes: z.boolean() }),
})

/** Sets when a store's memories expire, and what becomes of them then. */
export const setExpiryAction = command(
  expiry,
  async (wanted) => {
    await setExpiry(database(), { ...wanted, cause: PERSON, now: Date.now() })
    return null
  },
  storePages,
)

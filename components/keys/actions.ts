'use server'

import { z } from 'zod'
import { command } from '@/components/commands/command'
import { ACCESSES, PURPOSES } from '@/lib/auth/access'
import { createApiKey, revokeApiKey, rotateApiKey } from '@/lib/auth/api-keys'
import { database } from '@/lib/db/open-database'
import { nameActor } from '@/lib/store/stores/name-actor'
import { DAY_MS } from '@/lib/text/day-ms'

const keysPage = () => '/connections'

const wanted = z
  .object({
    name: z.string().trim().min(1).max(100),
    access: z.enum(ACCESSES),
    purpose: z.enum(PURPOSES),
    /** null: all */
    storeIds: z.array(z.string()).min(1).nullable(),
    /** days after which it expires; null: never */
    days: z.int().min(1).max(3_650).nullable(),
  })
  // An agent never decides.
  .refine(({ access, purpose }) => access !== 'review' || purpose === 'script')

/** Makes a key; answers its secret, which nobody sees again. */
export const makeKeyAction = command(
  wanted,
  async ({ days, ...input }) => {
    const expiresAt = days === null ? null : Date.now() + days * DAY_MS
    const { key, secret } = await createApiKey(database(), { ...input, expiresAt })
    await nameActor(database(), { type: 'api_key', id: key.id }, key.name)
    return secret
  },
  keysPage,
)

/** Gives a key a new secret; answers it, or null if the key is gone. */
export const rotateKeyAction = command(
  z.string(),
  async (keyId) => {
    const secret = await rotateApiKey(database(), keyId)
    return secret
  },
  keysPage,
)

/** Ends a key. */
export const revokeKeyAction = command(
  z.string(),
  async (keyId) => {
    await revokeApiKey(database(), keyId)
    return null
  },
  keysPage,
)

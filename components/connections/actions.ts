'use server'

import { z } from 'zod'
import { act, create, shown } from '@/components/act/act'
import { createKey, newKeySchema, revokeKey, rotateKey } from '@/lib/auth/keys'

const ON_PAGE = '/connections'

/** An agent never decides, so no key that reviews is an agent's. */
const wanted = newKeySchema
  .omit({ madeBy: true })
  .refine(({ access, isAgent }) => access !== 'review' || isAgent !== true)

/** Makes a key; answers its secret, which nobody sees again. */
export const makeKey = create(
  wanted,
  async (input) => (await createKey({ ...input, madeBy: 'dashboard' })).secret,
  ON_PAGE,
)

const ofKey = shown({ id: z.string() }, {})

/** Gives a key another secret; answers it. */
export const giveNewSecret = act(ofKey, ({ id }) => rotateKey(id), ON_PAGE)

/** Ends a key for good. */
export const endKey = act(ofKey, ({ id }) => revokeKey(id), ON_PAGE)

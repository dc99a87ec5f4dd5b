'use server'

import { revalidatePath } from 'next/cache'
import { z } from 'zod'
import { database } from '@/lib/db/database'
import { archiveStore } from '@/lib/store/archive-store'
import { deleteStore } from '@/lib/store/delete-store'
import { updateStore } from '@/lib/store/update-store'
import { attempt, type ActionResult, PERSON } from './action'

const address = z.object({ storeId: z.string() })

const form = address.extend({
  name: z.string().trim(),
  description: z.string(),
  maxContentBytes: z.number(),
})

/** Changes a store's name, description and the limit of its memories. */
export async function updateStoreAction(input: z.input<typeof form>): Promise<ActionResult<null>> {
  const { storeId, name, description, maxContentBytes } = form.parse(input)
  return attempt(async () => {
    const settings = { maxContentBytes }
    await updateStore(database(), { storeId, name, description, settings, cause: PERSON })
    revalidatePath('/', 'layout')
    return null
  })
}

/** Makes a store read-only, for good. */
export async function archiveStoreAction(
  input: z.input<typeof address>,
): Promise<ActionResult<null>> {
  const { storeId } = address.parse(input)
  return attempt(async () => {
    await archiveStore(database(), { storeId, cause: PERSON })
    revalidatePath('/', 'layout')
    return null
  })
}

/** Deletes a store with everything that it remembers and remembered. */
export async function deleteStoreAction(
  input: z.input<typeof address>,
): Promise<ActionResult<null>> {
  const { storeId } = address.parse(input)
  return attempt(async () => {
    await deleteStore(database(), { storeId, cause: PERSON })
    revalidatePath('/', 'layout')
    return null
  })
}

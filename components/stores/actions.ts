'use server'

import { revalidatePath } from 'next/cache'
import { z } from 'zod'
import { database } from '@/lib/db/open-database'
import { archiveStore } from '@/lib/store/archive-store'
import { deleteStore } from '@/lib/store/delete-store'
import { updateStore } from '@/lib/store/update-store'
import type { ActionResult } from '@/components/commands/action-result'
import { PERSON, attempt } from '@/components/commands/attempt'
import { createStore } from '@/lib/store/create-store'

const address = z.object({ storeId: z.string() })

/** Without the spaces around it: of those alone nobody could press the link. */
const name = z.string().trim()

const fields = { description: z.string(), maxContentBytes: z.number() }

const form = address.extend({
  name,
  ...fields,
  /** what the page showed when it was changed */
  shown: z.object({ name: z.string(), ...fields }),
})

const end = address.extend({ shownName: z.string() })

/** Changes a store's name, description and the limit of its memories. */
export async function updateStoreAction(input: z.input<typeof form>): Promise<ActionResult<null>> {
  const { storeId, name, description, maxContentBytes, shown } = form.parse(input)
  return attempt(async () => {
    const settings = { maxContentBytes }
    await updateStore(database(), { storeId, name, description, settings, shown, cause: PERSON })
    revalidatePath('/', 'layout')
    return null
  })
}

/** Makes a store read-only, for good. */
export async function archiveStoreAction(input: z.input<typeof end>): Promise<ActionResult<null>> {
  const { storeId, shownName } = end.parse(input)
  return attempt(async () => {
    await archiveStore(database(), { storeId, shown: { name: shownName }, cause: PERSON })
    revalidatePath('/', 'layout')
    return null
  })
}

/** Deletes a store with everything that it remembers and remembered. */
export async function deleteStoreAction(input: z.input<typeof end>): Promise<ActionResult<null>> {
  const { storeId, shownName } = end.parse(input)
  return attempt(async () => {
    await deleteStore(database(), { storeId, shown: { name: shownName }, cause: PERSON })
    revalidatePath('/', 'layout')
    return null
  })
}

const created = z.object({ name, ...fields })

/** Makes a store; answers its id. */
export async function createStoreAction(
  input: z.input<typeof created>,
): Promise<ActionResult<string>> {
  const { name, description, maxContentBytes } = created.parse(input)
  return attempt(async () => {
    const settings = { maxContentBytes }
    const store = await createStore(database(), { name, description, settings })
    revalidatePath('/')
    return store.id
  })
}

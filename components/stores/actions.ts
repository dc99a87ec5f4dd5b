'use server'

import { z } from 'zod'
import { database } from '@/lib/db/open-database'
import {
  archiveStore,
  deleteStore,
  updateStore,
  createStore,
} from '@/lib/store/stores/change-stores'
import { cloneStore } from '@/lib/transfer/clone-store'
import { PERSON } from '@/components/commands/attempt'
import { command } from '@/components/commands/command'
import { everyPage } from '@/components/commands/shown-on'

const address = z.object({ storeId: z.string() })

/** Trimmed: a link of only spaces could not be pressed. */
const name = z.string().trim()

const fields = { description: z.string() }

const form = address.extend({
  name,
  ...fields,
  /** the values that the page showed when the edit began */
  shown: z.object({ name: z.string(), ...fields }),
})

const end = address.extend({ shownName: z.string() })

/** Updates a store's name and description. */
export const updateStoreAction = command(
  form,
  async ({ storeId, name, description, shown }) => {
    await updateStore(database(), { storeId, name, description, shown, cause: PERSON })
    return null
  },
  everyPage,
)

/** Makes a store read-only, for good. */
export const archiveStoreAction = command(
  end,
  async ({ storeId, shownName }) => {
    await archiveStore(database(), { storeId, shown: { name: shownName }, cause: PERSON })
    return null
  },
  everyPage,
)

const deletion = end.extend({
  /** the last change of what the page showed; left out: it showed none */
  lastSequence: z.number().int().optional(),
})

/** Deletes a store with everything in it, history included. */
export const deleteStoreAction = command(
  deletion,
  async ({ storeId, shownName, lastSequence }) => {
    const shown = { name: shownName }
    await deleteStore(database(), { storeId, shown, lastSequence, cause: PERSON })
    return null
  },
  // With another page the dialog, and in it the reason, would be gone.
  ({ lastSequence }, { isDone }) => (isDone || lastSequence === undefined ? everyPage() : null),
)

/** Creates a store; answers its id. */
export const createStoreAction = command(
  z.object({ name }),
  async ({ name }) => (await createStore(database(), { name })).id,
  everyPage,
)

const cloned = address.extend({ name, withHistory: z.boolean() })

/** Copies a store, so that an agent may change the copy freely; answers the copy's id. */
export const cloneStoreAction = command(
  cloned,
  async (wanted) => (await cloneStore(database(), { ...wanted, cause: PERSON })).id,
  everyPage,
)

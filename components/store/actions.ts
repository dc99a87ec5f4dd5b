'use server'

import { z } from 'zod'
import { act, create, shown } from '@/components/act/act'
import { archiveStore, createStore, deleteStore, updateStore } from '@/lib/store/change-stores'
import { copyStore } from '@/lib/store/copies'
import { limitsSchema } from '@/lib/store/model/limits'

/** Trimmed: a link of spaces alone could not be pressed. */
const name = z.string().trim()
const storeId = z.string()
const EVERYWHERE = '/'

/** Makes an empty store; answers its id. */
export const makeStore = create(
  z.object({ name }),
  async (input) => (await createStore(input)).id,
  EVERYWHERE,
)

/** What may be changed on a store's page of settings. */
const fields = z.object({ name, description: z.string(), limits: limitsSchema }).partial()

/** Changes some settings of a store, as long as these are still what was shown. */
export const saveSettings = act(
  shown({ was: fields }, { storeId, now: fields }),
  async (input, by) => {
    await updateStore(input.storeId, input.now, by, input.was)
    return { now: input.now, was: input.was }
  },
  EVERYWHERE,
)

/** Makes a store read-only, for good. */
export const archive = act(
  shown({ storeId }, {}),
  async (input, by) => void (await archiveStore(input.storeId, by)),
  EVERYWHERE,
)

/** Deletes a store with everything in it. `sequence`: its last change that the page showed. */
export const remove = act(
  shown({ sequence: z.number().int() }, { storeId }),
  (input, by) => deleteStore(input.storeId, by, { sequence: input.sequence }),
  EVERYWHERE,
)

/** Copies a store, now or as it was; answers the job. */
export const copy = create(
  z.object({ storeId, name, at: z.number().int().optional() }),
  async (input, by) => (await copyStore(input, by)).id,
)

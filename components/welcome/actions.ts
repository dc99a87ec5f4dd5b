'use server'

import { z } from 'zod'
import { create } from '@/components/act/act'
import { textBlocks } from '@/lib/sessions/event'
import { sendEvents } from '@/lib/sessions/send'
import { createSession } from '@/lib/sessions/sessions'
import { PRACTICE_MODEL } from '@/lib/sessions/settings'
import { createStore } from '@/lib/store/change-stores'
import { openSample as openSampleStore } from '@/lib/sample/open-sample'

/** Tells the practice agent something, which has a new store to write it down; answers the session's id. */
export const tellPractice = create(
  z.object({ text: z.string(), store: z.string() }),
  async ({ text, store }, by) => {
    const { id: storeId } = await createStore({ name: store })
    const settings = { model: PRACTICE_MODEL }
    const { id } = await createSession({ settings, stores: [{ storeId }] }, by)
    await sendEvents(id, [{ type: 'user.message', content: textBlocks(text) }], by)
    return id
  },
)

/** Makes a store of the sample, with a number where another is called so; answers its id. */
export const openSample = create(
  z.object({ name: z.string().optional() }),
  async ({ name }, by) => (await openSampleStore(name, by)).id,
)

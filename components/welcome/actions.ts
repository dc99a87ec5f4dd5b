'use server'

import { z } from 'zod'
import { create } from '@/components/act/act'
import { textBlocks } from '@/lib/sessions/event'
import { openSession } from '@/lib/sessions/send'
import { PRACTICE_MODEL } from '@/lib/sessions/settings'
import { openSample as openSampleStore } from '@/lib/sample/open-sample'

/** Tells the practice agent something, which has a new store to write it down; answers the session's id. */
export const tellPractice = create(
  z.object({ text: z.string(), store: z.string() }),
  async ({ text, store }, by) => {
    const asked = { settings: { model: PRACTICE_MODEL }, stores: [], newStore: store }
    const first = { type: 'user.message' as const, content: textBlocks(text) }
    return (await openSession(asked, [first], by)).id
  },
)

/** Makes a store of the sample, with a number where another is called so; answers its id. */
export const openSample = create(
  z.object({ name: z.string().optional() }),
  async ({ name }, by) => (await openSampleStore(name, by)).id,
)

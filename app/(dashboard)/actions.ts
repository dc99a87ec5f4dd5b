'use server'

import { revalidatePath } from 'next/cache'
import { z } from 'zod'
import { database } from '@/lib/db/database'
import { createStore } from '@/lib/store/create-store'
import { StoreError } from '@/lib/store/problems'

/** What an action answers: done, or why not, in words for the person. */
export type ActionResult<Value> = { isDone: true; value: Value } | { isDone: false; why: string }

const createStoreForm = z.object({
  name: z.string(),
  description: z.string(),
  maxContentBytes: z.number(),
})

/** Makes a store; answers its id. */
export async function createStoreAction(
  form: z.input<typeof createStoreForm>,
): Promise<ActionResult<string>> {
  try {
    const { name, description, maxContentBytes } = createStoreForm.parse(form)
    const store = await createStore(database(), {
      name,
      description,
      settings: { maxContentBytes },
    })
    revalidatePath('/')
    return { isDone: true, value: store.id }
  } catch (error) {
    if (!(error instanceof StoreError)) throw error
    const { problem } = error
    const why =
      problem.kind === 'invalid_input' ? `The ${problem.field} ${problem.reason}.` : problem.kind
    return { isDone: false, why }
  }
}

'use server'

import { revalidatePath } from 'next/cache'
import { z } from 'zod'
import { database } from '@/lib/db/database'
import { createStore } from '@/lib/store/create-store'
import { attempt, type ActionResult } from './action'

/** Without the spaces around it: of those alone nobody could press the link. */
const name = z.string().trim()

const form = z.object({ name, description: z.string(), maxContentBytes: z.number() })

/** Makes a store; answers its id. */
export async function createStoreAction(
  input: z.input<typeof form>,
): Promise<ActionResult<string>> {
  const { name, description, maxContentBytes } = form.parse(input)
  return attempt(async () => {
    const settings = { maxContentBytes }
    const store = await createStore(database(), { name, description, settings })
    revalidatePath('/')
    return store.id
  })
}

'use server'

import { revalidatePath } from 'next/cache'
import { z } from 'zod'
import { database } from '@/lib/db/database'
import { redactVersion } from '@/lib/store/redact-version'
import { restoreVersion } from '@/lib/store/restore-version'
import { attempt, type ActionResult, PERSON } from './action'

const address = z.object({ storeId: z.string(), versionId: z.string() })

/** Rolls a memory back to a version, or brings it back; answers the memory's id. */
export async function restoreVersionAction(
  input: z.input<typeof address>,
): Promise<ActionResult<string>> {
  const { storeId, versionId } = address.parse(input)
  return attempt(async () => {
    const memory = await restoreVersion(database(), { storeId, versionId, cause: PERSON })
    revalidatePath(`/stores/${storeId}`)
    return memory.id
  })
}

/** Empties a version for good. */
export async function redactVersionAction(
  input: z.input<typeof address>,
): Promise<ActionResult<null>> {
  const { storeId, versionId } = address.parse(input)
  return attempt(async () => {
    await redactVersion(database(), { storeId, versionId, cause: PERSON })
    revalidatePath(`/stores/${storeId}`)
    return null
  })
}

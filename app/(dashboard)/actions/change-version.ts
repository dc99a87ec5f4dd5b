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

const several = z.object({
  storeId: z.string(),
  versionIds: z.array(z.string()).min(1).max(10_000),
})

/** Empties versions for good, each by itself; answers how many, and why the others were left. */
export async function redactVersionsAction(
  input: z.input<typeof several>,
): Promise<ActionResult<{ redacted: number; refused: { versionId: string; why: string }[] }>> {
  const { storeId, versionIds } = several.parse(input)
  const refused: { versionId: string; why: string }[] = []
  for (const versionId of versionIds) {
    const outcome = await redactVersionAction({ storeId, versionId })
    if (!outcome.isDone) refused.push({ versionId, why: outcome.why })
  }
  return { isDone: true, value: { redacted: versionIds.length - refused.length, refused } }
}

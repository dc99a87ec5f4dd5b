'use server'

import { revalidatePath } from 'next/cache'
import { z } from 'zod'
import { database } from '@/lib/db/open-database'
import { redactVersion } from '@/lib/store/redact-version'
import { restoreVersion } from '@/lib/store/restore-version'
import type { ActionResult } from '@/components/commands/action-result'
import { PERSON } from '@/components/commands/attempt'
import { command } from '@/components/commands/command'

const address = z.object({ storeId: z.string(), versionId: z.string() })

const restoring = address.extend({
  /** the version that the memory stood on when the person looked at the difference */
  seenVersionId: z.string(),
})

/**
 * Rolls a memory back to a version, or brings it back, unless it is another than was seen; answers
 * the batch by which that is taken back, null where everything was so already.
 */
export const restoreVersionAction = command(
  restoring,
  async ({ storeId, versionId, seenVersionId }) => {
    const wanted = { storeId, versionId, seenVersionId, cause: PERSON }
    const { batchId } = await restoreVersion(database(), wanted)
    revalidatePath(`/stores/${storeId}`)
    return { batchId }
  },
)

/** Empties a version for good. */
export const redactVersionAction = command(address, async ({ storeId, versionId }) => {
  await redactVersion(database(), { storeId, versionId, cause: PERSON })
  revalidatePath(`/stores/${storeId}`)
  return null
})

const several = z.object({
  storeId: z.string(),
  versionIds: z.array(z.string()).min(1).max(10_000),
})

/** What came of redacting several versions. */
export interface RedactedVersions {
  redacted: number
  /** those that could not be, each with the reason in words */
  refused: { versionId: string; why: string }[]
}

/** Empties versions for good, each by itself; answers how many, and why the others were left. */
export async function redactVersionsAction(
  input: z.input<typeof several>,
): Promise<ActionResult<RedactedVersions>> {
  const { storeId, versionIds } = several.parse(input)
  const refused: RedactedVersions['refused'] = []
  for (const versionId of versionIds) {
    const outcome = await redactVersionAction({ storeId, versionId })
    if (!outcome.isDone) refused.push({ versionId, why: outcome.why })
  }
  return { isDone: true, value: { redacted: versionIds.length - refused.length, refused } }
}

'use server'

import { z } from 'zod'
import { database } from '@/lib/db/open-database'
import { redactVersion } from '@/lib/store/redaction/redact-version'
import type { ActionResult } from '@/components/commands/action-result'
import { PERSON } from '@/components/commands/attempt'
import { command } from '@/components/commands/command'
import { storePages } from '@/components/commands/shown-on'

const address = z.object({ storeId: z.string(), versionId: z.string() })

/** Redacts a version for good. */
export const redactVersionAction = command(
  address,
  async ({ storeId, versionId }) => {
    await redactVersion(database(), { storeId, versionId, cause: PERSON })
    return null
  },
  storePages,
)

const several = z.object({
  storeId: z.string(),
  versionIds: z.array(z.string()).min(1).max(10_000),
})

/** The result of redacting several versions. */
export interface RedactedVersions {
  redacted: number
  /** those that failed, each with the reason in words */
  refused: { versionId: string; why: string }[]
}

/** Redacts versions for good, one by one; answers how many, and why the others failed. */
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

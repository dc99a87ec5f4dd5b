'use server'

import { revalidatePath } from 'next/cache'
import { z } from 'zod'
import { texts } from '@/components/i18n/server-texts'
import { database } from '@/lib/db/open-database'
import { decideLeftOut } from '@/lib/transfer/decide-left-out'
import type { ActionResult } from '@/components/commands/action-result'
import { attempt, PERSON } from '@/components/commands/attempt'

const decision = z.object({
  storeId: z.string(),
  conflicts: z
    .array(z.object({ key: z.int(), seen: z.string().nullable() }))
    .min(1)
    .max(1000),
  choice: z.discriminatedUnion('take', [
    z.object({ take: z.literal('store') }),
    z.object({ take: z.literal('source') }),
    z.object({ take: z.literal('text'), content: z.string() }),
  ]),
})

/**
 * Decides conflicts that a seeding left, one by one; stops at the first refusal, which is returned
 * in words.
 */
export async function decideLeftOutAction(
  input: z.input<typeof decision>,
): Promise<ActionResult<null>> {
  const { storeId, conflicts, choice } = decision.parse(input)
  for (const { key, seen } of conflicts) {
    const outcome = await attempt(() =>
      decideLeftOut(database(), { storeId, key, seen, choice, cause: PERSON }),
    )
    revalidatePath(`/stores/${storeId}`)
    if (!outcome.isDone) return outcome
    if (!outcome.value) return { isDone: false, why: (await texts())('Seed.decidedMeanwhile') }
  }
  return { isDone: true, value: null }
}

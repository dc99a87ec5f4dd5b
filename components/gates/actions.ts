'use server'

import { z } from 'zod'
import { testCommand } from '@/components/memory-tests/test-command'
import { PERSON } from '@/components/commands/attempt'
import { database } from '@/lib/db/open-database'
import { askHunkEffect } from '@/lib/gates/hunk-effect'
import { cancelTestRun } from '@/lib/memory-tests/start-run'

const asked = z.object({ runIds: z.array(z.string()).max(500) })

/** Stops gates that are being asked: they gave no answer, and hold what waits for them. */
export const stopGatesAction = testCommand(asked, async ({ runIds }) => {
  for (const id of runIds) await cancelTestRun(database(), id)
  return null
})

const hunk = z.object({
  storeId: z.string(),
  changesetId: z.string(),
  hunkId: z.string(),
  /** the state that the page told the price of */
  shown: z.string(),
})

/** Asks the tests that read a hunk's memory, on the store without the hunk. */
export const askDependsAction = testCommand(
  hunk,
  async (asked) => {
    await askHunkEffect(database(), { ...asked, by: PERSON.actor })
    return null
  },
  ({ changesetId }) => `/review/${changesetId}/depends`,
)

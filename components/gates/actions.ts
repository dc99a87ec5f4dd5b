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

const hunks = z.object({
  storeId: z.string(),
  changesetId: z.string(),
  /** as many as are decided at once */
  hunkIds: z.array(z.string()).max(1_000),
  /** the state that the page told the price of */
  shown: z.string(),
})

/** Asks the tests that read a memory of some hunks, on the store without them. */
export const askDependsAction = testCommand(
  hunks,
  async (asked) => {
    await askHunkEffect(database(), { ...asked, by: PERSON.actor })
    return null
  },
  ({ changesetId }) => `/review/${changesetId}/depends`,
)

'use server'

import { z } from 'zod'
import { testCommand } from '@/components/memory-tests/test-command'
import { database } from '@/lib/db/open-database'
import { cancelTestRun } from '@/lib/memory-tests/start-run'

const asked = z.object({ runIds: z.array(z.string()).max(500) })

/** Stops gates that are being asked: they gave no answer, and hold what waits for them. */
export const stopGatesAction = testCommand(asked, async ({ runIds }) => {
  for (const id of runIds) await cancelTestRun(database(), id)
  return null
})

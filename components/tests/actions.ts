'use server'

import { z } from 'zod'
import { act, create, shown, Stale } from '@/components/act/act'
import { stopJob } from '@/lib/jobs/jobs'
import { isRefusal } from '@/lib/refusal'
import { startRun } from '@/lib/why/runs'
import { changeTest, deleteTest, getTest, saveTests } from '@/lib/why/tests'

const pageOf = ({ storeId }: { storeId: string }) => `/stores/${storeId}/tests`

/** What is saved is parsed by the verb, whose refusal says what is wrong. */
const given = z.unknown()

/** Makes a test; answers its id. */
export const make = create(
  z.object({ storeId: z.string(), given }),
  async ({ storeId, given: test }, by) => (await saveTests(storeId, [test], by))[0]?.id ?? '',
  pageOf,
)

/** Saves a test that was shown; whoever saves second is shown what the first saved. */
export const change = act(
  shown({ id: z.string(), updatedAt: z.date() }, { storeId: z.string(), given }),
  async ({ given: test, ...of }) => {
    try {
      return (await changeTest(of, test)).id
    } catch (error) {
      if (!isRefusal(error) || error.code !== 'test_changed') throw error
      throw new Stale(error, (await getTest(of.storeId, of.id)).id)
    }
  },
  pageOf,
)

export const remove = act(
  shown({ id: z.string() }, { storeId: z.string() }),
  ({ storeId, id }) => deleteTest(storeId, id),
  pageOf,
)

/** Runs tests of a store, all unless some are named; answers the run. */
export const run = create(
  z.object({
    storeId: z.string(),
    testIds: z.array(z.string()).optional(),
    sequence: z.number().int().min(0).optional(),
  }),
  async (asked, by) => (await startRun(asked, by)).job.id,
  pageOf,
)

export const stop = act(
  shown({ runId: z.string() }, { storeId: z.string() }),
  async ({ runId }) => void (await stopJob(runId)),
  pageOf,
)

'use server'

import { z } from 'zod'
import { act, shown } from '@/components/act/act'
import { stopJob } from '@/lib/jobs/jobs'
import { doPlan } from '@/lib/store/plan/do-plan'
import { askedIn } from './asked'

const answer = z.union([z.enum(['leave', 'take', 'keep']), z.object({ text: z.string() })])

/** Does what was chosen of a plan, as long as it is still the one that was shown. */
export const doAsShown = act(
  shown(
    { hash: z.string() },
    {
      storeId: z.string(),
      /** as the plan's address says it */
      ask: z.record(z.string(), z.string()),
      leftOut: z.array(z.string()),
      answers: z.record(z.string(), answer),
    },
  ),
  async ({ storeId, ask: pairs, ...chosen }, by) => {
    const ask = askedIn(pairs)
    if (!ask) throw new Error('the page names no plan')
    const done = await doPlan(storeId, ask, chosen, by)
    return 'jobId' in done
      ? { jobId: done.jobId, batchId: null, versions: 0 }
      : { jobId: null, batchId: done.batchId, versions: done.versionIds.length }
  },
  // The page shows what was done; where it leads is fresh anyway.
  () => null,
)

/** Stops long work; what it has written stays. */
export const stop = act(
  shown({ jobId: z.string() }, {}),
  async ({ jobId }) => (await stopJob(jobId)).state,
)

'use server'

import { getFormatter, getTranslations } from 'next-intl/server'
import { z } from 'zod'
import { act, shown } from '@/components/act/act'
import { actorName } from '@/components/ui/actor-name'
import { stopJob } from '@/lib/jobs/jobs'
import { isRefusal, Refusal } from '@/lib/refusal'
import { writtenSince } from '@/lib/store/changes'
import { doPlan } from '@/lib/store/plan/do-plan'
import { askedIn } from './asked'

const answer = z.union([z.enum(['leave', 'take', 'keep']), z.object({ text: z.string() })])

/** Does what was chosen of a plan, as long as it is still the one that was shown. */
export const doAsShown = act(
  shown(
    /** `sequence`: the store's number when it was planned */
    {
      hash: z.string(),
      sequence: z.number().int(),
      /** of the rows that are done; undefined: the whole plan has to be the same */
      marks: z.record(z.string(), z.string()).optional(),
    },
    {
      storeId: z.string(),
      /** as the plan's address says it */
      ask: z.record(z.string(), z.string()),
      leftOut: z.array(z.string()),
      answers: z.record(z.string(), answer),
    },
  ),
  async ({ storeId, ask: pairs, sequence, ...chosen }, by) => {
    const ask = askedIn(pairs)
    if (!ask) throw new Error('the page names no plan')
    const done = await doPlan(storeId, ask, chosen, by).catch(async (error: unknown) => {
      if (!isRefusal(error) || error.code !== 'plan_changed') throw error
      throw new Refusal(error.code, error.message, await whoChanged(storeId, sequence))
    })
    return 'jobId' in done
      ? { jobId: done.jobId, batchId: null, versions: 0 }
      : { jobId: null, batchId: done.batchId, versions: done.versionIds.length }
  },
  // The page shows what was done; where it leads is fresh anyway.
  () => null,
)

const MOST_NAMED = 3

/** Why a plan is another by now, for its words. */
async function whoChanged(storeId: string, sequence: number) {
  const t = await getTranslations('Common.actorName')
  const { writers, memories } = await writtenSince(storeId, sequence)
  const names = writers.slice(0, MOST_NAMED).map((writer) => actorName(t, writer))
  const all = writers.length > names.length ? [...names, '…'] : names
  return { by: (await getFormatter()).list(all), memories }
}

/** Stops long work; what it has written stays. */
export const stop = act(
  shown({ jobId: z.string() }, {}),
  async ({ jobId }) => (await stopJob(jobId)).state,
)

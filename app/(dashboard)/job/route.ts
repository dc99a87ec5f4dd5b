import { getJob } from '@/lib/jobs/jobs'
import { answering } from '../answered'

/** A job as its page shows it: how far it is, and its result. */
export const GET = answering(async (asked) => {
  const { input: _, ...job } = await getJob(asked.get('id') ?? '')
  return job
})

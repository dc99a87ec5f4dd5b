import type { Job } from '@/lib/jobs/job'
import { getJob } from '@/lib/jobs/read-jobs'
import { notFound } from './api-error'
import type { ApiCall } from './api-call'

/**
 * The job that a call addresses. An agent is not told what came of others' jobs: that names memories
 * by paths that may be in quarantine.
 */
export async function jobOfCall({
  db,
  params,
  audience,
  caller,
}: ApiCall<{ jobId: string }>): Promise<Job> {
  const job = await getJob(db, params.jobId)
  if (job) {
    const isTold = audience === 'people' || job.startedBy?.id === caller.actor.id
    return isTold ? job : { ...job, result: null }
  }
  throw notFound(`There is no job ${params.jobId}.`)
}

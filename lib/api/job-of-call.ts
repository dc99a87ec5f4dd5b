import type { Job } from '@/lib/jobs/job'
import { getJob } from '@/lib/jobs/read-jobs'
import { notFound } from './api-error'
import type { ApiCall } from './api-call'

/** The job that a call addresses. */
export async function jobOfCall({ db, params }: ApiCall<{ jobId: string }>): Promise<Job> {
  const job = await getJob(db, params.jobId)
  if (job) return job
  throw notFound(`There is no job ${params.jobId}.`)
}

import type { Job } from '@/lib/jobs/job'
import { getJob } from '@/lib/jobs/read-jobs'
import { receiptOf } from '@/lib/store/redaction/redact-text'
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
    const seesResult = audience === 'people' || job.startedBy?.id === caller.actor.id
    if (!seesResult) return { ...job, result: null }
    return caller.storeIds === null ? job : withoutOtherStores(job)
  }
  throw notFound(`There is no job ${params.jobId}.`)
}

/** A key that is limited to stores is not told that others hold what was redacted. */
function withoutOtherStores(job: Job): Job {
  const receipt = receiptOf(job)
  if (!receipt) return job
  const reported = Object.entries(receipt).filter(([field]) => field !== 'elsewhere')
  return { ...job, result: Object.fromEntries(reported) }
}

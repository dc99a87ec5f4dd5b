import { ApiError } from '@/lib/api/api-error'
import { apiRoute } from '@/lib/api/api-route'
import { otherMethods } from '@/lib/api/other-methods'
import { wireJob } from '@/lib/api/serialise'
import { getJob } from '@/lib/jobs/read-jobs'
import { stopJob } from '@/lib/jobs/run-job'

export const POST = apiRoute<{ jobId: string }>('admin', async ({ db, params }) => {
  await stopJob(db, params.jobId)
  const job = await getJob(db, params.jobId)
  if (!job) throw new ApiError(404, 'not_found_error', `There is no job ${params.jobId}.`)
  return wireJob(job)
})

export const { GET, PUT, PATCH, DELETE, OPTIONS } = otherMethods('POST')

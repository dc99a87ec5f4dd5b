import { ApiError } from '@/lib/api/api-error'
import { apiRoute } from '@/lib/api/api-route'
import { otherMethods } from '@/lib/api/other-methods'
import { wireJob } from '@/lib/api/serialise'
import { getJob } from '@/lib/jobs/read-jobs'

export const GET = apiRoute<{ jobId: string }>('read', async ({ db, params }) => {
  const job = await getJob(db, params.jobId)
  if (!job) throw new ApiError(404, 'not_found_error', `There is no job ${params.jobId}.`)
  return wireJob(job)
})

export const { POST, PUT, PATCH, DELETE, OPTIONS } = otherMethods('GET')

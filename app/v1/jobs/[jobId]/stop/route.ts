import { ApiError } from '@/lib/api/api-error'
import { apiRoute } from '@/lib/api/api-route'
import { jobOfCall } from '@/lib/api/job-of-call'
import { otherMethods } from '@/lib/api/other-methods'
import { wireJob } from '@/lib/api/serialise'
import { mayStop } from '@/lib/auth/may'
import { stopJob } from '@/lib/jobs/run-job'

const WHY_NOT = 'Stopping a job needs the key that started it, or one with the access admin.'

export const POST = apiRoute<{ jobId: string }>('write', async (call) => {
  const job = await jobOfCall(call)
  if (!mayStop(call.caller, job)) throw new ApiError(403, 'permission_error', WHY_NOT)
  await stopJob(call.db, job.id)
  return wireJob(await jobOfCall(call))
})

export const { GET, PUT, PATCH, DELETE, OPTIONS } = otherMethods('POST')

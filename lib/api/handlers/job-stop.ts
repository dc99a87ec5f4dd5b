import { ApiError } from '../api-error'
import type { Handler } from '../api-call'
import { jobOfCall } from '../job-of-call'
import { wireJob } from '../resources/job'
import { mayStop } from '@/lib/auth/may'
import { stopJob } from '@/lib/jobs/run-job'

const WHY_NOT = 'Stopping a job needs the key that started it, or one with the access admin.'

export const POST: Handler<{ jobId: string }> = async (call) => {
  const job = await jobOfCall(call)
  if (!mayStop(call.caller, job)) throw new ApiError(403, 'permission_error', WHY_NOT)
  await stopJob(call.db, job.id)
  return wireJob(await jobOfCall(call))
}

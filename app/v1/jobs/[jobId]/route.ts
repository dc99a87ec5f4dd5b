import { apiRoute } from '@/lib/api/api-route'
import { jobOfCall } from '@/lib/api/job-of-call'
import { otherMethods } from '@/lib/api/other-methods'
import { wireJob } from '@/lib/api/serialise'

export const GET = apiRoute<{ jobId: string }>('read', async (call) =>
  wireJob(await jobOfCall(call)),
)

export const { POST, PUT, PATCH, DELETE, OPTIONS } = otherMethods('GET')

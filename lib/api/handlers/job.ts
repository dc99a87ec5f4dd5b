import type { Handler } from '../api-call'
import { jobOfCall } from '../job-of-call'
import { wireJob } from '../serialise'

export const GET: Handler<{ jobId: string }> = async (call) => wireJob(await jobOfCall(call))

import type { Handler } from '../api-call'
import { jobOfCall } from '../job-of-call'
import { wireJob } from '../resources/job'

export const GET: Handler<{ jobId: string }> = async (call) => wireJob(await jobOfCall(call))

import type { Job } from '@/lib/jobs/job'
import type { JobAnswer } from '@/lib/wire/job'
import { timeOrNull, wireTime } from './values'

export function wireJob(job: Job): JobAnswer {
  return {
    id: job.id,
    type: 'job',
    kind: job.kind,
    state: job.state,
    phase: job.phase,
    progress: job.progress,
    total: job.total,
    result: job.result,
    error: job.error,
    created_at: wireTime(job.createdAt),
    finished_at: timeOrNull(job.finishedAt),
  }
}

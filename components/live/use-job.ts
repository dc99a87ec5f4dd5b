import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { ask, oneAtATime, untilAnswered } from '@/components/act/ask'
import type { Job } from '@/lib/jobs/jobs'
import { useLive } from './use-live'

/** A job and what becomes of it; undefined: it is on its way. */
export function useJob(jobId: string): Job | undefined {
  const { data: job, refetch } = useQuery({
    queryKey: ['job', jobId],
    queryFn: () => ask<Job>(`/job?id=${jobId}`),
    refetchInterval: untilAnswered,
  })
  const [one] = useState(oneAtATime)
  useLive(
    [`job:${jobId}`],
    () => one(() => refetch()),
    // It may have ended between its answer and the first news.
    job && { [`job:${jobId}`]: new Date(job.updatedAt).getTime() },
  )
  return job
}

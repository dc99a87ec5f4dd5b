'use client'

import { useMutation, useQuery } from '@tanstack/react-query'
import type { LoadSchema } from '@/components/queries/ask'
import type { JobAnswer } from '@/lib/wire/job'
import { jobQuery, stopJob } from './queries'

export interface FollowedJob<Job extends JobAnswer> {
  job: Job
  /** reason why it cannot be followed */
  error: Error | null
  stop: () => void
  /** it was asked to stop */
  isStopping: boolean
}

/** Follows a job to its end. `known`: the job as of rendering, so that the first paint is right. */
export function useJob<Job extends JobAnswer>(
  loadSchema: LoadSchema<Job>,
  known: Job,
): FollowedJob<Job> {
  const { data: job = known, error } = useQuery(jobQuery(loadSchema, known))
  const { mutate, isPending, isSuccess } = useMutation({ mutationFn: () => stopJob(known.id) })
  return { job, error, stop: () => mutate(), isStopping: isPending || isSuccess }
}

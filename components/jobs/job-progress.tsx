'use client'

import { useMutation, useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { useTranslations } from 'use-intl'
import { Button } from '@/components/ui/button'
import { ErrorNotice } from '@/components/ui/notice'
import { readJob, stopJob, type WireJob } from './job-wire'

const POLL_MS = 300

/** Follows a job to its end: how far it is, a button that stops it, then what the caller makes of it. */
export function JobProgress<Result>({
  jobId,
  known,
  children,
}: {
  jobId: string
  /** the job as it was when the page came, so that what is shown first is true already */
  known?: WireJob<Result>
  children: (ended: WireJob<Result>) => ReactNode
}) {
  const t = useTranslations('Job')
  const { data: job, error } = useQuery({
    queryKey: ['job', jobId],
    queryFn: () => readJob<Result>(jobId),
    initialData: known,
    refetchInterval: ({ state }) =>
      state.data && state.data.state !== 'running' ? false : POLL_MS,
  })
  const stop = useMutation({ mutationFn: () => stopJob(jobId) })
  if (error) return <ErrorNotice>{error.message}</ErrorNotice>
  if (job && job.state !== 'running') return children(job)
  const phase = job?.phase.replaceAll(' ', '_') ?? 'starting'
  return (
    <div className="space-y-4">
      <label className="block">
        <span role="status">
          {t.has(phase as 'starting') ? t(phase as 'starting') : job?.phase}
        </span>
        <progress
          className="mt-1 block w-full"
          {...(job && job.total > 0 ? { value: job.progress, max: job.total } : {})}
        />
      </label>
      <div className="flex justify-end">
        <Button onClick={() => stop.mutate()} disabled={stop.isPending || stop.isSuccess}>
          {t('stop')}
        </Button>
      </div>
    </div>
  )
}

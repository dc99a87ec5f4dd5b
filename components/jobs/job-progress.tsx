'use client'

import { useMutation, useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { useTranslations } from 'use-intl'
import { Button } from '@/components/ui/button'
import { ErrorNotice } from '@/components/ui/notice'
import type { LoadSchema } from '@/components/queries/ask'
import { useErrorWords } from '@/components/queries/use-error-words'
import type { JobAnswer } from '@/lib/wire/job'
import { jobQuery, stopJob } from './queries'

/**
 * Follows a job to its end: its progress and a stop button, then what the caller renders for the
 * result.
 */
export function JobProgress<Job extends JobAnswer>({
  loadSchema,
  known,
  children,
}: {
  /** schema of the job with its result */
  loadSchema: LoadSchema<Job>
  /** the job as of rendering, so that the first paint is right */
  known: Job
  children: (ended: Job) => ReactNode
}) {
  const t = useTranslations('Job')
  const wordsOf = useErrorWords()
  const { data: job = known, error } = useQuery(jobQuery(loadSchema, known))
  const stop = useMutation({ mutationFn: () => stopJob(known.id) })
  if (error) return <ErrorNotice>{wordsOf(error)}</ErrorNotice>
  if (job.state !== 'running') return children(job)
  const phase = job.phase.replaceAll(' ', '_')
  return (
    <div className="space-y-4">
      <label className="block">
        <span role="status">{t.has(phase as 'starting') ? t(phase as 'starting') : job.phase}</span>
        <progress
          className="mt-1 block w-full"
          {...(job.total > 0 ? { value: job.progress, max: job.total } : {})}
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

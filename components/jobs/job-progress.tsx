'use client'

import type { ReactNode } from 'react'
import { useTranslations } from 'use-intl'
import { Button } from '@/components/ui/button'
import { ErrorNotice } from '@/components/ui/notice'
import type { LoadSchema } from '@/components/queries/ask'
import { useErrorWords } from '@/components/queries/use-error-words'
import type { JobAnswer } from '@/lib/wire/job'
import { ProgressBar } from './progress-bar'
import { usePhaseWords } from './use-phase-words'
import { useJob } from './use-job'

/**
 * Follows a job to its end: its progress and a stop button, then what the caller renders for the
 * result.
 */
export function JobProgress<Job extends JobAnswer>({
  loadSchema,
  known,
  around = (running) => running,
  children,
}: {
  /** schema of the job with its result */
  loadSchema: LoadSchema<Job>
  /** the job as of rendering, so that the first paint is right */
  known: Job
  /** wraps the progress, or the reason why there is none */
  around?: (running: ReactNode) => ReactNode
  children: (ended: Job) => ReactNode
}) {
  const t = useTranslations('Job')
  const wordsOf = useErrorWords()
  const phaseWords = usePhaseWords()
  const { job, error, stop, isStopping } = useJob(loadSchema, known)
  if (error) return around(<ErrorNotice>{wordsOf(error)}</ErrorNotice>)
  if (job.state !== 'running') return children(job)
  return around(
    <div className="mx-auto max-w-lg space-y-4 py-16">
      <ProgressBar job={job} words={phaseWords(job.phase)} />
      <div className="flex items-center justify-between gap-4">
        <span className="text-ink-3">{t('safeToLeave')}</span>
        <Button onClick={stop} isBusy={isStopping}>
          {isStopping ? t('stopping') : t('stop')}
        </Button>
      </div>
    </div>,
  )
}

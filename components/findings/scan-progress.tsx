'use client'

import { useRouter } from 'next/navigation'
import { useEffect } from 'react'
import { useTranslations } from 'use-intl'
import { ProgressBar } from '@/components/jobs/progress-bar'
import { useJob } from '@/components/jobs/use-job'
import { usePhaseWords } from '@/components/jobs/use-phase-words'
import { useErrorWords } from '@/components/queries/use-error-words'
import { Button } from '@/components/ui/button'
import { ErrorNotice } from '@/components/ui/notice'
import type { JobAnswer } from '@/lib/wire/job'

const loadJob = async () => (await import('@/lib/wire/job')).jobAnswer

/** A scan that runs: how far it is, and the button that stops it. Its end has the page read again. */
export function ScanProgress({ known }: { known: JobAnswer }) {
  const t = useTranslations('Job')
  const words = usePhaseWords()
  const errorWords = useErrorWords()
  const router = useRouter()
  const { job, error, stop, isStopping } = useJob(loadJob, known)
  const hasEnded = job.state !== 'running'
  useEffect(() => {
    if (hasEnded) router.refresh()
  }, [hasEnded, router])
  if (error) return <ErrorNotice>{errorWords(error)}</ErrorNotice>
  return (
    <div className="flex flex-wrap items-end gap-x-4 gap-y-2">
      <div className="min-w-0 flex-1 basis-64">
        <ProgressBar job={job} words={words(job.phase)} />
      </div>
      <Button size="small" onClick={stop} isBusy={isStopping || hasEnded}>
        {isStopping ? t('stopping') : t('stop')}
      </Button>
    </div>
  )
}

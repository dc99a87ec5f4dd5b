'use client'

import { useTranslations } from 'use-intl'
import { JobProgress } from '@/components/jobs/job-progress'
import { buttonLook } from '@/components/ui/button'
import { Link } from '@/components/ui/link'
import { ErrorNotice } from '@/components/ui/notice'
import { SeedSummary } from './seed-summary'
import type { SeedJob, SeedReport } from './seed-wire'

/** A seeding that was started: how far it is and a button that stops it, then its report. */
export function SeedRun({ storeId, job }: { storeId: string; job: SeedJob }) {
  return (
    <JobProgress<SeedReport> key={job.id} jobId={job.id} known={job}>
      {(ended) => <Ended job={ended} storeId={storeId} />}
    </JobProgress>
  )
}

function Ended({ job, storeId }: { job: SeedJob; storeId: string }) {
  const t = useTranslations('Seed')
  return (
    <div className="space-y-4">
      <h2 className="font-medium">{job.state === 'done' ? t('done') : t('endedEarly')}</h2>
      {job.error ? <ErrorNotice>{job.error}</ErrorNotice> : null}
      {job.result ? <SeedSummary report={job.result} /> : null}
      <div className="flex gap-2">
        <Link href={`/stores/${storeId}`} className={buttonLook({ look: 'primary' })}>
          {t('openStore')}
        </Link>
        <Link href={`/stores/${storeId}/seed`} className={buttonLook()}>
          {t('seedMore')}
        </Link>
      </div>
    </div>
  )
}

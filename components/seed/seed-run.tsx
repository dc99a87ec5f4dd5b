'use client'

import { useRouter } from 'next/navigation'
import { useEffect } from 'react'
import { useTranslations } from 'use-intl'
import { JobProgress } from '@/components/jobs/job-progress'
import { buttonLook } from '@/components/ui/button'
import { Link } from '@/components/ui/link'
import { ErrorNotice } from '@/components/ui/notice'
import type { SeedJobAnswer } from '@/lib/wire/seed-report'
import { loadSeedJob } from './queries'
import { SeedSummary } from './seed-summary'

export interface SeedRunProps {
  storeId: string
  job: SeedJobAnswer
  /** paths of sources on the server's disk, by name */
  known: Readonly<Record<string, string>>
}

/** A running seeding: its progress and a stop button, then its report. */
export function SeedRun({ storeId, job, known }: SeedRunProps) {
  return (
    <JobProgress key={job.id} loadSchema={loadSeedJob} known={job}>
      {(ended) => <Ended job={ended} storeId={storeId} known={known} />}
    </JobProgress>
  )
}

function Ended({ job, storeId, known }: SeedRunProps) {
  const t = useTranslations('Seed')
  const router = useRouter()
  // Refreshes the left-outs below, now that the seeding has ended.
  useEffect(() => router.refresh(), [router])
  const again = known[job.result?.source ?? '']
  return (
    <div className="space-y-4">
      <h2 className="font-medium">{job.state === 'done' ? t('done') : t('endedEarly')}</h2>
      {job.error ? <ErrorNotice>{job.error}</ErrorNotice> : null}
      {job.result ? <SeedSummary report={job.result} /> : null}
      <div className="flex gap-2">
        <Link href={`/stores/${storeId}`} className={buttonLook({ look: 'primary' })}>
          {t('openStore')}
        </Link>
        {again === undefined ? null : (
          <Link href={`/stores/${storeId}/seed?again=${again}`} className={buttonLook()}>
            {t('again')}
          </Link>
        )}
        <Link href={`/stores/${storeId}/seed`} className={buttonLook()}>
          {t('seedMore')}
        </Link>
      </div>
    </div>
  )
}

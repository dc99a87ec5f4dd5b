'use client'

import { useMutation } from '@tanstack/react-query'
import { Link } from '@/components/ui/link'
import { useEffect, useEffectEvent } from 'react'
import { useTranslations } from 'use-intl'
import { JobProgress } from '@/components/jobs/job-progress'
import { Button, buttonLook } from '@/components/ui/button'
import { ErrorNotice } from '@/components/ui/notice'
import { takeDropped } from './dropped'
import { type SeedFile, seedUpload } from './seed-files'
import { SeedSources } from './seed-sources'
import { SeedSummary } from './seed-summary'
import { planSeed, type SeedJob, type SeedOrigin, type SeedReport, startSeed } from './seed-wire'

/** Seeds a store: choose what, read the plan, run it, read the report. */
export function SeedStore({ storeId }: { storeId: string }) {
  const t = useTranslations('Seed')
  const plan = useMutation({
    mutationFn: async (choose: () => Promise<SeedOrigin>) => {
      const origin = await choose()
      return { origin, report: await planSeed(storeId, origin) }
    },
  })
  const start = useMutation({ mutationFn: (from: SeedOrigin) => startSeed(storeId, from) })
  const planFiles = (files: Promise<SeedFile[]>, into: string) =>
    plan.mutate(async () => {
      const found = await files
      if (found.length === 0) throw new Error(t('noFiles'))
      return { file: await seedUpload(found, into) }
    })
  const planDropped = useEffectEvent(() => {
    const dropped = takeDropped()
    if (dropped) planFiles(dropped, '/')
  })
  useEffect(() => planDropped(), [])

  if (start.data) {
    return (
      <JobProgress<SeedReport> jobId={start.data.id}>
        {(job) => <Ended job={job} storeId={storeId} />}
      </JobProgress>
    )
  }
  return (
    <>
      {plan.data ? (
        <div className="space-y-4">
          <h2 className="font-medium">{t('thePlan')}</h2>
          <SeedSummary report={plan.data.report} />
          {start.error ? <ErrorNotice>{start.error.message}</ErrorNotice> : null}
          <div className="flex gap-2">
            <Button
              look="primary"
              disabled={start.isPending || plan.data.report.versions === 0}
              onClick={() => start.mutate(plan.data.origin)}
            >
              {start.isPending ? t('starting') : t('run')}
            </Button>
            <Button onClick={() => plan.reset()}>{t('chooseOther')}</Button>
          </div>
        </div>
      ) : null}
      {/* Kept behind the plan, so that whoever goes back finds what they typed. */}
      <div hidden={plan.data !== undefined}>
        <SeedSources
          isPending={plan.isPending}
          why={plan.error?.message ?? null}
          onFiles={planFiles}
          onOrigin={(origin) => plan.mutate(() => Promise.resolve(origin))}
        />
      </div>
    </>
  )
}

function Ended({ job, storeId }: { job: SeedJob; storeId: string }) {
  const t = useTranslations('Seed')
  return (
    <div className="space-y-4">
      <h2 className="font-medium">{job.state === 'done' ? t('done') : t('endedEarly')}</h2>
      {job.error ? <ErrorNotice>{job.error}</ErrorNotice> : null}
      {job.result ? <SeedSummary report={job.result} /> : null}
      <Link href={`/stores/${storeId}`} className={buttonLook({ look: 'primary' })}>
        {t('openStore')}
      </Link>
    </div>
  )
}

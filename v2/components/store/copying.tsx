'use client'

import { useQuery } from '@tanstack/react-query'
import { useTranslations } from 'next-intl'
import { ask } from '@/components/act/ask'
import { Cache } from '@/components/frame/cache'
import { useLive } from '@/components/live/use-live'
import { buttonLook } from '@/components/ui/button'
import { Link } from '@/components/ui/link'
import { WhyNot } from '@/components/ui/notice'
import { ProgressBar } from '@/components/ui/empty'
import type { Job } from '@/lib/jobs/jobs'

/** How far a copy of a store is; then, where it is. */
export function Copying({ jobId }: { jobId: string }) {
  return (
    <Cache>
      <CopyJob jobId={jobId} />
    </Cache>
  )
}
function CopyJob({ jobId }: { jobId: string }) {
  const t = useTranslations('StoreSettings')
  const { data: job, refetch } = useQuery({
    queryKey: ['job', jobId],
    queryFn: ({ signal }) => ask<Job>(`/job?id=${jobId}`, signal),
  })
  useLive(
    [`job:${jobId}`],
    () => void refetch(),
    // It may have ended between its answer and the first news.
    job && { [`job:${jobId}`]: new Date(job.updatedAt).getTime() },
  )
  if (job?.state === 'failed') return <WhyNot why={job.error} />
  if (job?.state !== 'done') {
    return <ProgressBar label={t('copying')} done={job?.done ?? 0} total={job?.total ?? 0} />
  }
  return (
    <p className="pt-2">
      <Link href={`/stores/${job.result?.store_id as string}`} className={buttonLook()}>
        {t('copied')}
      </Link>
    </p>
  )
}

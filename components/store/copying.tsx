import { useTranslations } from 'next-intl'
import { Cache } from '@/components/frame/cache'
import { useJob } from '@/components/live/use-job'
import { ButtonLink } from '@/components/ui/button'
import { WhyNot } from '@/components/ui/notice'
import { ProgressBar } from '@/components/ui/progress-bar'

/** How far a copy of a store is; then, where it is. */
export function Copying({ jobId }: { jobId: string }) {
  return (
    <Cache>
      <CopyJob jobId={jobId} />
    </Cache>
  )
}

function CopyJob({ jobId }: { jobId: string }) {
  const t = useTranslations('Store')
  const job = useJob(jobId)
  if (job?.state === 'failed' || job?.state === 'stopped') return <WhyNot why={t('copyFailed')} />
  if (job?.state !== 'done') {
    return <ProgressBar label={t('copying')} done={job?.done ?? 0} total={job?.total || null} />
  }
  return (
    <p className="pt-2">
      <ButtonLink href={`/stores/${job.result?.store_id as string}`}>{t('copied')}</ButtonLink>
    </p>
  )
}

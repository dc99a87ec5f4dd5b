'use client'

import { Download, SearchCheck } from 'lucide-react'
import { useRouter } from 'next/navigation'
import { type ReactNode, useEffect } from 'react'
import { useFormatter, useTranslations } from 'use-intl'
import { ActWords, PageBody, PageHead } from '@/components/frame/page'
import { useJob } from '@/components/jobs/use-job'
import { useJobErrorWords } from '@/components/jobs/use-job-error-words'
import { useErrorWords } from '@/components/queries/use-error-words'
import { buttonVariants } from '@/components/ui/button'
import { Link } from '@/components/ui/link'
import { ErrorNotice } from '@/components/ui/notice'
import type { RedactionReceipt } from '@/lib/store/model/redaction-receipt'
import { OutcomeBadge } from './outcome-badge'
import { type KnownOfReceipt, Receipt } from './receipt'
import type { RedactionJob } from './redaction-job'
import { redactionState } from './redaction-outcome'
import { RedactionRunning } from './redaction-running'

const loadRedactionJob = async () => (await import('./redaction-job')).redactionJob

/** A redaction's job: its steps and a stop button, then its receipt with a download. */
export function RedactionProgress({
  job: shown,
  review,
  known,
}: {
  job: RedactionJob
  /** the place in a review where it was begun; null: it was begun elsewhere */
  review: string | null
  known: KnownOfReceipt
}) {
  const router = useRouter()
  const t = useTranslations('Redact')
  const wordsOf = useErrorWords()
  const errorWords = useJobErrorWords()
  const { job, error, stop, isStopping } = useJob(loadRedactionJob, shown)
  // What is known of the stores that the receipt names comes with the page.
  const hasEnded = job.state !== 'running' && shown.state === 'running'
  useEffect(() => {
    if (hasEnded) router.refresh()
  }, [router, hasEnded])
  if (error) {
    return (
      <Head job={job}>
        <PageBody>
          <ErrorNotice>{wordsOf(error)}</ErrorNotice>
        </PageBody>
      </Head>
    )
  }
  if (job.state === 'running') {
    return <RedactionRunning job={job} isStopping={isStopping} onStop={stop} />
  }
  const receipt = job.result && 'rewrittenMemories' in job.result ? job.result : null
  return (
    <Head job={job} receipt={receipt} isFromReview={review !== null}>
      {receipt ? (
        <Receipt receipt={receipt} job={job} known={known} review={review} />
      ) : (
        <PageBody>
          {job.state === 'done' ? (
            <p role="status">{t('compactionOnly')}</p>
          ) : (
            <>
              <ErrorNotice>{t('ended', { error: errorWords(job.error ?? '') })}</ErrorNotice>
              <p className="mt-3 font-medium">{t('notFinished')}</p>
              <p className="mt-2 flex flex-wrap gap-2">
                <Link href="/redact" className={buttonVariants({ variant: 'primary' })}>
                  {t('askAgain')}
                </Link>
                {review === null ? null : (
                  <Link href={`/review/${review}`} className={buttonVariants()}>
                    {t('backToReview')}
                  </Link>
                )}
              </p>
            </>
          )}
        </PageBody>
      )}
    </Head>
  )
}

function Head({
  job,
  receipt = null,
  isFromReview = false,
  children,
}: {
  job: RedactionJob
  receipt?: RedactionReceipt | null
  /** whether the way back to a review comes first */
  isFromReview?: boolean
  children: ReactNode
}) {
  const t = useTranslations()
  const format = useFormatter()
  return (
    <>
      <PageHead
        crumbs={[{ href: '/redactions', label: t('Redact.listTitle') }]}
        title={format.dateTime(new Date(job.created_at), {
          dateStyle: 'long',
          timeStyle: 'short',
        })}
        meta={receipt ? <OutcomeBadge state={redactionState(receipt)} /> : null}
        actions={
          <>
            <Link href="/redact" className={buttonVariants({ variant: 'quiet' })}>
              <SearchCheck size={15} aria-hidden />
              <ActWords>{t('Receipt.searchAgain')}</ActWords>
            </Link>
            {receipt ? (
              <a
                href={`/redactions/${job.id}/receipt`}
                download={`redaction-${job.id}.json`}
                className={buttonVariants({ variant: isFromReview ? 'secondary' : 'primary' })}
              >
                <Download size={15} aria-hidden />
                <ActWords>{t('Receipt.download')}</ActWords>
              </a>
            ) : null}
          </>
        }
      />
      {children}
    </>
  )
}

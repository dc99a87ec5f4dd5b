'use client'

import { useTranslations } from 'use-intl'
import { JobProgress } from '@/components/jobs/job-progress'
import { buttonLook } from '@/components/ui/button'
import { ErrorNotice } from '@/components/ui/notice'
import { Receipt } from './receipt'
import type { RedactionJob } from './redaction-job'

const loadRedactionJob = async () => (await import('./redaction-job')).redactionJob

/** A redaction's job: its progress, a stop button, and its receipt with a download. */
export function RedactionProgress({ job }: { job: RedactionJob }) {
  const t = useTranslations()
  return (
    <JobProgress loadSchema={loadRedactionJob} known={job}>
      {(ended) =>
        ended.result && 'rewrittenMemories' in ended.result ? (
          <div className="space-y-4">
            <Receipt receipt={ended.result} />
            <div className="flex justify-end">
              <a
                href={`/redactions/${job.id}/receipt`}
                download={`redaction-${job.id}.json`}
                className={buttonLook({ look: 'primary' })}
              >
                {t('Receipt.download')}
              </a>
            </div>
          </div>
        ) : ended.state === 'done' ? (
          <p role="status">{t('Redact.compactionOnly')}</p>
        ) : (
          <ErrorNotice>{t('Redact.ended', { error: ended.error ?? '' })}</ErrorNotice>
        )
      }
    </JobProgress>
  )
}

'use client'

import { useTranslations } from 'use-intl'
import { JobProgress } from '@/components/jobs/job-progress'
import type { WireJob } from '@/components/jobs/job-wire'
import { buttonLook } from '@/components/ui/button'
import { ErrorNotice } from '@/components/ui/notice'
import type { RedactionReceipt } from '@/lib/store/redact-text'
import { Receipt } from './receipt'

/** A redaction by its job: how far it is, the way to stop it, and its receipt with a file to keep. */
export function RedactionProgress({ job }: { job: WireJob<RedactionReceipt> }) {
  const t = useTranslations()
  return (
    <JobProgress<RedactionReceipt> jobId={job.id} known={job}>
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

import 'server-only'
import { texts } from '@/components/i18n/server-texts'
import { RelativeTime } from '@/components/ui/relative-time'
import { wireJob } from '@/lib/api/resources/job'
import type { Job } from '@/lib/jobs/job'
import { scanReportOf } from '@/lib/review/findings/scan-store'
import { ScanButton } from './scan-button'
import { ScanProgress } from './scan-progress'

export interface LastScanProps {
  storeId: string
  /** null: the store was never scanned as a whole */
  job: Job | null
  /** memories of the store */
  memoryCount: number
  now: number
}

/** Shows the progress of the store's scan, or the outcome of the last one, and has it scanned. */
export async function LastScan({ storeId, job, memoryCount, now }: LastScanProps) {
  const t = await texts()
  return (
    <section
      aria-label={t('Finding.scanning')}
      className="flex flex-wrap items-center gap-x-4 gap-y-2 border-t border-line px-4 py-2 text-xs text-ink-2"
    >
      <div className="min-w-0 flex-1 basis-64">
        {job === null ? <p>{t('Findings.neverScanned')}</p> : null}
        {job?.state === 'running' ? <ScanProgress key={job.id} known={wireJob(job)} /> : null}
        {job === null || job.state === 'running' ? null : (
          <Ended job={job} memoryCount={memoryCount} now={now} />
        )}
      </div>
      <div className="flex items-center gap-1.5">
        <ScanButton storeId={storeId} isRunning={job?.state === 'running'} />
      </div>
    </section>
  )
}

async function Ended({ job, memoryCount, now }: Omit<LastScanProps, 'storeId'> & { job: Job }) {
  const t = await texts()
  const report = scanReportOf(job)
  if (report === null) return <p className="text-caution">{t('Findings.scanFailed')}</p>
  const { memories, fresh, known, unscanned, isComplete } = report
  return (
    <p>
      {t('Findings.scanned', { memories, fresh, known })}{' '}
      {memories === memoryCount ? null : `${t('Findings.scannedThen', { count: memoryCount })} `}
      {unscanned > 0 ? (
        <span className="text-caution">{t('Findings.notScanned', { count: unscanned })} </span>
      ) : null}
      {isComplete ? null : <span className="text-caution">{t('Findings.scanStopped')} </span>}
      <span className="text-ink-3">
        <RelativeTime time={job.finishedAt ?? job.createdAt} now={now} />
      </span>
    </p>
  )
}

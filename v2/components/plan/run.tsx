'use client'

import { CircleCheck, CircleStop, CircleX } from 'lucide-react'
import { useFormatter, useTranslations } from 'next-intl'
import { useAct } from '@/components/act/use-act'
import { undoWritten } from '@/components/history/actions'
import { useJob } from '@/components/live/use-job'
import { Button, buttonLook } from '@/components/ui/button'
import { Link } from '@/components/ui/link'
import { WhyNot } from '@/components/ui/notice'
import { ProgressBar } from '@/components/ui/empty'
import type { Job } from '@/lib/jobs/jobs'
import { stop } from './actions'

export interface PlanRunProps {
  jobId: string
  kind: 'seed' | 'restore' | 'undo' | 'take_over'
  storeId: string
}

/** The job of a plan that is long work: how far it is, *Stop*, and what came of it. */
export function PlanRun({ jobId, kind, storeId }: PlanRunProps) {
  const t = useTranslations('Plan')
  const job = useJob(jobId)
  const stopping = useAct(stop)
  const isRunning = job === undefined || job.state === 'running'
  return (
    <div className="mx-auto w-full max-w-[46rem] flex-1 px-4 py-10" aria-live="polite">
      {isRunning ? (
        <>
          <h2 className="pb-4 text-[22px] leading-7 font-semibold">{t(`running.${kind}`)}</h2>
          <ProgressBar
            label={t(`running.${kind}`)}
            done={job?.done ?? 0}
            total={job?.total || null}
          />
          <p className="flex items-center gap-3 pt-3 text-ink-2 tabular-nums">
            {t('progress', { done: job?.done ?? 0, total: job?.total ?? 0 })}
            <Button
              size="small"
              isBusy={stopping.isBusy}
              onClick={() => void stopping.run({ jobId })}
            >
              {t('stop')}
            </Button>
          </p>
          <WhyNot why={stopping.why} />
        </>
      ) : (
        <Ended job={job} storeId={storeId} kind={kind} />
      )}
    </div>
  )
}

function Ended({ job, storeId, kind }: Pick<PlanRunProps, 'storeId' | 'kind'> & { job: Job }) {
  const t = useTranslations('Plan')
  const format = useFormatter()
  const undoing = useAct(undoWritten, { done: () => t('undone') })
  const end = job.state === 'failed' || job.state === 'stopped' ? job.state : 'done'
  const Sign = { done: CircleCheck, failed: CircleX, stopped: CircleStop }[end]
  const result = (job.result ?? {}) as { counts?: Record<string, number>; batchId?: string | null }
  const counts = Object.entries(result.counts ?? {}).filter(([, count]) => count > 0)
  return (
    <>
      <h2 className="flex items-center gap-2 text-[22px] leading-7 font-semibold">
        <Sign size={22} aria-hidden className={end === 'failed' ? 'text-removed' : 'text-added'} />
        {t(`ended.${end}`)}
      </h2>
      {job.error ? <p className="pt-2 text-removed">{job.error}</p> : null}
      <dl className="grid max-w-sm grid-cols-[1fr_auto] gap-y-1 py-5">
        {counts.map(([name, count]) => (
          <div key={name} className="contents">
            <dt className="text-ink-2">{t(`count.${name}` as 'count.create')}</dt>
            <dd className="text-right tabular-nums">{format.number(count)}</dd>
          </div>
        ))}
      </dl>
      <div className="flex gap-2">
        <Link href={`/stores/${storeId}`} className={buttonLook({ variant: 'primary' })}>
          {t('openStore')}
        </Link>
        {result.batchId ? (
          <Button
            isBusy={undoing.isBusy}
            onClick={() => void undoing.run({ storeId, batchId: result.batchId ?? '' })}
          >
            {t('undo', { kind })}
          </Button>
        ) : null}
      </div>
      <WhyNot why={undoing.why} />
    </>
  )
}

'use client'

import { CircleAlert, FolderSearch, RotateCcw } from 'lucide-react'
import { useRouter } from 'next/navigation'
import { type ReactNode, useEffect } from 'react'
import { useFormatter, useTranslations } from 'use-intl'
import { ActWords, type Crumb, PageBody, PageHead } from '@/components/frame/page'
import { JobProgress } from '@/components/jobs/job-progress'
import { useJobErrorWords } from '@/components/jobs/use-job-error-words'
import { Badge } from '@/components/ui/badge'
import { buttonVariants } from '@/components/ui/button'
import { Link } from '@/components/ui/link'
import { ErrorNotice } from '@/components/ui/notice'
import type { SeedJobAnswer, SeedReportAnswer } from '@/lib/wire/seed-report'
import { loadSeedJob } from './queries'
import { isUpToDate, NEED, SeedGroups, WRITTEN } from './seed-groups'
import { SeedHistory } from './seed-history'

export interface SeedRunProps {
  storeId: string
  /** of the store */
  crumb: Crumb
  job: SeedJobAnswer
  /** paths of sources on the server's disk, by name */
  known: Readonly<Record<string, string>>
  /** decisions that wait */
  leftOuts: ReactNode
}

/** A running seeding: its progress and a stop button, then its report. */
export function SeedRun(props: SeedRunProps) {
  const { crumb, job } = props
  const t = useTranslations('Seed')
  return (
    <JobProgress
      key={job.id}
      loadSchema={loadSeedJob}
      known={job}
      around={(running) => (
        <>
          <PageHead crumbs={[crumb]} title={t('title')} />
          <PageBody>{running}</PageBody>
        </>
      )}
    >
      {(ended) => <Ended {...props} job={ended} />}
    </JobProgress>
  )
}

function Ended({ job, storeId, crumb, known, leftOuts }: SeedRunProps) {
  const t = useTranslations('Seed')
  const errorWords = useJobErrorWords()
  const router = useRouter()
  // Refreshes the left-outs below, now that the seeding has ended.
  useEffect(() => router.refresh(), [router])
  const again = known[job.result?.source ?? '']
  const isDone = job.state === 'done'
  return (
    <>
      <PageHead
        crumbs={[crumb]}
        title={t('title')}
        guide="seed"
        meta={
          isDone ? null : (
            <Badge tone="caution" Icon={CircleAlert}>
              {t('early')}
            </Badge>
          )
        }
        actions={
          <>
            <Link href={`/stores/${storeId}/seed`} className={buttonVariants({ variant: 'quiet' })}>
              <FolderSearch size={15} aria-hidden className="md:hidden" />
              <ActWords>{t('seedMore')}</ActWords>
            </Link>
            {again === undefined ? null : (
              <Link href={`/stores/${storeId}/seed?again=${again}`} className={buttonVariants()}>
                <RotateCcw size={14} aria-hidden />
                <ActWords>{t('again')}</ActWords>
              </Link>
            )}
          </>
        }
        primary={
          <Link href={`/stores/${storeId}`} className={buttonVariants({ variant: 'primary' })}>
            {t('openStore')}
          </Link>
        }
      />
      <section
        aria-label={t('report')}
        tabIndex={0}
        className="min-h-0 flex-1 overflow-auto px-8 py-6 outline-offset-[-2px] max-md:overflow-visible max-md:px-4"
      >
        <div className="max-w-4xl space-y-5">
          <div role="status">
            <h2 className="text-document font-semibold">
              {isDone
                ? t('done', { count: job.result ? writtenIn(job.result) : 0 })
                : t('endedEarly')}
            </h2>
            {job.result ? <Summary report={job.result} /> : null}
          </div>
          {job.error ? <ErrorNotice>{errorWords(job.error)}</ErrorNotice> : null}
          {job.result ? <Tiles report={job.result} /> : null}
          {leftOuts}
          {job.result ? (
            <div>
              <SeedGroups report={job.result} without={['conflict', 'skip']} />
            </div>
          ) : null}
        </div>
      </section>
    </>
  )
}

const writtenIn = ({ counts }: SeedReportAnswer) =>
  WRITTEN.reduce((sum, action) => sum + counts[action], 0)

function Summary({ report }: { report: SeedReportAnswer }) {
  const t = useTranslations('Seed')
  return (
    <>
      <p className="text-talk text-ink-2">
        {report.versions === 0 && writtenIn(report) === 0
          ? t(isUpToDate(report) ? 'nothing' : 'nothingTaken')
          : t('versions', { count: report.versions })}
        {report.stopped ? ` ${t('stopped')}` : ''}
      </p>
      {report.history ? (
        <p className="text-ink-3">
          <SeedHistory history={report.history} />
        </p>
      ) : null}
    </>
  )
}

function Tiles({ report }: { report: SeedReportAnswer }) {
  const t = useTranslations('Seed')
  const format = useFormatter()
  const shown = NEED.filter((action) => report.counts[action] > 0)
  if (shown.length === 0) return null
  return (
    <dl className="grid grid-cols-[repeat(auto-fit,minmax(8.5rem,1fr))] gap-px overflow-hidden rounded-card border border-line">
      {shown.map((action) => (
        <div
          key={action}
          className="flex flex-col-reverse justify-end px-3.5 shadow-[0_0_0_1px_var(--line)] py-2.5"
        >
          <dt className="text-xs text-ink-3">{t(action)}</dt>
          <dd className="text-lead font-semibold tabular-nums">
            {format.number(report.counts[action])}
          </dd>
        </div>
      ))}
    </dl>
  )
}

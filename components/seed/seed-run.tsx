'use client'

import {
  ChevronRight,
  CircleAlert,
  FolderSearch,
  LibraryBig,
  type LucideIcon,
  MessageSquarePlus,
  Plug,
  RotateCcw,
  TriangleAlert,
} from 'lucide-react'
import { useRouter } from 'next/navigation'
import { type ReactNode, useEffect, useRef } from 'react'
import { useFormatter, useTranslations } from 'use-intl'
import { ActWords, type Crumb, PageBody, PageHead } from '@/components/frame/page'
import { JobProgress } from '@/components/jobs/job-progress'
import { useJobErrorWords } from '@/components/jobs/use-job-error-words'
import { Badge } from '@/components/ui/badge'
import { buttonVariants } from '@/components/ui/button'
import { Kbd } from '@/components/ui/kbd'
import { Link } from '@/components/ui/link'
import { ErrorNotice } from '@/components/ui/notice'
import { plainName } from '@/lib/text/plain-text'
import type { SeedJobAnswer, SeedReportAnswer } from '@/lib/wire/seed-report'
import { loadSeedJob } from './queries'
import { countWritten, isUpToDate } from './seed-actions'
import { SeedGroups } from './seed-groups'
import { SeedHistory } from './seed-history'

export interface SeedRunProps {
  store: { id: string; name: string; memoryCount: number }
  /** of the pages above */
  crumbs: readonly Crumb[]
  job: SeedJobAnswer
  /** ids of sources on the server's disk, by name */
  known: Readonly<Record<string, string>>
  /** open ones in the store */
  findings: number
  /** decisions that wait, and what was left out */
  leftOuts: ReactNode
}

/** A running seeding: its progress and a stop button, then its report with the next step. */
export function SeedRun(props: SeedRunProps) {
  const { crumbs, job } = props
  const t = useTranslations('Seed')
  return (
    <JobProgress
      key={job.id}
      loadSchema={loadSeedJob}
      known={job}
      around={(running) => (
        <>
          <PageHead crumbs={crumbs} title={t('title')} />
          <PageBody>{running}</PageBody>
        </>
      )}
    >
      {(ended) => <Ended {...props} job={ended} isFresh={job.state !== 'running'} />}
    </JobProgress>
  )
}

function Ended({
  job,
  store,
  crumbs,
  known,
  findings,
  leftOuts,
  isFresh,
}: SeedRunProps & {
  /** whether the store's figures are those of after the seeding */
  isFresh: boolean
}) {
  const t = useTranslations('Seed')
  const errorWords = useJobErrorWords()
  const router = useRouter()
  // Refreshes the store's figures and the left-outs, now that the seeding has ended.
  useEffect(() => router.refresh(), [router])
  const { result, error } = job
  const isDone = job.state === 'done'
  const again = known[result?.source ?? '']
  const [name, count] = [plainName(store.name), store.memoryCount]
  return (
    <>
      <PageHead
        crumbs={crumbs}
        title={t(isDone ? 'seeded' : 'title')}
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
            <Link
              href={`/stores/${store.id}/seed`}
              className={buttonVariants({ variant: 'quiet' })}
            >
              <FolderSearch size={15} aria-hidden className="md:hidden" />
              <ActWords>{t('seedMore')}</ActWords>
            </Link>
            {again === undefined || !isDone ? null : (
              <Link
                href={`/stores/${store.id}/seed?again=${again}`}
                className={buttonVariants({ variant: 'quiet' })}
              >
                <RotateCcw size={14} aria-hidden />
                <ActWords>{t('again')}</ActWords>
              </Link>
            )}
          </>
        }
      />
      <section
        aria-label={t('report')}
        tabIndex={0}
        className="min-h-0 flex-1 overflow-auto px-8 py-10 outline-offset-[-2px] max-md:overflow-visible max-md:px-4 max-md:py-6"
      >
        <div className="mx-auto max-w-190 space-y-6">
          <div role="status">
            <h2 className="text-document font-semibold tracking-[-0.01em]">
              {isFresh
                ? t(isDone ? 'hasNow' : 'stoppedHalfway', { name, count })
                : t(isDone ? 'seeded' : 'early')}
            </h2>
            {result ? <Summary report={result} /> : null}
          </div>
          {error ? <ErrorNotice>{errorWords(error)}</ErrorNotice> : null}
          <NextStep
            isDone={isDone}
            store={{ id: store.id, name }}
            againHref={again === undefined ? null : `/stores/${store.id}/seed?again=${again}`}
          />
          {isDone ? <Others storeId={store.id} findings={findings} /> : null}
          {leftOuts}
          {result && countWritten(result) > 0 ? (
            <details className="group">
              <summary className="flex w-fit cursor-pointer list-none items-center gap-1.5 rounded-mark py-1 text-ink-2">
                <ChevronRight size={14} aria-hidden className="group-open:rotate-90" />
                {t('allPaths')}
              </summary>
              <SeedGroups report={result} />
            </details>
          ) : null}
        </div>
      </section>
    </>
  )
}

function Summary({ report }: { report: SeedReportAnswer }) {
  const t = useTranslations('Seed')
  const format = useFormatter()
  const { versions, stopped, history, counts, entries, memory_tests: tests = 0 } = report
  const byPerson = entries.filter(({ why }) => why?.code === 'not_chosen').length
  const authors = history?.authors ?? []
  const isOfGit = report.source.startsWith('git:')
  return (
    <p className="mt-1 text-talk text-ink-2">
      {versions === 0 && countWritten({ counts }) === 0
        ? t(isUpToDate(report) ? 'nothing' : 'nothingTaken')
        : t('versions', { count: versions })}{' '}
      <SeedHistory report={report} />
      {isOfGit && versions > 0 && authors.length > 0 && authors.length <= 3
        ? ` ${t('writtenBy', { names: format.list(authors.map(plainName)) })}`
        : null}
      {tests > 0 ? ` ${t('testsTaken', { count: tests })}` : null}
      {byPerson > 0 ? ` ${t('youLeftOut', { count: byPerson })}` : null}
      {stopped ? ` ${t('stopped')}` : null}
    </p>
  )
}

/** The one primary: the store, or the rest of a source that was not read to its end. */
function NextStep({
  isDone,
  store,
  againHref,
}: {
  isDone: boolean
  store: { id: string; name: string }
  againHref: string | null
}) {
  const t = useTranslations('Seed')
  const isRest = !isDone && againHref !== null
  const act = useRef<HTMLDivElement>(null)
  // The button that was pressed last is gone, and this is what Enter does now.
  useEffect(() => act.current?.querySelector('a')?.focus({ preventScroll: true }), [])
  return (
    <div className="flex flex-wrap items-center gap-x-4 gap-y-3 rounded-card bg-accent-bg p-4 shadow-[inset_0_0_0_1px_color-mix(in_srgb,var(--accent)_30%,transparent)]">
      <span className="grid size-7 shrink-0 place-items-center rounded-control bg-accent text-on-accent">
        {isRest ? <RotateCcw size={16} aria-hidden /> : <LibraryBig size={16} aria-hidden />}
      </span>
      <div className="min-w-0 flex-1 basis-48">
        <p className="font-medium">{t(isRest ? 'seedRest' : 'lookAtIt')}</p>
        <p className="text-ink-2">{t(isRest ? 'seedRestAbout' : 'lookAtItAbout')}</p>
      </div>
      <div ref={act}>
        <Link
          href={isRest ? againHref : `/stores/${store.id}`}
          className={`${buttonVariants({ variant: 'primary' })} max-w-full`}
        >
          <span className="truncate">
            {isRest ? t('seedRest') : t('openStore', { name: store.name })}
          </span>
          <Kbd>↵</Kbd>
        </Link>
      </div>
    </div>
  )
}

/** Further steps, each a row. */
function Others({ storeId, findings }: { storeId: string; findings: number }) {
  const t = useTranslations('Seed')
  return (
    <ul className="divide-y divide-line overflow-hidden rounded-card shadow-[inset_0_0_0_1px_var(--line-2)]">
      {findings > 0 ? (
        <Step
          href={`/stores/${storeId}/changes`}
          Icon={TriangleAlert}
          title={t('readFindings', { count: findings })}
          about={t('readFindingsAbout')}
        />
      ) : null}
      <Step
        href={`/connections?store=${storeId}`}
        Icon={Plug}
        title={t('connect')}
        about={t('connectAbout')}
      />
      <Step
        href={`/sessions/new?store=${storeId}`}
        Icon={MessageSquarePlus}
        title={t('startSession')}
        about={t('startSessionAbout')}
      />
    </ul>
  )
}

function Step({
  href,
  Icon,
  title,
  about,
}: {
  href: string
  Icon: LucideIcon
  title: string
  about: string
}) {
  return (
    <li>
      <Link
        href={href}
        className="flex min-h-14 items-center gap-4 px-4 py-2.5 outline-offset-[-2px] hover:bg-hover"
      >
        <Icon size={16} strokeWidth={1.75} aria-hidden className="mx-1.5 shrink-0 text-ink-3" />
        <span className="min-w-0 flex-1">
          <span className="block font-medium">{title}</span>
          <span className="block text-ink-3">{about}</span>
        </span>
        <ChevronRight size={15} aria-hidden className="shrink-0 text-ink-3" />
      </Link>
    </li>
  )
}

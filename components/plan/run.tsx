'use client'

import { ChevronRight, CircleCheck, CircleStop, CircleX, MessagesSquare, Plug } from 'lucide-react'
import { useTranslations, useFormatter } from 'next-intl'
import { useRouter } from 'next/navigation'
import { jobProblem } from '@/components/act/problem-words'
import { undoWritten } from '@/components/history/actions'
import { useKey } from '@/components/keys/use-key'
import { PathInLine } from '@/components/lines/visible-text'
import { useJob } from '@/components/live/use-job'
import { ActButton } from '@/components/ui/act-button'
import { ButtonLink } from '@/components/ui/button'
import { Link } from '@/components/ui/link'
import { ProgressBar } from '@/components/ui/progress-bar'
import type { Job } from '@/lib/jobs/jobs'
import { shownSize } from '@/lib/text/human-size'
import { groupedBy } from '@/lib/text/lists'
import type { SeedReport } from '@/lib/transfer/report'
import { stop } from './actions'
import { reasonWordsIn } from './reason-words'

export interface PlanRunProps {
  jobId: string
  kind: 'seed' | 'restore' | 'undo' | 'take_over'
  storeId: string
}

/** The job of a plan that is long work: how far it is, *Stop*, and what came of it. */
export function PlanRun({ jobId, kind, storeId }: PlanRunProps) {
  const t = useTranslations('Plan')
  const job = useJob(jobId)
  const isRunning = job === undefined || job.state === 'running'
  const says = t(isRunning ? `running.${kind}` : `ended.${endOf(job)}`)
  return (
    <div data-run className="mx-auto w-full max-w-[46rem] flex-1 px-4 py-10">
      <p role="status" className="sr-only">
        {says}
      </p>
      {isRunning ? (
        <>
          <h2 className="pb-4 text-[22px] leading-7 font-semibold">{says}</h2>
          <ProgressBar label={says} done={job?.done ?? 0} total={job?.total || null} />
          <div className="flex items-center gap-3 pt-3 text-ink-2 tabular-nums">
            {job?.total ? t('progress', { done: job.done, total: job.total }) : null}
            <ActButton size="small" does={stop} input={{ jobId }}>
              {t('stop')}
            </ActButton>
          </div>
        </>
      ) : (
        <Ended job={job} kind={kind} storeId={storeId} />
      )}
    </div>
  )
}

const endOf = ({ state }: Job) => (state === 'failed' || state === 'stopped' ? state : 'done')

function Ended({ job, kind, storeId }: Omit<PlanRunProps, 'jobId'> & { job: Job }) {
  const t = useTranslations('Plan')
  const router = useRouter()
  const problems = useTranslations('Problems')
  const common = useTranslations('Common')
  const end = endOf(job)
  const Sign = { done: CircleCheck, failed: CircleX, stopped: CircleStop }[end]
  const result = (job.result ?? {}) as Partial<SeedReport>
  const { batchId, from, versions = 0, tests = 0, counts, entries = [] } = result
  const why = jobProblem(problems, job)
  const store = `/stores/${storeId}`
  useKey('mod+enter', t('openStore'), () => router.push(store), { bar: true })
  return (
    <>
      <h2 className="flex items-center gap-2 text-[22px] leading-7 font-semibold">
        <Sign size={22} aria-hidden className={end === 'failed' ? 'text-removed' : 'text-added'} />
        {t(`ended.${end}`)}
      </h2>
      {why === null ? null : <p className="pt-2 text-removed">{why}</p>}
      {counts ? <p className="pt-1 text-ink-2">{t('wrote', { versions, tests })}</p> : null}
      <div className="mt-5 divide-y divide-line overflow-hidden rounded-dialog shadow-[0_0_0_1px_var(--line-2)]">
        <div className="flex flex-wrap items-center gap-2 bg-accent-bg p-4">
          <p className="min-w-48 flex-1 max-md:basis-full">
            <b className="block font-semibold">{t('next.look')}</b>
            <span className="text-ink-2">{t('next.lookAbout')}</span>
          </p>
          {batchId ? (
            <ActButton
              does={undoWritten}
              input={{ storeId, batchId }}
              on={{ done: (undone) => common('undone', { ...undone }) }}
            >
              {t('undo')}
            </ActButton>
          ) : versions > 0 && from !== undefined ? (
            // A history is no batch: the store goes back to the moment before it.
            <ButtonLink href={`/stores/${storeId}/plan?restore=${from}`}>
              {t('takeBack')}
            </ButtonLink>
          ) : null}
          <ButtonLink href={store} variant="primary" stroke="mod+enter">
            {t('openStore')}
          </ButtonLink>
        </div>
        {kind === 'seed' && versions > 0 ? (
          <>
            <Next step="talk" Icon={MessagesSquare} href={`/sessions/new?store=${storeId}`} />
            <Next step="connect" Icon={Plug} href="/connections/agents" />
          </>
        ) : null}
      </div>
      {counts ? <Report counts={counts} entries={entries} /> : null}
      {entries.some(({ reason }) => reason === 'too_large' || reason === 'limit_reached') ? (
        <p className="-mt-2 pb-5 pl-4 text-xs">
          <Link href={`${store}/settings`} className="text-accent underline">
            {t('raiseLimit')}
          </Link>
        </p>
      ) : null}
    </>
  )
}

/** What one would do with a store that has just been filled. */
function Next({ step, Icon, href }: { step: 'talk' | 'connect'; Icon: typeof Plug; href: string }) {
  const t = useTranslations('Plan')
  return (
    <Link
      href={href}
      className="flex items-center gap-3 px-4 py-3 -outline-offset-2 hover:bg-hover"
    >
      <Icon size={16} aria-hidden className="shrink-0 text-ink-3" />
      <span className="flex-1">
        <b className="block font-medium">{t(`next.${step}`)}</b>
        <span className="text-xs text-ink-2">{t(`next.${step}About`)}</span>
      </span>
      <ChevronRight size={14} aria-hidden className="text-ink-3" />
    </Link>
  )
}

/** Of a group with more paths, the others are counted. */
const MOST_LISTED = 500

/** What a seeding came to, by groups as its plan had them: each path, and why it was not taken. */
function Report({ counts, entries }: Pick<SeedReport, 'counts' | 'entries'>) {
  const t = useTranslations('Plan')
  const format = useFormatter()
  const reasonWords = useReasonWords()
  const ofAction = groupedBy(entries, ({ action }) => action)
  const groups = (Object.keys(counts) as (keyof typeof counts)[]).filter((name) => counts[name] > 0)
  return (
    <div className="grid py-5">
      {groups.map((name) => {
        const listed = ofAction.get(name) ?? []
        const heading = (
          <>
            <span className="text-ink-2">{t(`count.${name}`)}</span>
            <span className="ml-auto tabular-nums">{format.number(counts[name])}</span>
          </>
        )
        if (listed.length === 0) {
          return (
            <p key={name} className="flex py-0.5 pl-4.5">
              {heading}
            </p>
          )
        }
        return (
          <details key={name} open={name === 'conflict' || name === 'skip'}>
            <summary className="grid grid-cols-[auto_1fr_auto] items-center py-0.5">
              {heading}
            </summary>
            <ul className="pb-2 pl-4.5">
              {listed.slice(0, MOST_LISTED).map(({ path, reason, size }, index) => (
                <li key={index} className="flex items-baseline gap-3 py-0.5 text-xs">
                  <span className="min-w-0 flex-1 wrap-anywhere">
                    <span className="font-mono">
                      <PathInLine path={path} />
                    </span>
                    {reason === null ? null : (
                      <span className="block text-ink-2">{reasonWords(reason, path)}</span>
                    )}
                  </span>
                  {size ? (
                    <span className="text-ink-3 tabular-nums">{shownSize(format, size)}</span>
                  ) : null}
                </li>
              ))}
              {listed.length > MOST_LISTED ? (
                <li className="text-xs text-ink-3">
                  {t('moreListed', { count: listed.length - MOST_LISTED })}
                </li>
              ) : null}
            </ul>
          </details>
        )
      })}
    </div>
  )
}

/** Why a path is left out or in conflict, in the reader's language. */
export const useReasonWords = () =>
  reasonWordsIn(useTranslations('Plan'), useTranslations('Problems'))

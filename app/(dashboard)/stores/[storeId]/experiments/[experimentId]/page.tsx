import type { Metadata } from 'next'
import { notFound } from 'next/navigation'
import { Download } from 'lucide-react'
import { VisibleLabel } from '@/components/content/visible-label'
import { FollowExperiments } from '@/components/experiments/follow-experiments'
import { DeleteExperiment, RunAgain, StopExperiment } from '@/components/experiments/run-buttons'
import { KeyBar } from '@/components/frame/key-bar'
import { Page, PageHead } from '@/components/frame/page'
import { formats, texts } from '@/components/i18n/server-texts'
import { buttonVariants } from '@/components/ui/button'
import { Link } from '@/components/ui/link'
import { LocalTime } from '@/components/ui/local-time'
import { StepKeys } from '@/components/ui/step-keys'
import { likelyMoneyOnPage, spentMoneyOnPage } from '@/components/why/price-on-page'
import { withMoney } from '@/components/why/price-words'
import { database } from '@/lib/db/open-database'
import { estimateRun } from '@/lib/experiments/change-experiments'
import { experimentsState } from '@/lib/experiments/experiments-state'
import { isAsking, RUN_FAULTS } from '@/lib/experiments/model/experiment'
import { ExperimentError } from '@/lib/experiments/problems'
import { getExperiment, type ShownExperiment } from '@/lib/experiments/read-experiments'
import { StoreError } from '@/lib/store/model/problems'
import { plainName, plainText } from '@/lib/text/plain-text'
import { storeOf } from '../../store-of'
import { StateMark } from '../state-mark'
import { ColumnAnswers } from './column-answers'
import { columnWords } from './column-words'
import { ExperimentTable } from './experiment-table'

export const dynamic = 'force-dynamic'

type Props = PageProps<'/stores/[storeId]/experiments/[experimentId]'>

export async function generateMetadata(props: Props): Promise<Metadata> {
  const { experiment } = await shownAt(props)
  return { title: plainName(experiment.name) }
}

/** An experiment: how its columns go, and the answers to one of its tests side by side. */
export default async function ExperimentPage(props: Props) {
  const t = await texts()
  const { storeId } = await props.params
  const { test: openId } = await props.searchParams
  const store = await storeOf(storeId)
  const state = await experimentsState(database(), storeId)
  const shown = await shownAt(props)
  const { experiment, run, runs, table } = shown
  const words = await columnWords(shown)
  const open = table.tests.find(({ id }) => id === openId)
  const address = `/stores/${storeId}/experiments/${experiment.id}`
  const isOpen = store.archivedAt === null
  const price = isOpen && !isAsking(run.state) ? await priceOf(shown) : null
  const asked = { storeId, experimentId: experiment.id }
  return (
    <Page kind="working">
      <FollowExperiments storeId={storeId} shown={state} />
      <PageHead
        crumbs={[
          { href: `/stores/${storeId}`, label: store.name },
          { href: `/stores/${storeId}/experiments`, label: t('Experiments.title') },
        ]}
        title={<VisibleLabel text={experiment.name} />}
        meta={<StateMark state={run.state} />}
        actions={
          <>
            {isAsking(run.state) ? <StopExperiment {...asked} /> : null}
            {price === null ? null : <RunAgain {...asked} price={price} />}
          </>
        }
      />
      <div className="min-h-0 flex-1 overflow-auto">
        <section
          className="border-b border-line px-6 pt-5.5 pb-4.5"
          aria-labelledby="experiment-says"
        >
          <div role="status" aria-live="polite">
            <h2
              id="experiment-says"
              className="text-[22px] leading-tight font-semibold tracking-[-0.015em] text-balance"
            >
              {await headline(shown)}
            </h2>
            <p className="mt-1 text-ink-2">{await subline(shown)}</p>
          </div>
          {isOpen && experiment.isRedacted && run.error !== 'columns_redacted' ? (
            <p className="mt-1 text-ink-2">{t('Experiments.refused_redacted')}</p>
          ) : null}
          <p className="mt-2 flex flex-wrap items-center gap-2">
            {(['csv', 'json'] as const).map((format) => (
              <a
                key={format}
                href={`${address}/export?format=${format}&run_id=${run.id}`}
                download
                className={buttonVariants({ variant: 'quiet' })}
              >
                <Download size={14} aria-hidden /> {format.toUpperCase()}
              </a>
            ))}
            <DeleteExperiment {...asked} />
          </p>
        </section>
        <ExperimentTable shown={shown} words={words} openId={open?.id ?? null} />
        {runs.length === 1 ? null : (
          <nav
            aria-label={t('Experiments.runs')}
            className="flex flex-wrap items-center gap-x-4 gap-y-1 border-b border-line px-6 py-3 text-xs"
          >
            <span className="text-ink-3">{t('Experiments.runs')}</span>
            {runs.map((each) => (
              <Link
                key={each.id}
                href={`${address}?run=${each.id}`}
                aria-current={each.id === run.id ? 'page' : undefined}
                className="inline-flex items-center gap-1.5 aria-[current=page]:font-semibold"
              >
                <LocalTime time={each.createdAt} /> <StateMark state={each.state} />
              </Link>
            ))}
          </nav>
        )}
        {open ? (
          <ColumnAnswers
            asked={{ ...asked, testId: open.id, runId: run.id }}
            name={open.name}
            words={words}
            closed={`${address}?run=${run.id}`}
          />
        ) : null}
      </div>
      <StepKeys selector="[data-experiment-row]" />
      <KeyBar
        keys={price === null ? ['steps', 'openRow'] : ['steps', 'openRow', 'runExperiment']}
      />
    </Page>
  )
}

async function shownAt(props: Props): Promise<ShownExperiment> {
  const { run } = await props.searchParams
  const runId = typeof run === 'string' ? run : undefined
  return getExperiment(database(), { ...(await props.params), runId }).catch((error: unknown) => {
    if (error instanceof ExperimentError) notFound()
    throw error
  })
}

/** What running it again is likely to cost, in words; null: it cannot be run again. */
async function priceOf({ experiment }: ShownExperiment): Promise<string | null> {
  const t = await texts()
  const asked = { storeId: experiment.storeId, experimentId: experiment.id }
  const estimate = await estimateRun(database(), asked).catch((error: unknown) => {
    if (error instanceof ExperimentError || error instanceof StoreError) return null
    throw error
  })
  if (estimate === null) return null
  const { usage, isFree } = estimate
  if (isFree) return t('Experiments.free')
  const about = t('Experiments.about', { tokens: usage.inputTokens + usage.outputTokens })
  return withMoney(about, await likelyMoneyOnPage(usage.usd))
}

/** What can be said so far, in one sentence a column. */
async function headline({ run, table }: ShownExperiment): Promise<string> {
  const t = await texts()
  const isUnderWay = isAsking(run.state)
  if (run.answers === 0 && !isUnderWay) return t('Experiments.headNoAnswers')
  const compared = table.columns.slice(1).map(({ comparison }) => comparison)
  const told = compared.flatMap((each, index) => {
    if (each === null || each.says === 'none_seen') return []
    const number = index + 2
    return each.says === 'better'
      ? t('Experiments.headBetter', { number })
      : t('Experiments.headWorse', { number })
  })
  if (told.length > 0) return told.join(' ')
  if (compared.every((each) => each === null)) return t('Experiments.headEarly')
  return t(isUnderWay ? 'Experiments.headNoneYet' : 'Experiments.headNone')
}

/** What follows: how far it is, or why it failed. */
async function subline({ run, table }: ShownExperiment): Promise<string> {
  const t = await texts()
  const format = await formats()
  const { error, answers, samples, columns, usage } = run
  const all = samples * columns.length * table.tests.length
  const progress = t('Experiments.progress', { answers, all })
  const tokens = format.number(usage.inputTokens + usage.outputTokens)
  const spent = withMoney(
    t('Experiments.perRun', { requests: usage.requests, tokens }),
    await spentMoneyOnPage(table.usd),
  )
  if (error === null) return `${progress} · ${spent} · ${t('Experiments.lookedAt')}`
  const fault = RUN_FAULTS.find((each) => each === error)
  const why = fault
    ? t(`Experiments.fault_${fault}`)
    : t('Experiments.serverSaid', { message: plainText(error) })
  return `${why} · ${progress}`
}

import type { Metadata } from 'next'
import { Columns2, Plus } from 'lucide-react'
import { VisibleLabel } from '@/components/content/visible-label'
import { FollowExperiments } from '@/components/experiments/follow-experiments'
import { KeyBar } from '@/components/frame/key-bar'
import { ActWords, Page, PageHead } from '@/components/frame/page'
import { texts } from '@/components/i18n/server-texts'
import { buttonVariants } from '@/components/ui/button'
import { EmptyState } from '@/components/ui/empty-state'
import { KeyedLink } from '@/components/ui/keyed-link'
import { Link } from '@/components/ui/link'
import { LocalTime } from '@/components/ui/local-time'
import { StepKeys } from '@/components/ui/step-keys'
import { database } from '@/lib/db/open-database'
import { experimentsState } from '@/lib/experiments/experiments-state'
import { type ListedExperiment, listExperiments } from '@/lib/experiments/read-experiments'
import { testsById } from '@/lib/memory-tests/read-tests'
import type { MemoryStore } from '@/lib/store/model/memory-store'
import { plainName } from '@/lib/text/plain-text'
import { storeOf } from '../store-of'
import { StateMark } from './state-mark'

export const dynamic = 'force-dynamic'

export async function generateMetadata(
  props: PageProps<'/stores/[storeId]/experiments'>,
): Promise<Metadata> {
  const t = await texts()
  const { name } = await storeOf((await props.params).storeId)
  return { title: `${t('Experiments.title')} · ${plainName(name)}` }
}

/** What was compared by a store's tests. */
export default async function ExperimentsPage(props: PageProps<'/stores/[storeId]/experiments'>) {
  const t = await texts()
  const store = await storeOf((await props.params).storeId)
  const state = await experimentsState(database(), store.id)
  const rows = await listExperiments(database(), store.id)
  const isOpen = store.archivedAt === null
  return (
    <Page kind="index">
      <FollowExperiments storeId={store.id} shown={state} />
      <PageHead
        crumbs={[
          { href: `/stores/${store.id}`, label: store.name },
          { href: `/stores/${store.id}/tests`, label: t('MemoryTests.title') },
        ]}
        title={t('Experiments.title')}
        actions={
          isOpen && rows.length > 0 ? (
            <KeyedLink href={`/stores/${store.id}/experiments/new`} letter="n" variant="primary">
              <Plus size={15} aria-hidden /> <ActWords>{t('Experiments.new')}</ActWords>
            </KeyedLink>
          ) : null
        }
      />
      {rows.length === 0 ? (
        <None store={store} />
      ) : (
        rows.map((row) => <Row key={row.experiment.id} row={row} />)
      )}
      <StepKeys selector="[data-experiment-row]" />
      <KeyBar keys={rows.length > 0 ? ['steps', 'openRow', 'newExperiment'] : ['newExperiment']} />
    </Page>
  )
}

async function Row({ row: { experiment, lastRun } }: { row: ListedExperiment }) {
  const t = await texts()
  const { id, storeId, name, columns, testIds, samples } = experiment
  return (
    <Link
      href={`/stores/${storeId}/experiments/${id}`}
      data-experiment-row=""
      className="grid min-h-14 grid-cols-[minmax(0,1fr)_auto] items-center gap-x-4 border-b border-line px-6 py-2.5 outline-offset-[-2px] hover:bg-hover"
    >
      <span className="min-w-0">
        <span className="block truncate font-medium">
          <VisibleLabel text={name} />
        </span>
        <span className="block text-xs text-ink-3">
          {t('Experiments.sizes', { columns: columns.length, tests: testIds.length, samples })}
        </span>
      </span>
      {lastRun === null ? null : (
        <span className="grid justify-items-end gap-0.5">
          <StateMark state={lastRun.state} />
          <span className="text-xs text-ink-3">
            <LocalTime time={lastRun.createdAt} />
          </span>
        </span>
      )}
    </Link>
  )
}

/** Nothing was compared yet: the first step is an experiment, or before it a test. */
async function None({ store }: { store: MemoryStore }) {
  const t = await texts()
  const hasTests = (await testsById(database(), store.id)).size > 0
  return (
    <EmptyState
      Icon={Columns2}
      title={t('Experiments.none')}
      action={
        store.archivedAt !== null ? null : hasTests ? (
          <KeyedLink href={`/stores/${store.id}/experiments/new`} letter="n" variant="primary">
            {t('Experiments.new')}
          </KeyedLink>
        ) : (
          <Link
            href={`/stores/${store.id}/tests`}
            className={buttonVariants({ variant: 'primary' })}
          >
            {t('Experiments.toTests')}
          </Link>
        )
      }
    >
      {t(hasTests ? 'Experiments.noneHint' : 'Experiments.noTests')}
    </EmptyState>
  )
}

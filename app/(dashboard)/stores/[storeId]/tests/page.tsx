import type { Metadata } from 'next'
import { Columns2, FlaskConical, Plus, X } from 'lucide-react'
import { KeyBar } from '@/components/frame/key-bar'
import { ActWords, Page, PageHead } from '@/components/frame/page'
import { texts } from '@/components/i18n/server-texts'
import { FollowTests } from '@/components/memory-tests/follow-tests'
import { RunAllTests, StopTests } from '@/components/memory-tests/run-buttons'
import { Badge } from '@/components/ui/badge'
import { buttonVariants } from '@/components/ui/button'
import { EmptyState } from '@/components/ui/empty-state'
import { KeyedLink } from '@/components/ui/keyed-link'
import { Link } from '@/components/ui/link'
import { StepKeys } from '@/components/ui/step-keys'
import { database } from '@/lib/db/open-database'
import { coveredPaths } from '@/lib/memory-tests/covered-paths'
import { isUnderWay, type TestStatus } from '@/lib/memory-tests/model/memory-test'
import { listTests, type TestWithRuns } from '@/lib/memory-tests/read-tests'
import { testsState } from '@/lib/memory-tests/tests-state'
import type { MemoryStore } from '@/lib/store/model/memory-store'
import { plainName } from '@/lib/text/plain-text'
import { storeOf } from '../store-of'
import { OpenTest } from './open-test'
import { priceOfAll, spentLately } from './prices'
import { StripKey } from './strip-key'
import { STRIP_PLACES, stripPlaces } from './strip-places'
import { TestRow } from './test-row'

export const dynamic = 'force-dynamic'

/** Runs of each test that its strip shows. */
const STRIP = STRIP_PLACES

export async function generateMetadata(
  props: PageProps<'/stores/[storeId]/tests'>,
): Promise<Metadata> {
  const t = await texts()
  const { name } = await storeOf((await props.params).storeId)
  return { title: `${t('MemoryTests.title')} · ${plainName(name)}` }
}

/** What agents should do with a store: its tests, their runs over time, and the one that is open. */
export default async function TestsPage(props: PageProps<'/stores/[storeId]/tests'>) {
  const store = await storeOf((await props.params).storeId)
  const { test: asked, run } = await props.searchParams
  // Before the tests: what comes in between is shown twice, and never missed.
  const state = await testsState(database(), store.id)
  const rows = await listTests(database(), { storeId: store.id, runsOfEach: STRIP })
  const now = requestTime()
  const states = rows.flatMap(({ runs }) => runs.map(({ sequence }) => sequence))
  const places = stripPlaces(states, store.lastSequence)
  const named = rows.find(({ test }) => test.id === asked)
  const open = named ?? rows.find((row) => statusOf(row) === 'failed') ?? rows[0]
  return (
    <Page kind="working">
      <FollowTests storeId={store.id} shown={state} />
      <TestsHead store={store} rows={rows} />
      {open ? (
        <div className="tests-panes" data-shows={named ? 'test' : 'list'}>
          <section className="tests-list" aria-label={(await texts())('MemoryTests.title')}>
            <StripKey />
            {rows.map((row) => (
              <TestRow
                key={row.test.id}
                row={row}
                isOpen={row === open}
                places={places}
                now={now}
              />
            ))}
            <Foot store={store} rows={rows} now={now} />
          </section>
          <OpenTest
            key={open.test.id}
            row={open}
            runId={typeof run === 'string' ? run : null}
            isArchived={store.archivedAt !== null}
          />
        </div>
      ) : (
        <NoTests store={store} />
      )}
      <StepKeys selector="[data-test-row]" />
      <KeyBar keys={open ? ['steps', 'runTest', 'runAllTests', 'newTest'] : ['newTest']} />
    </Page>
  )
}

async function TestsHead({ store, rows }: { store: MemoryStore; rows: readonly TestWithRuns[] }) {
  const t = await texts()
  const counted = (status: TestStatus) => rows.filter((row) => statusOf(row) === status).length
  const failing = counted('failed')
  const isRunning = rows.some(({ runs }) => runs.some(({ status }) => isUnderWay(status)))
  const isOpen = store.archivedAt === null
  return (
    <PageHead
      crumbs={[
        { href: '/stores', label: t('Store.stores') },
        { href: `/stores/${store.id}`, label: store.name },
      ]}
      title={t('MemoryTests.title')}
      meta={
        rows.length === 0 ? null : (
          <>
            {failing === 0 ? null : (
              <Badge tone="removed" Icon={X}>
                {t('MemoryTests.failing', { count: failing })}
              </Badge>
            )}
            <span>
              {t('MemoryTests.counts', {
                count: rows.length,
                mixed: counted('mixed'),
                notRun: counted('not_run'),
              })}
            </span>
          </>
        )
      }
      actions={
        isOpen && rows.length > 0 ? (
          <>
            <KeyedLink href={`/stores/${store.id}/tests/new`} letter="n">
              <Plus size={15} aria-hidden /> <ActWords>{t('MemoryTests.new')}</ActWords>
            </KeyedLink>
            <Link href={`/stores/${store.id}/experiments`} className={buttonVariants({})}>
              <Columns2 size={15} aria-hidden /> <ActWords>{t('Experiments.compare')}</ActWords>
            </Link>
            {isRunning ? <StopTests storeId={store.id} /> : null}
            {isRunning ? null : <RunAllTests storeId={store.id} price={await priceOfAll(rows)} />}
          </>
        ) : null
      }
    />
  )
}

async function Foot({
  store,
  rows,
  now,
}: {
  store: MemoryStore
  rows: readonly TestWithRuns[]
  now: number
}) {
  const t = await texts()
  const { size: covered } = await coveredPaths(database(), store.id)
  return (
    <dl className="mt-auto grid grid-cols-3 gap-4 border-t border-line px-5 py-4 text-xs text-ink-3">
      <div>
        <dt>{t('MemoryTests.allOnce', { count: rows.length })}</dt>
        <dd className="text-lead font-semibold text-ink tabular-nums">{await priceOfAll(rows)}</dd>
      </div>
      <div>
        <dt>{t('MemoryTests.lately')}</dt>
        <dd className="text-lead font-semibold text-ink tabular-nums">
          {await spentLately({ storeId: store.id, rows }, now)}
        </dd>
      </div>
      <div>
        <dt>{t('MemoryTests.readByTest')}</dt>
        <dd className="text-lead font-semibold text-ink tabular-nums">
          <Link href={`/stores/${store.id}?map=tests`} className="hover:underline">
            {t('MemoryTests.ofMemories', { covered, count: store.memoryCount })}
          </Link>
        </dd>
      </div>
    </dl>
  )
}

async function NoTests({ store }: { store: MemoryStore }) {
  const t = await texts()
  return (
    <EmptyState
      Icon={FlaskConical}
      title={t('MemoryTests.none')}
      action={
        store.archivedAt === null ? (
          <KeyedLink href={`/stores/${store.id}/tests/new`} letter="n" variant="primary">
            {t('MemoryTests.new')}
          </KeyedLink>
        ) : null
      }
    >
      {t('MemoryTests.noneHint')}
    </EmptyState>
  )
}

/** How the test went last, as it is now; null: this question was never asked. */
function statusOf({ test, runs }: TestWithRuns): TestStatus | null {
  return runs.find(({ revision }) => revision === test.revision)?.status ?? null
}

/** Returns the time of the request, in milliseconds since 1970. */
function requestTime(): number {
  return Date.now()
}

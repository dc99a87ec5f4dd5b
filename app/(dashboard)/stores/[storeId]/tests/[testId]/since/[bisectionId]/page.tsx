import type { Metadata } from 'next'
import { notFound } from 'next/navigation'
import { Page, PageBody, PageHead } from '@/components/frame/page'
import { texts } from '@/components/i18n/server-texts'
import { StopTestBisection } from '@/components/memory-tests/bisection-buttons'
import { FollowTests } from '@/components/memory-tests/follow-tests'
import { failureWords } from '@/components/why/failure-words'
import { SinceFound, SinceState, UndoFound } from '@/components/why/since-found'
import { database } from '@/lib/db/open-database'
import {
  getTestBisection,
  type TestBisection,
} from '@/lib/memory-tests/bisections/get-test-bisection'
import type { MemoryTest } from '@/lib/memory-tests/model/memory-test'
import { MemoryTestError } from '@/lib/memory-tests/problems'
import { getTest } from '@/lib/memory-tests/read-tests'
import { testsState } from '@/lib/memory-tests/tests-state'
import { plainText } from '@/lib/text/plain-text'
import { storeOf } from '../../../../store-of'

export const dynamic = 'force-dynamic'

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await texts())('Since.title') }
}

/** Since when a test goes as it does, as far as it is known: the change first, its proof below. */
export default async function TestBisectionPage(
  props: PageProps<'/stores/[storeId]/tests/[testId]/since/[bisectionId]'>,
) {
  const { storeId, testId, bisectionId } = await props.params
  const store = await storeOf(storeId)
  // Before the search: what comes in between is shown twice, and never missed.
  const state = await testsState(database(), storeId)
  const { test, bisection } = await searched({ storeId, testId, bisectionId })
  const t = await texts()
  const isOpen = bisection.state === 'pending' || bisection.state === 'running'
  const change = bisection.result?.change ?? null
  return (
    <Page kind="index">
      {isOpen ? <FollowTests storeId={storeId} shown={state} /> : null}
      <PageHead
        crumbs={[
          { href: `/stores/${store.id}`, label: store.name },
          { href: `/stores/${store.id}/tests?test=${testId}`, label: t('MemoryTests.title') },
        ]}
        title={t('Since.title')}
        meta={<SinceState bisection={bisection} />}
        actions={
          isOpen ? (
            <StopTestBisection {...{ storeId, testId, bisectionId }} />
          ) : change && store.archivedAt === null ? (
            <UndoFound change={change} />
          ) : null
        }
      />
      <PageBody className="max-w-5xl space-y-6">
        <SinceFound
          bisection={bisection}
          wordsOf={({ begins, sequence }) =>
            t(begins ? 'MemoryTests.sinceBegins' : 'MemoryTests.sinceStops', { sequence })
          }
          about={await about(test, bisection)}
        />
      </PageBody>
    </Page>
  )
}

async function about(
  { name }: MemoryTest,
  { state, error, changeCount }: TestBisection,
): Promise<string> {
  if (state === 'failed') return failureWords(error ?? '')
  const t = await texts()
  const among = changeCount === null ? [] : [t('MemoryTests.sinceAmong', { count: changeCount })]
  return [plainText(name), ...among].join(' · ')
}

async function searched(asked: { storeId: string; testId: string; bisectionId: string }) {
  try {
    const test = await getTest(database(), asked)
    return { test, bisection: await getTestBisection(database(), asked) }
  } catch (error) {
    if (error instanceof MemoryTestError) notFound()
    throw error
  }
}

import { Undo2 } from 'lucide-react'
import type { Metadata } from 'next'
import { notFound } from 'next/navigation'
import { Page, PageBody, PageHead } from '@/components/frame/page'
import { DiffTexts } from '@/components/i18n/part-texts'
import { texts } from '@/components/i18n/server-texts'
import { StopTestBisection } from '@/components/memory-tests/bisection-buttons'
import { FollowTests } from '@/components/memory-tests/follow-tests'
import { Badge } from '@/components/ui/badge'
import { KeyedLink } from '@/components/ui/keyed-link'
import { Steps } from '@/components/why/bisection-steps'
import { failureWords } from '@/components/why/failure-words'
import { FoundChange } from '@/components/why/found-change'
import { sinceHeadline, sinceTone } from '@/components/why/since-words'
import { database } from '@/lib/db/open-database'
import { getTestBisection } from '@/lib/memory-tests/bisections/get-test-bisection'
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
  const among = bisection.changeCount
  return (
    <Page kind="index">
      {isOpen ? <FollowTests storeId={storeId} shown={state} /> : null}
      <PageHead
        crumbs={[
          { href: `/stores/${store.id}`, label: store.name },
          { href: `/stores/${store.id}/tests?test=${testId}`, label: t('MemoryTests.title') },
        ]}
        title={t('Since.title')}
        meta={
          <Badge tone={sinceTone(bisection, isOpen)}>
            {t(`WhyFound.state_${bisection.state}`)}
          </Badge>
        }
        actions={
          isOpen ? (
            <StopTestBisection {...{ storeId, testId, bisectionId }} />
          ) : change && store.archivedAt === null ? (
            <KeyedLink
              href={`/stores/${storeId}/undo?version=${change.versionId}`}
              letter="z"
              variant="primary"
            >
              <Undo2 size={14} aria-hidden /> {t('Since.undo')}
            </KeyedLink>
          ) : null
        }
      />
      <PageBody className="max-w-5xl space-y-6">
        <div role="status" aria-live="polite">
          <h2 className="text-[22px] leading-tight font-semibold tracking-[-0.015em]">
            {await sinceHeadline(bisection, ({ begins, sequence }) =>
              t(begins ? 'MemoryTests.sinceBegins' : 'MemoryTests.sinceStops', { sequence }),
            )}
          </h2>
          <p className="mt-1.5 text-ink-2">
            {bisection.state === 'failed'
              ? await failureWords(bisection.error ?? '')
              : [
                  plainText(test.name),
                  ...(among === null ? [] : [t('MemoryTests.sinceAmong', { count: among })]),
                ].join(' · ')}
          </p>
        </div>
        {bisection.result?.isConsistent === false ? (
          <p className="rounded-card bg-caution-bg px-3 py-2 text-sm shadow-[inset_0_0_0_1px_var(--caution-line)]">
            {t('Since.contradicts')}
          </p>
        ) : null}
        {change ? (
          <DiffTexts>
            <FoundChange change={change} />
          </DiffTexts>
        ) : null}
        <Steps bisection={bisection} />
      </PageBody>
    </Page>
  )
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

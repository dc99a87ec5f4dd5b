import type { Metadata } from 'next'
import { notFound } from 'next/navigation'
import { Page, PageBody, PageHead } from '@/components/frame/page'
import { texts } from '@/components/i18n/server-texts'
import { StartTestBisection } from '@/components/memory-tests/bisection-buttons'
import { priceOnPage } from '@/components/why/price-on-page'
import { database } from '@/lib/db/open-database'
import { estimateTestBisection } from '@/lib/memory-tests/bisections/start-test-bisection'
import { MemoryTestError } from '@/lib/memory-tests/problems'
import { getTest } from '@/lib/memory-tests/read-tests'
import { ReplayError } from '@/lib/replay/problems'
import { plainText } from '@/lib/text/plain-text'
import { storeOf } from '../../../store-of'

export const dynamic = 'force-dynamic'

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await texts())('Since.title') }
}

/** Asks since when a test goes as it does: what is looked through, and its price. */
export default async function TestSincePage(
  props: PageProps<'/stores/[storeId]/tests/[testId]/since'>,
) {
  const { storeId, testId } = await props.params
  const store = await storeOf(storeId)
  const test = await getTest(database(), { storeId, testId }).catch((error: unknown) => {
    if (error instanceof MemoryTestError) notFound()
    throw error
  })
  const t = await texts()
  const estimate = await estimateOrProblem({ storeId, testId })
  return (
    <Page kind="index">
      <PageHead
        crumbs={[
          { href: `/stores/${store.id}`, label: store.name },
          { href: `/stores/${store.id}/tests?test=${test.id}`, label: t('MemoryTests.title') },
        ]}
        title={t('Since.title')}
      />
      <PageBody className="max-w-3xl space-y-4">
        <p>{plainText(test.name)}</p>
        {estimate === 'no_change_between' ? (
          <p role="status">{t('MemoryTests.sinceNoChange')}</p>
        ) : estimate === 'model_gone' ? (
          <p role="status">{t('WhyRefused.model_gone')}</p>
        ) : (
          <>
            <p className="text-ink-2">
              {t('MemoryTests.sinceIntro', { count: estimate.changeCount })}{' '}
              {t('Since.price', {
                answers: estimate.answers,
                price: await priceOnPage({
                  tokens: estimate.usage.inputTokens + estimate.usage.outputTokens,
                  isFree: estimate.isFree,
                  usd: estimate.usage.usd,
                }),
              })}{' '}
              {t('Why.onCopies')}
            </p>
            <StartTestBisection storeId={storeId} testId={testId} />
          </>
        )}
      </PageBody>
    </Page>
  )
}

/** What it costs, or why it cannot be searched. */
async function estimateOrProblem(asked: { storeId: string; testId: string }) {
  try {
    return await estimateTestBisection(database(), asked)
  } catch (error) {
    const kind = error instanceof ReplayError ? error.problem.kind : null
    if (kind === 'no_change_between' || kind === 'model_gone') return kind
    throw error
  }
}

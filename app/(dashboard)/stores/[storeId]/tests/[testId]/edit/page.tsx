import type { Metadata } from 'next'
import { notFound } from 'next/navigation'
import { Page, PageBody, PageHead } from '@/components/frame/page'
import { OpeningTexts } from '@/components/i18n/part-texts'
import { texts } from '@/components/i18n/server-texts'
import { TestForm } from '@/components/memory-tests/test-form'
import { listModels } from '@/lib/agent/list-models'
import { PRACTICE_MODEL, TOOL_SETS } from '@/lib/agent/session-settings'
import { database } from '@/lib/db/open-database'
import { DEFAULT_RULE } from '@/lib/memory-tests/model/verdict'
import { timeOfDay } from '@/lib/memory-tests/model/time-of-day'
import { MemoryTestError } from '@/lib/memory-tests/problems'
import { getTest } from '@/lib/memory-tests/read-tests'
import { storeOf } from '../../../store-of'

export const dynamic = 'force-dynamic'

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await texts())('MemoryTests.editTitle') }
}

/** Changes a test. */
export default async function EditTestPage(
  props: PageProps<'/stores/[storeId]/tests/[testId]/edit'>,
) {
  const t = await texts()
  const { storeId, testId } = await props.params
  const store = await storeOf(storeId)
  const test = await getTest(database(), { storeId, testId }).catch((error: unknown) => {
    if (error instanceof MemoryTestError) notFound()
    throw error
  })
  if (store.archivedAt !== null) notFound()
  const { models } = await listModels()
  const isListed = models.some(({ id }) => id === test.model)
  const own = { id: test.model, name: test.model, window: null }
  return (
    <Page kind="index">
      <PageHead
        crumbs={[
          { href: `/stores/${store.id}`, label: store.name },
          { href: `/stores/${store.id}/tests?test=${test.id}`, label: t('MemoryTests.title') },
        ]}
        title={t('MemoryTests.editTitle')}
      />
      <PageBody className="max-w-3xl space-y-6">
        <p className="text-ink-2">{t('MemoryTests.editIntro')}</p>
        <OpeningTexts>
          <TestForm
            storeId={store.id}
            testId={test.id}
            name={test.name}
            messages={test.messages}
            checks={test.checks.filter((check) => check.type !== 'person')}
            model={test.model}
            paths={test.when.paths ?? []}
            nightlyAt={test.when.nightlyMinute === null ? '' : timeOfDay(test.when.nightlyMinute)}
            isGate={test.when.isGate}
            bisectsItself={test.when.bisectsItself}
            access={test.access}
            instructions={test.instructions}
            toolSet={test.toolSet}
            toolSets={TOOL_SETS}
            rule={test.verdict}
            usualRule={DEFAULT_RULE}
            models={isListed ? models : [own, ...models]}
            practiceModel={PRACTICE_MODEL}
          />
        </OpeningTexts>
      </PageBody>
    </Page>
  )
}

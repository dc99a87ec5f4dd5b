import type { Metadata } from 'next'
import { notFound } from 'next/navigation'
import { checkFromAddress } from '@/components/checks/check-address'
import { PageBody, Page, PageHead } from '@/components/frame/page'
import { OpeningTexts } from '@/components/i18n/part-texts'
import { texts } from '@/components/i18n/server-texts'
import { neverAgainDraft } from '@/components/memory-tests/never-again'
import { TestForm } from '@/components/memory-tests/test-form'
import { listModels } from '@/lib/agent/list-models'
import { PRACTICE_MODEL, TOOL_SETS } from '@/lib/agent/session-settings'
import { DEFAULT_RULE } from '@/lib/memory-tests/model/verdict'
import { storeOf } from '../../store-of'

export const dynamic = 'force-dynamic'

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await texts())('MemoryTests.newTitle') }
}

/**
 * A new test; what led to it has filled in the question, the check and the model, or names the hunk
 * that tells them.
 */
export default async function NewTestPage(props: PageProps<'/stores/[storeId]/tests/new'>) {
  const t = await texts()
  const store = await storeOf((await props.params).storeId)
  if (store.archivedAt !== null) notFound()
  const asked = await props.searchParams
  const { models } = await listModels()
  const named = { changesetId: textOf(asked.changeset), hunkId: textOf(asked.hunk) }
  const draft = named.hunkId === '' ? null : await neverAgainDraft(store.id, named)
  return (
    <Page kind="index">
      <PageHead
        crumbs={[
          { href: `/stores/${store.id}`, label: store.name },
          { href: `/stores/${store.id}/tests`, label: t('MemoryTests.title') },
        ]}
        title={t('MemoryTests.newTitle')}
      />
      <PageBody className="max-w-3xl space-y-6">
        <p className="text-ink-2">{t('MemoryTests.intro')}</p>
        <OpeningTexts>
          <TestForm
            storeId={store.id}
            testId={null}
            name={textOf(asked.name)}
            messages={[draft?.question ?? textOf(asked.question)]}
            checks={[draft?.check ?? checkFromAddress(asked)]}
            model={draft?.model ?? (textOf(asked.model) || (models[0]?.id ?? PRACTICE_MODEL))}
            paths={[]}
            nightlyAt=""
            isGate={false}
            bisectsItself={null}
            access="read_write"
            instructions=""
            toolSet="memory"
            toolSets={TOOL_SETS}
            rule={DEFAULT_RULE}
            usualRule={DEFAULT_RULE}
            models={models}
            practiceModel={PRACTICE_MODEL}
          />
        </OpeningTexts>
      </PageBody>
    </Page>
  )
}

function textOf(value: string | string[] | undefined): string {
  return typeof value === 'string' ? value : ''
}

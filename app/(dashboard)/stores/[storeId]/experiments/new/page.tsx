import type { Metadata } from 'next'
import { notFound } from 'next/navigation'
import { ExperimentForm } from '@/components/experiments/experiment-form'
import { Page, PageBody, PageHead } from '@/components/frame/page'
import { texts } from '@/components/i18n/server-texts'
import { TOOL_SETS } from '@/lib/agent/session-settings'
import { listModels } from '@/lib/agent/list-models'
import { database } from '@/lib/db/open-database'
import { testsById } from '@/lib/memory-tests/read-tests'
import { listBranches } from '@/lib/store/branches/find-branch'
import { listNamedMoments } from '@/lib/store/time/named-moments'
import { storeMoment } from '@/lib/store/time/store-moment'
import { plainName } from '@/lib/text/plain-text'
import { storeOf } from '../../store-of'

export const dynamic = 'force-dynamic'

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await texts())('Experiments.new') }
}

/** A new experiment: columns, tests and how often, with its price before it starts. */
export default async function NewExperimentPage(
  props: PageProps<'/stores/[storeId]/experiments/new'>,
) {
  const t = await texts()
  const store = await storeOf((await props.params).storeId)
  if (store.archivedAt !== null) notFound()
  const tests = [...(await testsById(database(), store.id)).values()]
  if (tests.length === 0) notFound()
  const { models } = await listModels()
  const moments = await listNamedMoments(database(), store.id)
  const branches = await listBranches(database(), store.id)
  const { last } = await storeMoment(database(), { storeId: store.id, time: requestTime() })
  return (
    <Page kind="index">
      <PageHead
        crumbs={[
          { href: `/stores/${store.id}`, label: store.name },
          { href: `/stores/${store.id}/experiments`, label: t('Experiments.title') },
        ]}
        title={t('Experiments.new')}
      />
      <PageBody className="max-w-3xl space-y-6">
        <p className="text-ink-2">{t('Experiments.intro')}</p>
        <ExperimentForm
          storeId={store.id}
          name={t('Experiments.defaultName')}
          tests={tests.map(({ test: { id, name } }) => ({ id, name }))}
          sources={{
            last,
            moments: moments.map(({ sequence, name }) => ({ sequence, name: plainName(name) })),
            branches: branches.map(({ id, name }) => ({ id, name: plainName(name) })),
            models: models.map(({ id, name }) => ({ id, name })),
            toolSets: TOOL_SETS.map((id) => ({ id, name: t(`SessionSettings.name_${id}`) })),
          }}
        />
      </PageBody>
    </Page>
  )
}

/** Returns the time of the request, in milliseconds since 1970. */
function requestTime(): number {
  return Date.now()
}

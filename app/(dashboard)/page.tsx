import { Suspense } from 'react'
import { KeyBar } from '@/components/frame/key-bar'
import { Page, PageHead } from '@/components/frame/page'
import { ListsTexts } from '@/components/i18n/lists-texts'
import { texts } from '@/components/i18n/server-texts'
import { StoresLive } from '@/components/live/stores-live'
import { NewStore } from '@/components/stores/new-store'
import { StoreTable } from '@/components/stores/store-table'
import { storeInsights } from '@/components/stores/store-insights'
import { WorthTidying } from '@/components/stores/store-insight-cells'
import { buttonLook } from '@/components/ui/button'
import { Link } from '@/components/ui/link'
import { StepKeys } from '@/components/ui/step-keys'
import { Welcome } from '@/components/welcome/welcome'
import { database } from '@/lib/db/open-database'
import { listStores } from '@/lib/store/list-stores'
import { actorNames } from '@/lib/store/name-actor'
import { storeActivities } from '@/lib/store/store-activity'

export const dynamic = 'force-dynamic'

const PAGE = 100

const DAYS = 30

async function pageOfStores(after: string | undefined) {
  const { stores, next } = await listStores(database(), {
    limit: PAGE,
    includeArchived: true,
    after,
  })
  const now = Date.now()
  const storeIds = stores.map(({ id }) => id)
  const activities = await storeActivities(database(), { storeIds, days: DAYS, now })
  const names = await actorNames(
    database(),
    [...activities.values()].flatMap(({ lastActor }) => lastActor?.id ?? []),
  )
  return { stores, activities, names, next, now }
}

export default async function StoresPage(props: PageProps<'/'>) {
  const { after } = await props.searchParams
  const t = await texts()
  const { stores, activities, names, next, now } = await pageOfStores(
    typeof after === 'string' ? after : undefined,
  )
  if (stores.length === 0 && after === undefined) {
    return (
      <ListsTexts>
        <Page kind="index">
          <StoresLive renderedAt={now} />
          <Welcome />
        </Page>
      </ListsTexts>
    )
  }
  const insights = storeInsights(
    stores.map(({ id }) => id),
    now,
  )
  return (
    <ListsTexts>
      <Page kind="index">
        <StoresLive renderedAt={now} />
        <StepKeys selector="[data-store-row]" next="j" previous="k" />
        <PageHead
          title={t('Stores.title')}
          guide="stores"
          actions={
            <>
              <Link href="/redact" className={buttonLook({ look: 'quiet' })}>
                {t('Redact.link')}
              </Link>
              <NewStore />
            </>
          }
        />
        <StoreTable
          stores={stores}
          activities={activities}
          names={names}
          insights={insights}
          now={now}
        />
        {next === null ? null : (
          <Link href={`/?after=${next}`} className="px-5 py-3 text-ink-2 hover:underline">
            {t('Stores.older')}
          </Link>
        )}
        <Suspense>
          <WorthTidying stores={stores} insights={insights} />
        </Suspense>
        <div className="flex-1" />
        <KeyBar keys={['nextRow', 'previousRow', 'openRow', 'newStore', 'goTo']} />
      </Page>
    </ListsTexts>
  )
}

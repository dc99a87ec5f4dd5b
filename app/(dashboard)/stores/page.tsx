import { ArrowDownUp, Eraser } from 'lucide-react'
import { redirect } from 'next/navigation'
import { Suspense } from 'react'
import * as z from 'zod/mini'
import { KeyBar } from '@/components/frame/key-bar'
import { ActWords, Page, PageHead } from '@/components/frame/page'
import { ListsTexts } from '@/components/i18n/part-texts'
import { texts } from '@/components/i18n/server-texts'
import { LivePage } from '@/components/live/live-page'
import { NewStore } from '@/components/stores/new-store'
import { StoreTable } from '@/components/stores/store-table'
import { storeInsights } from '@/components/stores/store-insights'
import { WorthTidying } from '@/components/stores/store-insight-cells'
import { ConnectMore } from '@/components/welcome/connect-more'
import { buttonVariants } from '@/components/ui/button'
import { ChoiceMenu } from '@/components/ui/choice-menu'
import { Link } from '@/components/ui/link'
import { StepKeys } from '@/components/ui/step-keys'
import { database } from '@/lib/db/open-database'
import { actorNames } from '@/lib/store/stores/name-actor'
import { sortedStores, STORE_ORDERS } from '@/lib/store/stores/read-stores'
import { storeActivities } from '@/lib/store/stores/store-activity'

export const dynamic = 'force-dynamic'

const PAGE = 50

const DAYS = 30

const search = z.object({
  sort: z.catch(z.enum(STORE_ORDERS), 'changed'),
  /** from 1 on */
  page: z.catch(z.coerce.number().check(z.int(), z.positive(), z.maximum(10_000)), 1),
})

async function pageOfStores({ sort, page }: z.infer<typeof search>) {
  const { stores, hasMore } = await sortedStores(database(), {
    order: sort,
    limit: PAGE,
    offset: (page - 1) * PAGE,
  })
  const now = Date.now()
  const storeIds = stores.map(({ id }) => id)
  const activities = await storeActivities(database(), { storeIds, days: DAYS, now })
  const names = await actorNames(
    database(),
    [...activities.values()].flatMap(({ lastActor }) => lastActor?.id ?? []),
  )
  return { stores, activities, names, hasMore, now }
}

export default async function StoresPage(props: PageProps<'/stores'>) {
  const asked = search.parse(await props.searchParams)
  const t = await texts()
  const { stores, activities, names, hasMore, now } = await pageOfStores(asked)
  // The front page of an installation without stores says how to begin.
  if (stores.length === 0 && asked.page === 1) redirect('/')
  const insights = storeInsights(
    stores.map(({ id }) => id),
    now,
  )
  return (
    <ListsTexts>
      <Page kind="index">
        <LivePage of="stores" renderedAt={now} />
        <StepKeys selector="[data-store-row]" next="j" previous="k" />
        <PageHead
          title={t('Stores.title')}
          meta={hasMore || asked.page > 1 ? null : stores.length}
          guide="stores"
          actions={
            <>
              <ChoiceMenu
                icon={<ArrowDownUp size={15} aria-hidden />}
                label={t('Stores.sort')}
                chosen={t(`Stores.sort_${asked.sort}`)}
                choices={STORE_ORDERS.map((sort) => ({
                  href: addressOf({ sort, page: 1 }),
                  label: t(`Stores.sort_${sort}`),
                  isChosen: sort === asked.sort,
                }))}
              />
              <Link href="/redact" className={buttonVariants({ variant: 'quiet' })}>
                <Eraser size={15} strokeWidth={1.75} aria-hidden />
                <ActWords>{t('Store.redact')}</ActWords>
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
        {hasMore ? (
          <Link
            href={addressOf({ ...asked, page: asked.page + 1 })}
            className="px-5 py-3 text-ink-2 hover:underline"
          >
            {t('Stores.next')}
          </Link>
        ) : null}
        <Suspense>
          <WorthTidying stores={stores} insights={insights} />
        </Suspense>
        <ConnectMore />
        <KeyBar keys={['nextRow', 'previousRow', 'openRow', 'newStore', 'goTo']} />
      </Page>
    </ListsTexts>
  )
}

/** The list sorted otherwise, or another page of it. */
function addressOf({ sort, page }: z.infer<typeof search>): string {
  const address = new URLSearchParams()
  if (sort !== 'changed') address.set('sort', sort)
  if (page > 1) address.set('page', String(page))
  return address.size === 0 ? '/stores' : `/stores?${address}`
}

import { redirect } from 'next/navigation'
import { Suspense } from 'react'
import * as z from 'zod/mini'
import { FilterButton, Filters } from '@/components/frame/filter'
import { KeyBar } from '@/components/frame/key-bar'
import { Page, PageHead } from '@/components/frame/page'
import { ListsTexts } from '@/components/i18n/part-texts'
import { texts } from '@/components/i18n/server-texts'
import { LivePage } from '@/components/live/live-page'
import { NewStore } from '@/components/stores/new-store'
import { StoreTable } from '@/components/stores/store-table'
import { storeInsights } from '@/components/stores/store-insights'
import { WorthTidying } from '@/components/stores/store-insight-cells'
import { ChoiceMenu } from '@/components/ui/choice-menu'
import { Link } from '@/components/ui/link'
import { StepKeys } from '@/components/ui/step-keys'
import { database } from '@/lib/db/open-database'
import { lastChanges } from '@/lib/store/stores/last-changes'
import type { MemoryStore } from '@/lib/store/model/memory-store'
import { sortedStores, STORE_ORDERS } from '@/lib/store/stores/read-stores'

export const dynamic = 'force-dynamic'

const PAGE = 50

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
  const changes = await lastChanges(
    database(),
    stores.map(({ id }) => id),
  )
  // The database orders them by their numbers, of which a redaction takes one, too.
  const at = ({ id }: MemoryStore) => changes.get(id)?.at ?? 0
  const inOrder = sort === 'changed' ? stores.toSorted((one, other) => at(other) - at(one)) : stores
  return { stores: inOrder, changes, hasMore, now: Date.now() }
}

export default async function StoresPage(props: PageProps<'/stores'>) {
  const asked = search.parse(await props.searchParams)
  const t = await texts()
  const { stores, changes, hasMore, now } = await pageOfStores(asked)
  // The front page of an installation without stores says how to begin.
  if (stores.length === 0 && asked.page === 1) redirect('/')
  const isSorted = asked.sort !== 'changed'
  const isInOrder = stores.length > 1 || isSorted
  const insights = storeInsights(
    stores.map(({ id }) => id),
    now,
  )
  return (
    <ListsTexts>
      <Page kind="index">
        <LivePage of="stores" renderedAt={now} />
        <StepKeys selector="[data-store-row]" />
        <PageHead
          title={t('Stores.title')}
          meta={hasMore || asked.page > 1 ? null : stores.length}
          guide="stores"
          actions={
            <>
              {isInOrder ? (
                <FilterButton
                  rowCount={stores.length}
                  chosen={isSorted ? [t(`Stores.sort_${asked.sort}`)] : []}
                />
              ) : null}
              <NewStore />
            </>
          }
        />
        {isInOrder ? (
          <Filters rowCount={stores.length} clearHref={null}>
            <ChoiceMenu
              label={t('Stores.sort')}
              chosen={t(`Stores.sort_${asked.sort}`)}
              isMarked={isSorted}
              choices={STORE_ORDERS.map((sort) => ({
                href: addressOf({ sort, page: 1 }),
                label: t(`Stores.sort_${sort}`),
                isChosen: sort === asked.sort,
              }))}
            />
          </Filters>
        ) : null}
        <StoreTable stores={stores} lastChanges={changes} insights={insights} now={now} />
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
        <KeyBar
          keys={['steps', 'openRow', 'newStore', ...(isInOrder ? (['filter'] as const) : [])]}
        />
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

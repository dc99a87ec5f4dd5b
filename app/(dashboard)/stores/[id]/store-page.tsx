import { getTranslations } from 'next-intl/server'
import { cache, type ReactNode } from 'react'
import { found } from '@/app/(dashboard)/answered'
import { PageHead, type PageHeadProps } from '@/components/frame/page'
import { type OfPages, PageWithTexts } from '@/components/i18n/texts'
import { VisibleLabel } from '@/components/lines/visible-text'
import { ArchivedNotice, type StoreTab, StoreTabs } from '@/components/store/head'
import { Badge } from '@/components/ui/badge'
import { countWaiting, idsToReview } from '@/lib/review/to-review'
import type { Store } from '@/lib/store/model/model'
import { getStore } from '@/lib/store/stores'
import { countFailing } from '@/lib/why/strips'
import { plainName } from '@/lib/text/visible-text'

/** The store that an address names, read once a page; where there is none, the page of what is not there. */
export const storeAt = cache((id: string): Promise<Store> => found(getStore(id)))

/** The memories of a store that are to review, by id, read once a page. */
export const memoriesToReview = cache(idsToReview)

/** How much there is to review in a store: memories, and writes that wait. */
export async function toReviewIn(id: string): Promise<number> {
  const [memories, held] = await Promise.all([memoriesToReview(id), countWaiting([id])])
  return memories.size + held
}

export interface StorePageProps extends Omit<PageHeadProps, 'crumbs' | 'title' | 'tabs'> {
  kind: 'index' | 'working'
  store: Store
  title: string
  /** one of the store's pages, which stand beside each other */
  tab?: StoreTab
  /** of those that no other page speaks of */
  texts?: readonly OfPages[]
  /** below the head */
  children: ReactNode
}

/** A page about one thing of a store: one of its tabs, or one that leads back to it. */
export async function StorePage({
  kind,
  store,
  title,
  tab,
  texts = [],
  children,
  ...head
}: StorePageProps) {
  const t = await getTranslations('Store')
  const crumbs = [{ href: '/stores', label: t('stores') }]
  return (
    <PageWithTexts texts={texts} kind={kind} isInner name={`${title} · ${plainName(store.name)}`}>
      {tab === undefined ? (
        <PageHead
          crumbs={[...crumbs, { href: `/stores/${store.id}`, label: store.name }]}
          title={title}
          {...head}
        />
      ) : (
        <PageHead
          crumbs={crumbs}
          title={<VisibleLabel text={store.name} />}
          meta={store.archivedAt ? <Badge>{t('archived')}</Badge> : null}
          tabs={
            <StoreTabs
              store={store}
              toReview={await toReviewIn(store.id)}
              failing={await countFailing(store.id)}
              current={tab}
            />
          }
          {...head}
        />
      )}
      {store.archivedAt ? <ArchivedNotice at={store.archivedAt} /> : null}
      {children}
    </PageWithTexts>
  )
}

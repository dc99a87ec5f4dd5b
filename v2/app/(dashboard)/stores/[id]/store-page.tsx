import { getTranslations } from 'next-intl/server'
import { cache, type ReactNode } from 'react'
import { Page, PageHead, type PageHeadProps } from '@/components/frame/page'
import type { Store } from '@/lib/store/model/model'
import { getStore } from '@/lib/store/stores'
import { plainName } from '@/lib/text/visible-text'
import { found } from '../../answered'

/** The store that an address names, read once a page; where there is none, the page of what is not there. */
export const storeAt = cache((id: string): Promise<Store> => found(getStore(id)))

export interface StorePageProps extends Omit<PageHeadProps, 'crumbs' | 'title'> {
  kind: 'index' | 'working'
  store: Store
  title: string
  /** below the head */
  children: ReactNode
}

/** A page about one thing of a store, which leads back to it. */
export async function StorePage({ kind, store, title, children, ...head }: StorePageProps) {
  const t = await getTranslations('Stores')
  const crumbs = [
    { href: '/stores', label: t('title') },
    { href: `/stores/${store.id}`, label: store.name },
  ]
  return (
    <Page kind={kind} name={`${title} · ${plainName(store.name)}`}>
      <PageHead crumbs={crumbs} title={title} {...head} />
      {children}
    </Page>
  )
}

import type { ReactNode } from 'react'
import { VisibleLabel } from '@/components/content/visible-label'
import { PageHead } from '@/components/frame/page'
import type { GuidePageName } from '@/components/guide/guide-pages'
import { texts } from '@/components/i18n/server-texts'
import { StoreActs } from '@/components/stores/store-menu'
import { type StorePageName, storeTabs } from '@/components/stores/store-tabs'
import { Badge } from '@/components/ui/badge'
import type { MemoryStore } from '@/lib/store/model/memory-store'

export interface StoreHeadProps {
  store: MemoryStore
  current: StorePageName
  /** a few words beside the name */
  meta?: ReactNode
  /** at a past moment nothing can be changed, so that nothing offers it */
  isPast?: boolean
  /** the guide's page about it */
  guide?: GuidePageName
}

/** A store's name, the tabs between its pages, and the acts on it as a whole. */
export async function StoreHead({ store, current, meta, isPast = false, guide }: StoreHeadProps) {
  const t = await texts()
  const isArchived = store.archivedAt !== null
  return (
    <PageHead
      crumbs={[{ href: '/stores', label: t('Store.stores') }]}
      title={<VisibleLabel text={store.name} />}
      meta={
        isArchived ? (
          <>
            <Badge>{t('Store.archived')}</Badge>
            {meta}
          </>
        ) : (
          meta
        )
      }
      tabs={await storeTabs(store, current)}
      guide={guide}
      actions={isPast ? null : <StoreActs storeId={store.id} isArchived={isArchived} />}
    />
  )
}

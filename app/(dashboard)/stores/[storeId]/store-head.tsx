import { GitMerge } from 'lucide-react'
import type { ReactNode } from 'react'
import { VisibleLabel } from '@/components/content/visible-label'
import { CostLink } from '@/components/costs/cost-link'
import { PageHead } from '@/components/frame/page'
import type { GuidePageName } from '@/components/guide/guide-pages'
import { texts } from '@/components/i18n/server-texts'
import { TestsLink } from '@/components/memory-tests/tests-link'
import { StoreActs } from '@/components/stores/store-menu'
import { type StorePageName, storeTabs } from '@/components/stores/store-tabs'
import { Badge } from '@/components/ui/badge'
import { Link } from '@/components/ui/link'
import { database } from '@/lib/db/open-database'
import { branchState } from '@/lib/store/branches/find-branch'
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
  const branch = await branchState(database(), store.id)
  return (
    <PageHead
      crumbs={[
        { href: '/stores', label: t('Store.stores') },
        ...(branch?.originName
          ? [{ href: `/stores/${branch.originId}`, label: branch.originName }]
          : []),
      ]}
      title={<VisibleLabel text={store.name} />}
      meta={
        <>
          {isArchived ? <Badge>{t('Store.archived')}</Badge> : null}
          {branch ? <BranchLink storeId={store.id} ahead={branch.ahead} /> : null}
          {meta}
        </>
      }
      tabs={await storeTabs(store, current)}
      guide={guide}
      actions={
        isPast ? null : (
          <>
            <TestsLink storeId={store.id} />
            <CostLink storeId={store.id} />
            <StoreActs storeId={store.id} isArchived={isArchived} />
          </>
        )
      }
    />
  )
}

/** Leads from a branch to what merging it would do. */
async function BranchLink({ storeId, ahead }: { storeId: string; ahead: number }) {
  const t = await texts()
  return (
    <Link
      href={`/stores/${storeId}/merge`}
      className="inline-flex items-center gap-1.5 text-accent hover:underline"
    >
      <GitMerge size={14} aria-hidden /> {t('Store.mergeBranch')}
      <span className="text-ink-3">{t('Branch.ahead', { count: ahead })}</span>
    </Link>
  )
}

import { Archive, GitCompareArrows, Sprout } from 'lucide-react'
import { useFormatter, useTranslations } from 'next-intl'
import type { ReactNode } from 'react'
import { ActWords, PageHead } from '@/components/frame/page'
import type { Origin } from '@/components/history/came-from'
import { VisibleLabel } from '@/components/lines/visible-text'
import { Badge } from '@/components/ui/badge'
import { ButtonLink } from '@/components/ui/button'
import { Link } from '@/components/ui/link'
import { NoticeBar } from '@/components/ui/notice'
import { TabLinks } from '@/components/ui/segmented'
import { Moment } from '@/components/ui/time'
import type { Store } from '@/lib/store/model/model'
import { shownSize } from '@/lib/text/human-size'
import { plainName } from '@/lib/text/visible-text'
import { StoreMenu } from './menu'
import { SeedDrop } from './on-demand'

export interface StoreHeadProps extends Omit<StoreTabsProps, 'current'> {
  store: Store
  /** what it holds at the moment that is shown */
  holds: { memories: number; bytes: number }
  /** at a past moment nothing is offered that changes anything */
  isPast: boolean
  /** what it is a copy of, as long as that is there */
  origin: Origin | null
}

/** A store's name, what it holds, and the acts on it as a whole. */
export function StoreHead({ store, holds, toReview, failing, isPast, origin }: StoreHeadProps) {
  const t = useTranslations('Store')
  const format = useFormatter()
  const isArchived = store.archivedAt !== null
  return (
    <PageHead
      crumbs={[{ href: '/stores', label: t('stores') }]}
      title={<VisibleLabel text={store.name} />}
      meta={
        <>
          {isPast ? <span>{t('memories', { count: holds.memories })}</span> : null}
          <span>{shownSize(format, holds.bytes)}</span>
          {isArchived ? <Badge>{t('archived')}</Badge> : null}
          {origin ? <CopiedFrom origin={origin} /> : null}
        </>
      }
      tabs={
        isPast ? undefined : (
          <StoreTabs store={store} toReview={toReview} failing={failing} current="memories" />
        )
      }
      acts={
        isPast ? null : (
          <>
            {origin ? (
              <ButtonLink
                href={`/stores/${store.id}/compare?with=${origin.storeId}`}
                variant="quiet"
                className="max-md:hidden"
                Icon={GitCompareArrows}
              >
                {t('compareWith', { name: plainName(origin.name) })}
              </ButtonLink>
            ) : null}
            {isArchived || store.memoryCount === 0 ? null : (
              <ButtonLink href={`/stores/${store.id}/seed`} Icon={Sprout}>
                <ActWords>{t('seed')}</ActWords>
              </ButtonLink>
            )}
            {isArchived ? null : <SeedDrop storeId={store.id} />}
            <StoreMenu store={{ id: store.id, name: store.name }} at={null} />
          </>
        )
      }
    />
  )
}

/** Names the moment that a copy is of, and leads there. */
function CopiedFrom({ origin: { storeId, name, sequence, at } }: { origin: Origin }) {
  const t = useTranslations('Store')
  return (
    <Link href={`/stores/${storeId}?at=${sequence}`} className="hover:underline">
      {t.rich(at === null ? 'copiedBefore' : 'copiedFrom', {
        name: () => <VisibleLabel key="name" text={name} />,
        time: () => (at === null ? null : <Moment key="time" time={at} shows="minute" />),
      })}
    </Link>
  )
}

/** Says that a store can be read and not written. */
export function ArchivedNotice({ at }: { at: Date }) {
  const t = useTranslations('Store')
  return (
    <NoticeBar tone="plain" Icon={Archive}>
      {t('archivedOn')} <Moment time={at} shows="day" />. {t('archivedMeans')}
    </NoticeBar>
  )
}

/** Pages of a store, beside each other. */
const TABS = {
  memories: '',
  changes: '/changes',
  rules: '/rules',
  tests: '/tests',
  settings: '/settings',
} as const

export type StoreTab = keyof typeof TABS

export interface StoreTabsProps {
  store: Pick<Store, 'id' | 'memoryCount'>
  /** how many memories and waiting writes there are to review */
  toReview: number
  /** how many of its tests fail */
  failing: number
  current: StoreTab
}

/** The pages of a store, for its head. */
export function StoreTabs({ store, toReview, failing, current }: StoreTabsProps) {
  const t = useTranslations('Store')
  const counts = new Map<StoreTab, ReactNode>([
    ['memories', store.memoryCount],
    ['changes', toReview || null],
    [
      'tests',
      failing === 0 ? null : (
        <Badge key="failing" tone="removed">
          {t('failing', { count: failing })}
        </Badge>
      ),
    ],
  ])
  const tabs = (Object.keys(TABS) as StoreTab[]).map((tab) => ({
    href: `/stores/${store.id}${TABS[tab]}`,
    label: t(`tab.${tab}`),
    count: counts.get(tab) ?? null,
    isCurrent: tab === current,
  }))
  return <TabLinks label={t('tabs')} tabs={tabs} />
}

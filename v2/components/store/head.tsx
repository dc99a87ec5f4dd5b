import { Archive, Sprout } from 'lucide-react'
import { useFormatter, useTranslations } from 'next-intl'
import { ActWords, PageHead } from '@/components/frame/page'
import { VisibleLabel } from '@/components/lines/visible-text'
import { Badge } from '@/components/ui/badge'
import { buttonLook } from '@/components/ui/button'
import { Link } from '@/components/ui/link'
import { Notice } from '@/components/ui/notice'
import { Moment } from '@/components/ui/time'
import type { Store } from '@/lib/store/model/model'
import { shownSize } from '@/lib/text/human-size'
import { StoreMenu } from './menu'

export interface StoreHeadProps {
  store: Store
  /** what it holds at the moment that is shown */
  holds: { memories: number; bytes: number }
  /** at a past moment nothing is offered that changes anything */
  isPast: boolean
}

/** A store's name, what it holds, and the acts on it as a whole. */
export function StoreHead({ store, holds, isPast }: StoreHeadProps) {
  const t = useTranslations('Store')
  const format = useFormatter()
  const isArchived = store.archivedAt !== null
  return (
    <PageHead
      crumbs={[{ href: '/stores', label: t('stores') }]}
      title={<VisibleLabel text={store.name} />}
      meta={
        <>
          <span>{t('memories', { count: holds.memories })}</span>
          <span>{shownSize(format, holds.bytes)}</span>
          {isArchived ? <Badge>{t('archived')}</Badge> : null}
        </>
      }
      acts={
        isPast ? null : (
          <>
            {isArchived || store.memoryCount === 0 ? null : (
              <Link href={`/stores/${store.id}/seed`} className={buttonLook()}>
                <Sprout size={15} aria-hidden />
                <ActWords>{t('seed')}</ActWords>
              </Link>
            )}
            <StoreMenu storeId={store.id} />
          </>
        )
      }
    />
  )
}

/** Says that a store can be read and not written. */
export function ArchivedNotice({ at }: { at: Date }) {
  const t = useTranslations('Store')
  return (
    <div className="shrink-0 border-b border-line px-4 py-2">
      <Notice tone="plain" Icon={Archive}>
        {t('archivedOn')} <Moment time={at} shows="day" />. {t('archivedMeans')}
      </Notice>
    </div>
  )
}

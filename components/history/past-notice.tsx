import { Clock, GitCompareArrows, RotateCcw } from 'lucide-react'
import { useRouter } from 'next/navigation'
import { useTranslations } from 'next-intl'
import { useKey } from '@/components/keys/use-key'
import { StoreMenu } from '@/components/store/menu'
import { ButtonLink } from '@/components/ui/button'
import { Moment } from '@/components/ui/time'

export interface PastNoticeProps {
  store: { id: string; name: string }
  sequence: number
  last: number
  /** when its last change was made; null: before the first */
  at: Date | null
  /** the address of the same page now */
  now: string
  /** an archived store is restored to no moment */
  canRestore: boolean
}

/** Says that the page shows the past, what can be done then, and leads home. Edges the sheet. */
export function PastNotice({ store, sequence, last, at, now, canRestore }: PastNoticeProps) {
  const t = useTranslations('Time')
  const router = useRouter()
  useKey('escape', t('backToNow'), () => router.push(now))
  return (
    <div
      data-past
      className="flex shrink-0 flex-wrap items-center gap-x-3 gap-y-1 border-b border-line bg-selected px-4 py-1.5"
    >
      <p className="min-w-0">
        <Clock size={15} aria-hidden className="mr-3 inline align-[-2px] text-accent" />
        <strong className="font-semibold">
          {at === null ? t('before') : <Moment time={at} shows="second" />}
        </strong>{' '}
        <span className="text-ink-2">{t('asAfter', { sequence, last })}</span>
      </p>
      <div className="ml-auto flex flex-wrap items-center gap-1.5">
        <ButtonLink
          href={`/stores/${store.id}/compare?withAt=${sequence}`}
          variant="quiet"
          className="max-md:hidden"
          Icon={GitCompareArrows}
        >
          {t('changedSince')}
        </ButtonLink>
        {canRestore ? (
          <ButtonLink href={`/stores/${store.id}/plan?restore=${sequence}`} Icon={RotateCcw}>
            {t('restore')}
          </ButtonLink>
        ) : null}
        <ButtonLink href={now} variant="primary" stroke="escape">
          {t('backToNow')}
        </ButtonLink>
        <StoreMenu store={store} at={sequence} />
      </div>
    </div>
  )
}

'use client'

import { clsx } from 'clsx'
import { Clock, GitCompareArrows, RotateCcw } from 'lucide-react'
import { useRouter } from 'next/navigation'
import { useTranslations } from 'next-intl'
import { Kbd } from '@/components/keys/kbd'
import { useKey } from '@/components/keys/use-key'
import { PastMenu } from '@/components/store/menu'
import { buttonLook } from '@/components/ui/button'
import { Link } from '@/components/ui/link'
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
        <Link
          href={`/stores/${store.id}/compare?withAt=${sequence}`}
          className={clsx(buttonLook({ variant: 'quiet' }), 'max-md:hidden')}
        >
          <GitCompareArrows size={15} aria-hidden />
          {t('changedSince')}
        </Link>
        {canRestore ? (
          <Link href={`/stores/${store.id}/plan?restore=${sequence}`} className={buttonLook()}>
            <RotateCcw size={14} aria-hidden />
            {t('restore')}
          </Link>
        ) : null}
        <Link href={now} className={buttonLook({ variant: 'primary' })} aria-keyshortcuts="Escape">
          {t('backToNow')}
          <Kbd stroke="escape" />
        </Link>
        <PastMenu store={store} at={sequence} />
      </div>
    </div>
  )
}

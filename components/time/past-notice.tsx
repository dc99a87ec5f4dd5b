import { Clock, GitCompareArrows } from 'lucide-react'
import type { ReactNode } from 'react'
import { ActWords } from '@/components/frame/page'
import { texts } from '@/components/i18n/server-texts'
import { buttonVariants } from '@/components/ui/button'
import { Link } from '@/components/ui/link'
import { LocalTime } from '@/components/ui/local-time'
import type { StoreMoment } from '@/lib/store/time/store-moment'
import { BackToNow } from './back-to-now'

export interface PastNoticeProps {
  /** the moment shown */
  moment: StoreMoment
  /** the address of the same page now */
  now: string
  /** address of the comparison with now */
  compare: string
  /** further acts on the moment */
  children: ReactNode
}

/** Says that the page shows the past, and leads home. Edges the sheet (`data-past`). */
export async function PastNotice({ moment, now, compare, children }: PastNoticeProps) {
  const t = await texts()
  return (
    <div
      data-past
      className="flex shrink-0 flex-wrap items-center gap-x-3 gap-y-1 border-b border-line bg-selected px-4 py-1.5"
    >
      <p className="min-w-0">
        <Clock size={15} aria-hidden className="mr-3 inline align-[-2px] text-accent" />
        <strong className="font-semibold">
          {moment.at === null ? t('Time.before') : <LocalTime time={moment.at} />}
        </strong>{' '}
        <span className="text-ink-2">{t('Time.asAfter', { sequence: moment.sequence })}</span>
      </p>
      <div className="ml-auto flex flex-wrap items-center gap-1.5">
        <Link href={compare} className={buttonVariants({ variant: 'quiet' })}>
          <GitCompareArrows size={15} aria-hidden /> <ActWords>{t('Time.compareNow')}</ActWords>
        </Link>
        {children}
        <BackToNow href={now} />
      </div>
    </div>
  )
}

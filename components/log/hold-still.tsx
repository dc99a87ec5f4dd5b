'use client'

import { Play } from 'lucide-react'
import { Link } from '@/components/ui/link'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { buttonVariants } from '@/components/ui/button'

export interface HoldStillProps {
  isHeld: boolean
  /** ids of what is listed, the newest first */
  newest: readonly string[]
  /** new changes since; `isMore`: at least that many */
  waiting: number
  isMore: boolean
  goOnAddress: string
}

/**
 * Says that a list is live and how many changes came, or how many wait while it is paused, with the
 * way on.
 */
export function HoldStill(props: HoldStillProps) {
  const { isHeld, newest, waiting, isMore, goOnAddress } = props
  const t = useTranslations('Log')
  const newCount = useNewEntryCount(newest)
  return (
    <>
      {isHeld ? null : (
        <span className="live-sign mr-2 inline-flex items-center gap-2 text-added max-md:hidden">
          <span aria-hidden className="live-dot" />
          {t('live')}
        </span>
      )}
      <span role="status" className={isHeld ? 'mr-2 text-ink-2 tabular-nums' : 'sr-only'}>
        {isHeld ? t('waiting', { count: waiting, isMore: String(isMore) }) : ''}
        {!isHeld && newCount > 0 ? t('came', { count: newCount }) : null}
      </span>
      {isHeld ? (
        <Link href={goOnAddress} replace scroll={false} data-act className={buttonVariants()}>
          <Play size={14} aria-hidden /> {t('goOn')}
        </Link>
      ) : null}
    </>
  )
}

/** Counts the entries that have arrived in front of the one that was first before. */
function useNewEntryCount(newest: readonly string[]): number {
  const [first = null] = newest
  const [seen, setSeen] = useState({ first, count: 0 })
  if (seen.first === first) return seen.count
  const at = seen.first === null ? newest.length : newest.indexOf(seen.first)
  const next = { first, count: at < 0 ? newest.length : at }
  setSeen(next)
  return next.count
}

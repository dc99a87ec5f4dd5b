'use client'

import { Pause, Play } from 'lucide-react'
import { Link } from '@/components/ui/link'
import { useRouter } from 'next/navigation'
import { useEffect, useState } from 'react'
import { useTranslations } from 'use-intl'
import { buttonVariants } from '@/components/ui/button'
import { Kbd } from '@/components/ui/kbd'
import { isPageKey } from '@/components/ui/page-key'

export interface HoldStillProps {
  isHeld: boolean
  /** ids of what is listed, the newest first */
  newest: readonly string[]
  /** new changes since; `isMore`: at least that many */
  waiting: number
  isMore: boolean
  holdAddress: string
  goOnAddress: string
}

/**
 * Pauses and resumes a live list; shows how many changes wait, and says how many came. The key is
 * `p`.
 */
export function HoldStill(props: HoldStillProps) {
  const { isHeld, newest, waiting, isMore, holdAddress, goOnAddress } = props
  const t = useTranslations('Activity')
  const router = useRouter()
  const address = isHeld ? goOnAddress : holdAddress
  const newCount = useNewEntryCount(newest)
  useEffect(() => {
    const listener = (event: KeyboardEvent) => {
      if (event.key === 'p' && isPageKey(event)) router.replace(address, { scroll: false })
    }
    window.addEventListener('keydown', listener)
    return () => window.removeEventListener('keydown', listener)
  }, [address, router])
  const Icon = isHeld ? Play : Pause
  return (
    <>
      {isHeld ? null : (
        <span className="mr-2 inline-flex items-center gap-2 text-added">
          <span aria-hidden className="live-dot" />
          {t('live')}
        </span>
      )}
      <span role="status" className="mr-2 text-ink-2 tabular-nums">
        {isHeld ? t('waiting', { count: waiting, isMore: String(isMore) }) : ''}
        {!isHeld && newCount > 0 ? (
          <span className="sr-only">{t('came', { count: newCount })}</span>
        ) : null}
      </span>
      <Link
        href={address}
        replace
        scroll={false}
        aria-keyshortcuts="p"
        className={buttonVariants()}
      >
        <Icon size={14} aria-hidden /> {t(isHeld ? 'goOn' : 'hold')}
        <span aria-hidden className="max-md:hidden">
          <Kbd>P</Kbd>
        </span>
      </Link>
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

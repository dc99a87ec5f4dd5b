'use client'

import { Pause, Play } from 'lucide-react'
import { Link } from '@/components/ui/link'
import { useRouter } from 'next/navigation'
import { useEffect } from 'react'
import { useTranslations } from 'use-intl'
import { buttonLook } from '@/components/ui/button'
import { isWritten } from '@/components/ui/is-written'

export interface HoldStillProps {
  isHeld: boolean
  /** new changes since; `isMore`: at least that many */
  waiting: number
  isMore: boolean
  holdAddress: string
  goOnAddress: string
}

/** Pauses and resumes a live list; shows how many changes wait. The key is `p`. */
export function HoldStill({ isHeld, waiting, isMore, holdAddress, goOnAddress }: HoldStillProps) {
  const t = useTranslations('Activity')
  const router = useRouter()
  const address = isHeld ? goOnAddress : holdAddress
  useEffect(() => {
    const listener = (event: KeyboardEvent) => {
      if (event.key !== 'p' || event.ctrlKey || event.metaKey || event.altKey) return
      if (!isWritten(event.target)) router.replace(address, { scroll: false })
    }
    window.addEventListener('keydown', listener)
    return () => window.removeEventListener('keydown', listener)
  }, [address, router])
  const Icon = isHeld ? Play : Pause
  return (
    <p className="flex items-center gap-3">
      <span role="status" className="text-sm tabular-nums">
        {isHeld ? t('waiting', { count: waiting, isMore: String(isMore) }) : ''}
      </span>
      <Link
        href={address}
        replace
        scroll={false}
        aria-keyshortcuts="p"
        className={buttonLook({ size: 'small' })}
      >
        <Icon size={14} aria-hidden /> {t(isHeld ? 'goOn' : 'hold')}
      </Link>
    </p>
  )
}

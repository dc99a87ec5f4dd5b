'use client'

import { useRouter } from 'next/navigation'
import { useTranslations } from 'next-intl'
import { type ReactNode, useEffect, useState } from 'react'
import { AskedOnce } from '@/components/ui/dialog'

export interface Leaving {
  /** Goes on, once it was asked where something would be lost. */
  to: (go: () => void) => void
  dialog: ReactNode
}

const READY = { isBusy: false, why: null }

/** Asks before a link leads away from what is not sent. `about`: what would be lost. */
export function useAskToLeave(isUnsent: boolean, about: string): Leaving {
  const t = useTranslations('Review')
  const router = useRouter()
  const [going, setGoing] = useState<{ go: () => void } | null>(null)
  useEffect(() => {
    if (!isUnsent) return
    const stop = (event: MouseEvent) => {
      const link = event.target instanceof Element ? event.target.closest('a[href]') : null
      const isElsewhere = event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey
      if (!(link instanceof HTMLAnchorElement) || isElsewhere) return
      if (link.origin !== location.origin || link.pathname === location.pathname) return
      event.preventDefault()
      event.stopPropagation()
      setGoing({ go: () => router.push(link.pathname + link.search + link.hash) })
    }
    document.addEventListener('click', stop, { capture: true })
    return () => document.removeEventListener('click', stop, { capture: true })
  }, [isUnsent, router])
  return {
    to: (go) => {
      if (isUnsent) setGoing({ go })
      else go()
    },
    dialog: (
      <AskedOnce
        title={t('leaveTitle')}
        description={about}
        isOpen={going !== null}
        onClose={() => setGoing(null)}
        act={t('leave')}
        cancel={t('stay')}
        by={READY}
        onAct={() => {
          setGoing(null)
          going?.go()
        }}
      />
    ),
  }
}

'use client'

import { useRouter } from 'next/navigation'
import { useEffect, useEffectEvent, useRef, useState, useTransition } from 'react'
import { useTranslations } from 'use-intl'
import { ConnectionNotice } from '@/components/live/connection-notice'
import { followStream } from '@/components/live/follow-stream'
import { Button } from '@/components/ui/button'
import type { ReviewEventType } from '@/lib/store/model/review-event'

const FOUND: ReviewEventType = 'finding.created'

/** What is found together is shown together; milliseconds. */
const QUIET_MS = 300

export interface NewFindingsProps {
  storeId: string
  /** before the list was read; milliseconds since 1970 by the server's clock, as all times here */
  readAt: number
  /** whether more may be found in the store's last change before the page listens */
  isJustWritten: boolean
  isEmpty: boolean
}

/**
 * Says that more was found since the list was read, and shows it when asked: nothing moves under
 * the reader. An empty list, which nobody is reading, shows it by itself.
 */
export function NewFindings({ storeId, readAt, isJustWritten, isEmpty }: NewFindingsProps) {
  const t = useTranslations('Finding')
  const router = useRouter()
  const [foundAt, setFoundAt] = useState(0)
  const [lostSince, setLostSince] = useState<number | null>(null)
  /** when the list was read that may lack what was found while the connection was lost */
  const [doubtful, setDoubtful] = useState<number | null>(null)
  const [isReading, startReading] = useTransition()
  const wasAsked = useRef(false)
  const show = () => {
    wasAsked.current = true
    startReading(() => router.refresh())
  }
  // The button that was pressed is gone.
  useEffect(() => {
    if (isReading || !wasAsked.current) return
    wasAsked.current = false
    document.querySelector<HTMLElement>('[data-finding]')?.focus()
  }, [isReading])
  const listening = useEffectEvent(() => {
    if (lostSince === null) {
      if (isJustWritten) router.refresh()
      return
    }
    setLostSince(null)
    setDoubtful(readAt)
  })
  useEffect(() => {
    return followStream({
      // Its changes are of no interest, so that none is asked for from before.
      address: () => `/stores/${storeId}/events`,
      on: {
        [FOUND]: (data) => {
          const { created_at } = JSON.parse(data) as { created_at: string }
          setFoundAt((newest) => Math.max(newest, Date.parse(created_at)))
        },
      },
      onOpen: () => listening(),
      onLost: () => setLostSince((since) => since ?? Date.now()),
    })
  }, [storeId])
  const news = foundAt > readAt ? 'moreFound' : doubtful === readAt ? 'moreMayBeFound' : null
  const isShownByItself = isEmpty && news !== null
  useEffect(() => {
    if (!isShownByItself) return
    const timer = setTimeout(() => router.refresh(), QUIET_MS)
    return () => clearTimeout(timer)
  }, [isShownByItself, foundAt, router])
  return (
    <div role="status">
      {lostSince === null ? null : (
        <ConnectionNotice connection={{ state: 'lost', since: lostSince }} missed="missed" />
      )}
      {news === null || isEmpty ? null : (
        <p className="flex items-center gap-3 border-b border-line bg-accent-bg px-5 py-1.5 text-accent max-md:px-4">
          {t(news)}
          <Button size="small" isBusy={isReading} onClick={show}>
            {t('showMore')}
          </Button>
        </p>
      )}
    </div>
  )
}

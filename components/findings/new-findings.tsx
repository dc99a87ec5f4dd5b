'use client'

import { useRouter } from 'next/navigation'
import { useEffect, useEffectEvent, useRef, useState, useTransition } from 'react'
import { useTranslations } from 'use-intl'
import { ConnectionNotice } from '@/components/live/connection-notice'
import { followStream } from '@/components/live/follow-stream'
import { Button } from '@/components/ui/button'
import type { ReviewEventType } from '@/lib/store/model/review-event'

const FOUND: ReviewEventType = 'finding.created'

/** Findings that follow each other within this time are shown together; milliseconds. */
const QUIET_MS = 300

export interface NewFindingsProps {
  storeId: string
  /** before the list was read; milliseconds since 1970 by the server's clock */
  readAt: number
  isEmpty: boolean
}

/**
 * Says that more was found since the list was read, and shows it when asked: nothing moves under
 * the reader. An empty list, which nobody is reading, shows it by itself.
 */
export function NewFindings({ storeId, readAt, isEmpty }: NewFindingsProps) {
  const t = useTranslations('Finding')
  const router = useRouter()
  /** time of the newest finding, by the server's clock */
  const [foundAt, setFoundAt] = useState(0)
  const [lostSince, setLostSince] = useState<number | null>(null)
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
  // What was found before the stream opened, or while it was lost, is told first.
  const addressNow = useEffectEvent(() => `/stores/${storeId}/events?read=${readAt}`)
  useEffect(
    () =>
      followStream({
        address: () => addressNow(),
        on: {
          [FOUND]: (data) => {
            const { created_at } = JSON.parse(data) as { created_at: string }
            setFoundAt((newest) => Math.max(newest, Date.parse(created_at)))
          },
        },
        onOpen: () => setLostSince(null),
        onLost: () => setLostSince((since) => since ?? Date.now()),
      }),
    [storeId],
  )
  const isMoreFound = foundAt >= readAt
  const isShownByItself = isEmpty && isMoreFound
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
      {isEmpty || !isMoreFound ? null : (
        <p className="flex items-center gap-3 border-b border-line bg-accent-bg px-4 py-1.5 text-accent">
          {t('moreFound')}
          <Button size="small" isBusy={isReading} onClick={show}>
            {t('showMore')}
          </Button>
        </p>
      )}
    </div>
  )
}

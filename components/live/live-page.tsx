'use client'

import { useRouter } from 'next/navigation'
import { useEffect, useEffectEvent } from 'react'
import { ConnectionNotice } from './connection-notice'
import { useLivePage } from './use-live-page'

export interface LivePageProps {
  /** kind of entry that the page lists */
  of: 'stores' | 'sessions'
  /** milliseconds since 1970 */
  renderedAt: number
}

const STREAMS = { stores: '/changes', sessions: '/sessions/changes' } as const
const MISSED = { stores: 'missed', sessions: 'missedSessions' } as const

/** A page prerendered longer ago than this may have missed something. */
const FRESH_MS = 2_000

/**
 * Keeps a page of stores or of sessions current, and says when it cannot. While somebody writes in a
 * part of the page that holds it (`data-holds-page`), it stays as it is.
 */
export function LivePage({ of, renderedAt }: LivePageProps) {
  const router = useRouter()
  const opened = useEffectEvent(() => {
    if (Date.now() - renderedAt > FRESH_MS) router.refresh()
  })
  useEffect(() => opened(), [])
  const { connection, show } = useLivePage(STREAMS[of], () => {
    if (document.querySelector('[data-holds-page]') === null) router.refresh()
  })
  return (
    <div role="status">
      <ConnectionNotice connection={connection} missed={MISSED[of]} onShow={show} />
    </div>
  )
}

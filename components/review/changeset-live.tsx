'use client'

import { useRouter } from 'next/navigation'
import { useEffect, useState } from 'react'
import { useTranslations } from 'use-intl'
import { useEventSource } from '@/components/live/use-event-source'
import { Button } from '@/components/ui/button'
import { newsOf } from './queries'

/** Changes within this are asked about together; milliseconds. */
const QUIET_MS = 300

/**
 * Says that the agent wrote again, and shows it when asked: nothing moves under the reader. A page
 * of a changeset that was not examined yet follows by itself.
 */
export function ChangesetLive(shown: {
  changesetId: string
  lastSequence: number
  isExamined: boolean
}) {
  const { changesetId, lastSequence, isExamined } = shown
  const t = useTranslations('Review')
  const router = useRouter()
  const [isGrown, setGrown] = useState(false)
  const lastEvent = useEventSource('/changes', ['changed'])
  useEffect(() => {
    const look = async () => {
      const news = await newsOf(changesetId).catch(() => null)
      if (!news?.isExamined) return
      if (!isExamined) router.refresh()
      else setGrown(news.lastSequence > lastSequence)
    }
    const timer = setTimeout(() => void look(), QUIET_MS)
    return () => clearTimeout(timer)
  }, [lastEvent, changesetId, lastSequence, isExamined, router])
  if (!isGrown) return null
  return (
    <p
      role="status"
      className="flex items-center gap-3 border-b border-line bg-accent-bg px-4 py-1.5 text-accent"
    >
      {t('grown')}
      <Button size="small" onClick={() => router.refresh()}>
        {t('showGrown')}
      </Button>
    </p>
  )
}

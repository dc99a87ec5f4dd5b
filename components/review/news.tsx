'use client'

import { useRouter } from 'next/navigation'
import { useTranslations } from 'next-intl'
import { useState, useTransition } from 'react'
import { ask, oneAtATime } from '@/components/act/ask'
import { type RenderedAt, useLive } from '@/components/live/use-live'
import { Button } from '@/components/ui/button'
import { NoticeBar } from '@/components/ui/notice'

/** What is to review, as far as it tells what is new: heads by memories' ids, held writes by their own. */
export type Standing = Readonly<Record<string, number>>

export interface NewsProps {
  /** what the page shows */
  shown: Standing
  /** of which group, or of which store */
  search: string
  at: RenderedAt
}

/** Says what came since the page was made. It comes when somebody asks for it: nothing moves under the reader. */
export function ReviewNews({ shown, search, at }: NewsProps) {
  const t = useTranslations('Review')
  const router = useRouter()
  const [heard, setHeard] = useState<{ since: Standing; now: Standing } | null>(null)
  // What was heard is of the page as it was then.
  const now = heard?.since === shown ? heard.now : shown
  const [isBusy, start] = useTransition()
  const [one] = useState(oneAtATime)
  const askAnew = async () =>
    setHeard({ since: shown, now: await ask<Standing>(`/review/standing?${search}`) })
  useLive(['stores'], () => one(askAnew), at)
  const fresh = Object.keys(now).filter((id) => now[id] !== shown[id]).length
  const gone = Object.keys(shown).filter((id) => !(id in now)).length
  return (
    // A screen reader tells what comes into a region, and not what comes with it.
    <div role="status">
      {fresh + gone === 0 ? null : (
        <NoticeBar
          tone="plain"
          acts={
            <Button size="small" isBusy={isBusy} onClick={() => start(() => router.refresh())}>
              {t('showNews')}
            </Button>
          }
        >
          {[fresh > 0 && t('fresh', { count: fresh }), gone > 0 && t('gone', { count: gone })]
            .filter(Boolean)
            .join(' ')}
        </NoticeBar>
      )}
    </div>
  )
}

'use client'

import { useEffect, useRef, useState } from 'react'
import { useTranslations } from 'use-intl'
import { Button } from '@/components/ui/button'
import type { PartAsked } from '@/lib/agent/conversation-part'
import type { GapEntry } from './conversation-entries'

export interface ConversationGapProps {
  gap: GapEntry
  /** loads a part of what is missing; rejects if it cannot */
  load: (asked: PartAsked) => Promise<void>
}

/**
 * Distance from the visible part at which a gap is loaded, so that nobody who scrolls has to wait.
 */
const AHEAD = '800px 0px'

/**
 * Stands for a missing part of a long conversation, which is loaded when it is near, or by its
 * button.
 */
export function ConversationGap({ gap, load }: ConversationGapProps) {
  const t = useTranslations('Session')
  const [state, setState] = useState<'there' | 'loading' | 'failed'>('there')
  const element = useRef<HTMLDivElement>(null)
  const isLoading = state === 'loading'
  const fill = (asked: PartAsked) => {
    setState('loading')
    load(asked).then(
      () => setState('there'),
      () => setState('failed'),
    )
  }
  useEffect(() => {
    const row = element.current
    if (!row || state !== 'there') return
    const observer = new IntersectionObserver(
      (entries) => {
        const seen = entries.at(-1)
        if (seen?.isIntersecting) fill(sideOf(gap, seen))
      },
      { root: row.closest('[role=log]'), rootMargin: AHEAD },
    )
    observer.observe(row)
    return () => observer.disconnect()
  })
  return (
    <div ref={element} className="py-2 text-center text-xs text-ink-3" role="status">
      {state === 'failed' ? <p>{t('partFailed')}</p> : null}
      <Button variant="quiet" disabled={isLoading} onClick={() => fill({ before: gap.before })}>
        {t(isLoading ? 'loadingPart' : 'loadPart')}
      </Button>
    </div>
  )
}

/**
 * Returns the side of a gap to load first: its beginning for a reader who comes from above, else
 * its end.
 */
function sideOf({ after, before }: GapEntry, seen: IntersectionObserverEntry): PartAsked {
  const { top = 0, height = 0 } = seen.rootBounds ?? {}
  const isBelow = seen.boundingClientRect.top > top + height / 2
  return after > 0 && isBelow ? { after } : { before }
}

'use client'

import { ChevronDown } from 'lucide-react'
import type { ReactNode } from 'react'
import { useTranslations } from 'use-intl'
import { Badge } from '@/components/ui/badge'
import { useBoard } from '../board/board-context'

/** How far a changeset is decided; on a phone it opens the list of decisions. */
export function Progress() {
  const board = useBoard()
  return (
    <>
      <span className="flex items-center gap-2.5 max-md:hidden">
        <Figures />
      </span>
      <button
        type="button"
        aria-expanded={board.isListShown}
        aria-controls="decisions"
        onClick={() => board.showList(!board.isListShown)}
        className="flex w-full cursor-pointer items-center gap-2 py-1 md:hidden"
      >
        <Figures />
        <ChevronDown size={14} aria-hidden className="shrink-0" />
      </button>
    </>
  )
}

function Figures() {
  const t = useTranslations('Review')
  const { progress, openWrites, fresh } = useBoard()
  const { memories, decided } = progress
  if (memories === 0) return openWrites > 0 ? t('openWrites', { count: openWrites }) : null
  const b = (part: ReactNode) => <b className="font-semibold text-ink">{part}</b>
  const figures = { decided, memories, b }
  return (
    <>
      {fresh.size > 0 ? <Badge tone="accent">{t('newHunks', { count: fresh.size })}</Badge> : null}
      <span className="truncate text-left text-ink-2 tabular-nums">
        <span className="max-md:hidden">{t.rich('progress', figures)}</span>
        <span className="md:hidden">{t.rich('progressShort', figures)}</span>
      </span>
      <span aria-hidden className="review-progress">
        <span style={{ width: `${(100 * decided) / memories}%` }} />
      </span>
    </>
  )
}

'use client'

import { Check, Pencil, Undo2 } from 'lucide-react'
import { useTranslations } from 'use-intl'
import type { Decision } from '@/lib/review/model/hunk'
import type { BoardHunk } from '../board/board-hunk'

/** Looks of the decisions, which people who see no colours can tell apart, too. */
const LOOKS = {
  accepted: { Icon: Check, look: 'text-added' },
  rejected: { Icon: Undo2, look: 'text-removed' },
  edited: { Icon: Pencil, look: 'text-removed' },
} as const

/** The sign of a decision and what it does, or has done. */
export function DecidedMark({ hunk, decision }: { hunk: BoardHunk; decision: Decision }) {
  const t = useTranslations('Review')
  const { Icon, look } = LOOKS[decision]
  const applied = String(hunk.parts.every(({ isApplied }) => isApplied))
  return (
    <span className="flex shrink-0 items-center gap-2 font-semibold text-ink">
      <Icon size={15} aria-hidden className={look} />
      {t(`state_${decision}`, { applied })}
    </span>
  )
}

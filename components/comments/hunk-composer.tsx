'use client'

import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { SegmentedChoice } from '@/components/ui/segmented'
import type { ChangeSide } from '@/lib/review/comments/changeset-comments'
import type { LineRange } from '@/lib/text/line-range'
import { commentOnHunkAction } from './actions'
import { Composer } from './composer'
import type { HunkSides, SideLines } from './hunk-sides'

export interface HunkComposerProps {
  changesetId: string
  hunkId: string
  sides: HunkSides
  /** the lines that it is to be about; null: all of a side */
  chosen: SideLines | null
  /** the comment is written, or given up */
  onEnd: () => void
  onDraft: (text: string) => void
}

const SIDES = ['before', 'after'] as const

/** The form to comment on lines of a hunk: on the added ones, unless it only removes. */
export function HunkComposer(props: HunkComposerProps) {
  const { changesetId, hunkId, sides, chosen, onEnd, onDraft } = props
  const t = useTranslations('Comment')
  const [side, setSide] = useState<ChangeSide>(chosen?.side ?? (sides.after ? 'after' : 'before'))
  const within: LineRange = sides[side] ?? { from: 1, to: 1 }
  return (
    <Composer
      within={within}
      first={chosen?.lines}
      onSave={(comment) => commentOnHunkAction({ changesetId, hunkId, side, ...comment })}
      onEnd={onEnd}
      onDraft={onDraft}
    >
      {sides.before && sides.after ? (
        <SegmentedChoice
          name="comment-side"
          legend={t('sideLabel')}
          choices={SIDES.map((value) => ({ value, label: t(`side_${value}`) }))}
          value={side}
          onChoose={setSide}
        />
      ) : null}
    </Composer>
  )
}

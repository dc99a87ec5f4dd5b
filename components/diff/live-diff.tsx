'use client'

import { ChevronDown } from 'lucide-react'
import { useMemo, useRef, useState } from 'react'
import { useTranslations } from 'use-intl'
import { useFocusHandOn } from '@/components/ui/use-focus-hand-on'
import type { DiffLabels } from './diff-labels'
import { DiffTable } from './diff-table'
import type { LineMasks } from './line-masks'

const MAX_LINES = 400

export interface LiveDiffProps {
  before: string
  after: string
  /** what is masked in its lines; omit for nothing */
  masks?: LineMasks | undefined
  /** lines that are shown until the rest is unfolded; all if left out */
  folded?: number
}

/** The difference of two texts, rendered in the browser for live updates. */
export function LiveDiff({ before, after, masks, folded }: LiveDiffProps) {
  const t = useTranslations('Diff')
  const [isUnfolded, setUnfolded] = useState(false)
  const isFolded = folded !== undefined && !isUnfolded
  const labels = useMemo<DiffLabels>(
    () => ({
      same: t('same'),
      added: t('added'),
      removed: t('removed'),
      unended: t('unended'),
      summary: (counts) => t('summary', counts),
      skipped: (count) => t('skipped', { count }),
      stamped: t('stamped'),
      notShown: (count) => t('notShown', { count }),
      cut: (count) => t('cut', { count }),
    }),
    [t],
  )
  return (
    <DiffTable
      before={before}
      after={after}
      masks={masks}
      most={isFolded ? folded : MAX_LINES}
      labels={labels}
      {...(isFolded
        ? { more: (count: number) => <Unfold count={count} onUnfold={() => setUnfolded(true)} /> }
        : {})}
    />
  )
}

/** The group around a difference, which has the focus once its button is gone. */
const AROUND = '[role="group"]'

function Unfold({ count, onUnfold }: { count: number; onUnfold: () => void }) {
  const t = useTranslations('Diff')
  const button = useRef<HTMLButtonElement>(null)
  useFocusHandOn(button, AROUND, (group) => (group instanceof HTMLElement ? group : null))
  return (
    <button
      ref={button}
      type="button"
      onClick={onUnfold}
      className="flex w-full cursor-pointer items-center gap-2 border-t border-line bg-well py-1.5 pl-14 font-sans text-xs text-ink-2 outline-offset-[-2px] hover:bg-hover hover:text-ink"
    >
      <ChevronDown size={13} aria-hidden />
      {t('moreLines', { count })}
    </button>
  )
}

'use client'

import { useMemo } from 'react'
import { useTranslations } from 'use-intl'
import type { DiffLabels } from './diff-labels'
import { DiffTable } from './diff-table'

const MAX_LINES = 400

export interface LiveDiffProps {
  before: string
  after: string
}

/** The difference of two texts, rendered in the browser for live updates. */
export function LiveDiff({ before, after }: LiveDiffProps) {
  const t = useTranslations('Diff')
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
  return <DiffTable before={before} after={after} most={MAX_LINES} labels={labels} />
}

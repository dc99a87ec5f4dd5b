'use client'

import { useFormatter, useTranslations } from 'use-intl'
import type { LineCounts } from '@/lib/text/text-diff'

/** Shows the counts of added and removed lines: as signs on screen, in words for screen readers. */
export function ChangedLines({ lines: { added, removed } }: { lines: LineCounts }) {
  const t = useTranslations('Diff')
  const format = useFormatter()
  return (
    <span className="whitespace-nowrap tabular-nums">
      <span aria-hidden>
        <span className="text-added">+{format.number(added)}</span>{' '}
        <span className="text-removed">−{format.number(removed)}</span>
      </span>
      <span className="sr-only">{t('summary', { added, removed })}</span>
    </span>
  )
}

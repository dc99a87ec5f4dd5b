'use client'

import { useFormatter, useTranslations } from 'use-intl'
import type { LineCounts } from '@/lib/text/text-diff'

/**
 * Shows the counts of added and removed lines: as signs on screen, without the one that is none, in
 * words for screen readers.
 */
export function ChangedLines({ lines: { added, removed } }: { lines: LineCounts }) {
  const t = useTranslations('Diff')
  const format = useFormatter()
  return (
    <span className="whitespace-nowrap tabular-nums">
      <span aria-hidden>
        {added > 0 || removed === 0 ? (
          <span className="text-added">+{format.number(added)}</span>
        ) : null}
        {added > 0 && removed > 0 ? ' ' : null}
        {removed > 0 ? <span className="text-removed">−{format.number(removed)}</span> : null}
      </span>
      <span className="sr-only">{t('summary', { added, removed })}</span>
    </span>
  )
}

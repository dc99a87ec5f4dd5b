'use client'

import { useTranslations } from 'use-intl'
import { LiveDiff } from '@/components/diff/live-diff-lazy'
import { Button } from '@/components/ui/button'

export interface EditConflictProps {
  /** the content from which both began */
  base: string
  theirs: string
  /** who saved, and when, in words; '' where that is not known */
  by: string
  /** whether both changes fit together; otherwise both stand where they changed the same lines */
  fits: boolean
  onMerge: () => void
  onMine: () => void
  onTheirs: () => void
}

/**
 * Shows what somebody else changed while one was writing, and offers both together, or one side. What
 * is written stands below it.
 */
export function EditConflict(props: EditConflictProps) {
  const { base, theirs, by, fits, onMerge, onMine, onTheirs } = props
  const t = useTranslations('Edit')
  return (
    <>
      <div
        role="alert"
        className="flex flex-wrap items-center justify-between gap-2 border-b border-caution-line bg-caution-bg px-4 py-2"
      >
        <p className="font-medium">{t(fits ? 'conflictFits' : 'conflictBoth')}</p>
        <div className="flex flex-wrap gap-2">
          <Button variant="primary" onClick={onMerge}>
            {t('merge')}
          </Button>
          <Button onClick={onMine}>{t('mine')}</Button>
          <Button onClick={onTheirs}>{t('theirs')}</Button>
        </div>
      </div>
      <section
        aria-label={t('otherChange')}
        tabIndex={0}
        className="max-h-64 shrink-0 overflow-auto border-b border-line outline-offset-[-2px]"
      >
        <h3 className="px-4 pt-2 pb-1 text-xs font-semibold text-ink-3">
          {t('otherChange')} <span className="font-normal">{by}</span>
        </h3>
        <LiveDiff before={base} after={theirs} />
      </section>
    </>
  )
}

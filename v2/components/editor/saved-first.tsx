'use client'

import { useTranslations } from 'next-intl'
import { useState } from 'react'
import { TextDiff } from '@/components/lines/text-diff'
import type { SavedFirst } from '@/components/memory/actions'
import { useActorLabel } from '@/components/ui/actor-mark'
import { Button } from '@/components/ui/button'
import { plainName } from '@/lib/text/visible-text'

export interface SavedFirstNoticeProps {
  first: SavedFirst
  /** the text that the edit began with */
  base: string
  /** both changes: at once where they fit, else by deciding each place */
  onMerge: () => void
  onMine: () => void
  onTheirs: () => void
}

/** Says that somebody saved while this was edited, what they changed, and what can become of both. */
export function SavedFirstNotice({
  first,
  base,
  onMerge,
  onMine,
  onTheirs,
}: SavedFirstNoticeProps) {
  const t = useTranslations('Edit')
  const labelOf = useActorLabel()
  const [isShown, show] = useState(false)
  const who = { by: plainName(labelOf(first.by)), ordinal: first.ordinal }
  return (
    <div role="alert" className="border-b border-caution-line">
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1 border-b border-caution-line bg-caution-bg px-4 py-1.5">
        <p className="min-w-0 flex-1 basis-64">
          <strong className="font-semibold">{t('savedFirst')}.</strong>{' '}
          {t(first.merged === null ? 'conflicts' : 'fits', who)}
        </p>
        <span className="flex flex-wrap gap-1.5">
          <Button
            variant="quiet"
            size="small"
            aria-expanded={isShown}
            onClick={() => show(!isShown)}
          >
            {t('otherChange')}
          </Button>
          <Button variant="quiet" size="small" onClick={onTheirs}>
            {t('theirs')}
          </Button>
          <Button variant="quiet" size="small" onClick={onMine}>
            {t('mine')}
          </Button>
          <Button variant="primary" size="small" onClick={onMerge}>
            {t(first.merged === null ? 'decide' : 'merge')}
          </Button>
        </span>
      </div>
      {isShown ? (
        <div className="max-h-[40vh] overflow-auto">
          <TextDiff before={base} after={first.text} path={null} layout="unified" />
        </div>
      ) : null}
    </div>
  )
}

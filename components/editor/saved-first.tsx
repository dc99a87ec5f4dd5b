import { useTranslations } from 'next-intl'
import { useState } from 'react'
import { linesOfDiff, type TextsToCompare } from '@/components/lines/diff-lines'
import { Difference } from '@/components/lines/difference'
import type { SavedFirst } from '@/lib/store/saved-first'
import { useActorLabel } from '@/components/ui/actor-mark'
import { Button } from '@/components/ui/button'
import { NoticeBar } from '@/components/ui/notice'
import { plainName } from '@/lib/text/visible-text'

/** What an edit changes. */
export function Changes(texts: TextsToCompare) {
  return <Difference diff={linesOfDiff(texts)} layout="unified" />
}

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
export function SavedFirstNotice({ first, base, ...on }: SavedFirstNoticeProps) {
  const t = useTranslations('Edit')
  const labelOf = useActorLabel()
  const [isShown, show] = useState(false)
  const who = { by: plainName(labelOf(first.by)), ordinal: first.ordinal }
  return (
    <div role="alert" className="border-b border-caution-line">
      <NoticeBar
        tone="caution"
        acts={
          <>
            <Button
              variant="quiet"
              size="small"
              aria-expanded={isShown}
              onClick={() => show(!isShown)}
            >
              {t('otherChange')}
            </Button>
            <Button variant="quiet" size="small" onClick={on.onTheirs}>
              {t('theirs')}
            </Button>
            <Button variant="quiet" size="small" onClick={on.onMine}>
              {t('mine')}
            </Button>
            <Button variant="primary" size="small" onClick={on.onMerge}>
              {t(first.merged === null ? 'decide' : 'merge')}
            </Button>
          </>
        }
      >
        <strong className="font-semibold">{t('savedFirst')}.</strong>{' '}
        {t(first.merged === null ? 'conflicts' : 'fits', who)}
      </NoticeBar>
      {isShown ? (
        <div className="max-h-[40vh] overflow-auto">
          <Changes before={base} after={first.text} path={null} />
        </div>
      ) : null}
    </div>
  )
}

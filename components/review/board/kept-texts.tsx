'use client'

import { useTranslations } from 'use-intl'
import { Button } from '@/components/ui/button'
import { ErrorNotice } from '@/components/ui/notice'
import { useBoard } from './board-context'

/**
 * Shows texts that a person wrote about hunks which no longer exist, so that they can be copied.
 */
export function KeptTexts() {
  const t = useTranslations('Review')
  const { writings, hunkOf } = useBoard()
  return writings.all.map(({ hunkId, form, why, state }) => {
    const written = writings.draftOf(hunkId, form)?.written ?? ''
    if (written === '' || state === 'sent' || hunkOf(hunkId)) return null
    return (
      <KeptText
        key={`${form} ${hunkId}`}
        text={written}
        why={why ?? t('keptWithoutHunk')}
        onDrop={() => writings.end(hunkId, form)}
      />
    )
  })
}

export interface KeptTextProps {
  text: string
  /** why it stands here */
  why: string
  onDrop: () => void
}

/** A text that was written and not taken, to be copied. */
export function KeptText({ text, why, onDrop }: KeptTextProps) {
  const t = useTranslations('Review')
  return (
    <div className="space-y-2 px-4 py-3">
      <ErrorNotice>{why}</ErrorNotice>
      <label className="block">
        <span className="text-xs text-ink-2">{t('keptText')}</span>
        <textarea
          readOnly
          value={text}
          rows={Math.min(8, text.split('\n').length)}
          className="mt-1 block w-full rounded-control border border-control bg-sheet p-2 font-mono text-code"
        />
      </label>
      <Button variant="quiet" size="small" onClick={onDrop}>
        {t('keptDrop')}
      </Button>
    </div>
  )
}

'use client'

import { useTranslations } from 'use-intl'
import { VisibleText } from '@/components/content/visible-line'
import { useBoard } from '../board/board-context'

export interface HunkReplacementProps {
  hunkId: string
  /** the new text of its lines, as the page was read; null: nobody had rewritten it */
  read: string | null
}

/** The text that is to take the place of a hunk’s lines, until it is written. */
export function HunkReplacement({ hunkId, read }: HunkReplacementProps) {
  const t = useTranslations('Review')
  const { hunkOf, decisionOf, replacementOf } = useBoard()
  const hunk = hunkOf(hunkId)
  if (!hunk || hunk.parts.every(({ isApplied }) => isApplied) || decisionOf(hunk) !== 'edited')
    return null
  const text = replacementOf(hunk, read)
  if (text === null) return null
  return (
    <div className="border-t border-line bg-well px-3 py-2">
      <p className="text-xs text-ink-2">{t(text === '' ? 'replacementEmpty' : 'replacement')}</p>
      {text === '' ? null : (
        <pre className="mt-1 font-mono text-xs leading-5 wrap-anywhere whitespace-pre-wrap">
          <VisibleText text={text} />
        </pre>
      )}
    </div>
  )
}

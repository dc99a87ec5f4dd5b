'use client'

import { MessageSquarePlus } from 'lucide-react'
import { useRef, useState } from 'react'
import { useTranslations } from 'use-intl'
import { Button } from '@/components/ui/button'
import { useLetterKey } from '@/components/ui/use-letter-key'
import { lineRange, type LineRange } from '@/lib/text/line-range'
import { ComposerPopover } from './composer-popover'

export interface CommentOnLinesProps {
  storeId: string
  /** the version that the lines are of */
  versionId: string
  lineCount: number
}

/** Begins a comment on the lines that are chosen in a text, by its key too. */
export function CommentOnLines({ storeId, versionId, lineCount }: CommentOnLinesProps) {
  const t = useTranslations('Memory')
  const button = useRef<HTMLButtonElement>(null)
  const [lines, setLines] = useState<LineRange | null>(null)
  const begin = () => setLines(chosenLines(lineCount))
  const end = () => {
    setLines(null)
    button.current?.focus()
  }
  useLetterKey('c', begin)
  return (
    <span className="md:relative">
      <Button
        ref={button}
        variant="quiet"
        size="icon"
        aria-label={t('comment')}
        aria-keyshortcuts="c"
        aria-expanded={lines !== null}
        title={t('comment')}
        onClick={lines === null ? begin : end}
      >
        <MessageSquarePlus size={16} strokeWidth={1.75} aria-hidden />
      </Button>
      {lines === null ? null : (
        <ComposerPopover
          storeId={storeId}
          versionId={versionId}
          within={{ from: 1, to: lineCount }}
          first={lines}
          onEnd={end}
        />
      )}
    </span>
  )
}

/** The lines that the address names, as far as they are there; else the first. */
function chosenLines(lineCount: number): LineRange {
  const { from, to } = lineRange(window.location.hash) ?? { from: 1, to: 1 }
  return from > lineCount ? { from: 1, to: 1 } : { from, to: Math.min(to, lineCount) }
}

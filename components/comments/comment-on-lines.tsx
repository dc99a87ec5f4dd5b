'use client'

import { MessageSquarePlus } from 'lucide-react'
import dynamic from 'next/dynamic'
import { useRef, useState } from 'react'
import { useTranslations } from 'use-intl'
import { CommentsTexts } from '@/components/i18n/part-texts'
import { Button } from '@/components/ui/button'
import { useLetterKey } from '@/components/ui/use-letter-key'
import { lineRange, type LineRange } from '@/lib/text/line-range'

const Composer = dynamic(() => import('./lines-composer').then((module) => module.LinesComposer))

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
        <div className="absolute top-full right-0 z-20 mt-1 w-[28rem] overflow-hidden rounded-card bg-raised shadow-e-2 max-md:fixed max-md:inset-x-3 max-md:top-28 max-md:w-auto">
          <CommentsTexts>
            <Composer
              storeId={storeId}
              versionId={versionId}
              within={{ from: 1, to: lineCount }}
              first={lines}
              onEnd={end}
            />
          </CommentsTexts>
        </div>
      )}
    </span>
  )
}

/** The lines that the address names, as far as they are there; else the first. */
function chosenLines(lineCount: number): LineRange {
  const { from, to } = lineRange(window.location.hash) ?? { from: 1, to: 1 }
  return from > lineCount ? { from: 1, to: 1 } : { from, to: Math.min(to, lineCount) }
}

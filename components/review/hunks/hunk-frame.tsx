'use client'

import { type ReactNode, useState } from 'react'
import { useTranslations } from 'use-intl'
import { useCommenting } from '@/components/comments/commenting'
import { VisibleText } from '@/components/content/visible-line'
import { Button } from '@/components/ui/button'
import { classNames } from '@/components/ui/class-names'
import { useBoard } from '../board/board-context'
import { focusHunk } from '../board/board-focus'
import { isAllSettled } from '../board/board-hunk'
import { HunkRefusal } from '../board/hunk-refusal'
import { DecidedMark } from './decided-mark'
import { NeverAgainLink } from './never-again'

export interface HunkFrameProps {
  hunkId: string
  /** its name for a screen reader */
  label: string
  /** its name, once it is one line */
  name: string
  /** some of its words; null: none are shown */
  quote: string | null
  /** what goes back, in place of the line, once all of the changeset is decided; left out: not yet */
  goesBack?: ReactNode
  /** leads to a test against it, once it is reverted; null: none is proposed */
  neverAgain: string | null
  children: ReactNode
}

/**
 * A hunk, which is one line once it is decided. It stays unfolded while something is written about
 * it, so that this is not lost.
 */
export function HunkFrame({
  hunkId,
  label,
  name,
  quote,
  goesBack,
  neverAgain,
  children,
}: HunkFrameProps) {
  const t = useTranslations('Review')
  const board = useBoard()
  const commenting = useCommenting()
  const [isShown, setShown] = useState(false)
  const hunk = board.hunkOf(hunkId)
  const decision = hunk ? board.decisionOf(hunk) : null
  const isWritten =
    commenting?.place?.hunkId === hunkId ||
    board.writings.all.some((each) => each.hunkId === hunkId && each.state !== 'sent')
  const isFolded = decision !== null && !isShown && !isWritten
  const isBack = isFolded && goesBack !== undefined && decision !== 'accepted'
  return (
    <section
      data-hunk={hunkId}
      tabIndex={-1}
      aria-label={label}
      data-fresh={board.fresh.has(hunkId) ? '' : undefined}
      className="review-hunk scroll-my-16 border-b border-line"
    >
      <HunkRefusal hunkId={hunkId} />
      {isFolded && hunk ? (
        <>
          <div
            className={classNames(
              'flex min-h-10 items-center gap-2.5 pr-3 pl-5 text-xs text-ink-2 max-md:min-h-12 max-md:px-4',
              !isBack && 'bg-well',
            )}
          >
            <DecidedMark hunk={hunk} decision={decision} />
            <span className="min-w-0 truncate">
              <VisibleText text={name} />
            </span>
            {quote === null || isBack ? null : (
              <span className="min-w-0 flex-1 truncate text-ink-3 max-md:hidden">
                <VisibleText text={quote} />
              </span>
            )}
            <span className="ml-auto flex shrink-0">
              {decision === 'rejected' && neverAgain !== null ? (
                <NeverAgainLink href={neverAgain} />
              ) : null}
              <Button variant="quiet" onClick={() => setShown(true)}>
                {t('showDecided')}
              </Button>
              {isAllSettled(hunk) ? null : (
                <Button
                  variant="quiet"
                  onClick={() => {
                    board.decide([hunkId], null)
                    focusHunk(hunkId)
                  }}
                >
                  {t('undo')}
                </Button>
              )}
            </span>
          </div>
          {isBack ? goesBack : null}
        </>
      ) : (
        children
      )}
    </section>
  )
}

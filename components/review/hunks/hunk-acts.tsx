'use client'

import type { ReactNode } from 'react'
import { useTranslations } from 'use-intl'
import { useCommenting } from '@/components/comments/commenting'
import { hunkSides } from '@/components/comments/hunk-sides'
import { Button } from '@/components/ui/button'
import { Kbd } from '@/components/ui/kbd'
import { Sign } from '@/components/ui/sprite'
import { useBoard } from '../board/board-context'
import { canEdit, isAllSettled } from '../board/board-hunk'
import { DecidedMark } from './decided-mark'

export interface HunkActsProps {
  hunkId: string
  /** the rarer acts, behind a button */
  menu: ReactNode
}

/**
 * The four answers to a hunk: to keep, to revert, to edit and to comment; of a decided one that is
 * unfolded the decision. What an answer to several at once says names how many.
 */
export function HunkActs({ hunkId, menu }: HunkActsProps) {
  const t = useTranslations('Review')
  const board = useBoard()
  const commenting = useCommenting()
  const hunk = board.hunkOf(hunkId)
  if (!hunk) return null
  const decision = board.decisionOf(hunk)
  const count = hunk.parts.length
  const canComment = commenting !== null && hunkSides(hunkId) !== null
  return (
    <span className="ml-auto flex shrink-0 items-center gap-0.5">
      {decision === null ? null : <DecidedMark hunk={hunk} decision={decision} />}
      <span className="contents max-md:hidden">
        {decision === null ? (
          <>
            <Act sign="keep" stroke="A" onAct={() => board.decide([hunkId], 'accepted')}>
              {t('keepThem', { count })}
            </Act>
            <Act sign="revert" stroke="R" isDanger onAct={() => board.decide([hunkId], 'rejected')}>
              {t('revertThem', { count })}
            </Act>
            {canEdit(hunk) ? (
              <Act sign="edit" stroke="E" isRare onAct={() => board.writings.open(hunkId, 'text')}>
                {t('edit')}
              </Act>
            ) : null}
          </>
        ) : null}
        {canComment ? (
          <Act sign="comment" stroke="C" isRare onAct={() => commenting.begin(hunkId)}>
            {t('comment')}
          </Act>
        ) : null}
      </span>
      {decision === null || isAllSettled(hunk) ? null : (
        <Button variant="quiet" onClick={() => board.decide([hunkId], null)}>
          {t('undo')}
        </Button>
      )}
      {menu}
    </span>
  )
}

interface ActProps {
  /** of `HunkSigns` */
  sign: string
  stroke: string
  isDanger?: boolean
  /** whether only its icon stays where there is little room */
  isRare?: boolean
  onAct: () => void
  children: string
}

function Act({ sign, stroke, isDanger = false, isRare = false, onAct, children }: ActProps) {
  return (
    <Button variant={isDanger ? 'quiet-danger' : 'quiet'} className="px-2" onClick={onAct}>
      <Sign name={sign} />
      <span className={isRare ? 'rare-act' : undefined}>{children}</span> <Kbd>{stroke}</Kbd>
    </Button>
  )
}

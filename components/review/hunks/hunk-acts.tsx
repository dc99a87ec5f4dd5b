'use client'

import { Check, ListChecks, Pencil, Undo2 } from 'lucide-react'
import { useTranslations } from 'use-intl'
import { CommentButton } from '@/components/comments/comment-button'
import { Badge } from '@/components/ui/badge'
import { Button } from '@/components/ui/button'
import { AcceptButton, EditButton, RejectButton } from '../board/act-buttons'
import { useBoard } from '../board/board-context'
import { focusHunk } from '../board/board-focus'

/** Looks of the decisions, which people who see no colours can tell apart, too. */
const DECIDED = {
  accepted: { tone: 'added', Icon: Check },
  rejected: { tone: 'removed', Icon: Undo2 },
  edited: { tone: 'removed', Icon: Pencil },
} as const

/** Shows the decision about a hunk, or the buttons to decide. Accept and reject stand apart. */
export function HunkActs({ hunkId, isEditable }: { hunkId: string; isEditable: boolean }) {
  const t = useTranslations('Review')
  const board = useBoard()
  const hunk = board.hunkOf(hunkId)
  if (!hunk) return null
  const decision = board.decisionOf(hunk)
  if (decision !== null) {
    return (
      <span className="ml-auto flex items-center gap-2">
        <Badge {...DECIDED[decision]}>
          {t(`state_${decision}`, { applied: String(hunk.isApplied) })}
        </Badge>
        <CommentButton hunkId={hunkId} />
        {hunk.isApplied || hunk.isByOther ? null : (
          <Button variant="quiet" size="small" onClick={() => board.decide([hunkId], null)}>
            {t('reopen')}
          </Button>
        )}
      </span>
    )
  }
  return (
    <span className="ml-auto flex flex-wrap items-center gap-1">
      <AcceptButton onAct={() => board.decide([hunkId], 'accepted')}>{t('keep')}</AcceptButton>
      {isEditable ? <EditButton onAct={() => board.writings.open(hunkId, 'text')} /> : null}
      <CommentButton hunkId={hunkId} />
      {isEditable ? (
        <Button
          variant="quiet"
          size="small-icon"
          aria-label={t('chooseLines')}
          title={t('chooseLines')}
          aria-keyshortcuts="v"
          onClick={() => {
            board.choose({ hunkId, from: 0, to: 0 })
            focusHunk(hunkId)
          }}
        >
          <ListChecks size={14} aria-hidden />
        </Button>
      ) : null}
      <RejectButton Icon={Undo2} onAct={() => board.decide([hunkId], 'rejected')}>
        {t('revert')}
      </RejectButton>
    </span>
  )
}

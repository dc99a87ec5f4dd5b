'use client'

import { X } from 'lucide-react'
import { useTranslations } from 'use-intl'
import { DenyForm } from '@/components/proposals/deny-form'
import { Badge } from '@/components/ui/badge'
import type { Decision } from '@/lib/review/model/hunk'
import { AcceptButton, EditButton, EditLink, RejectButton } from '../board/act-buttons'
import { focusHunk } from '../board/board-focus'
import { useBoard } from '../board/board-context'

/** Shows the answer to a write that waits, or the buttons to answer. Allow and deny stand apart. */
export function WaitingActs({
  hunkId,
  changesetId,
  edit,
  variant,
}: {
  hunkId: string
  changesetId: string
  /**
   * where its text is written anew: `on its page`, if it holds what is not shown here; null: nowhere
   */
  edit: 'here' | 'on its page' | null
  /** of the button that allows: primary where it is what the page is for */
  variant: 'primary' | 'secondary'
}) {
  const t = useTranslations('Review')
  const board = useBoard()
  const hunk = board.hunkOf(hunkId)
  if (!hunk?.waiting) return null
  const answer = board.decisionOf(hunk)
  if (answer !== null) {
    return (
      <span className="ml-auto">
        <Badge tone={answer === 'rejected' ? 'removed' : 'added'}>
          {t(wordOf(answer, board.isBeingSent(hunkId)))}
        </Badge>
      </span>
    )
  }
  return (
    <span className="ml-auto flex flex-wrap items-center gap-1 max-md:w-full max-md:flex-row-reverse max-md:*:h-11 max-md:*:flex-1">
      {hunk.waiting.shown === null ? null : (
        <AcceptButton variant={variant} onAct={() => board.decide([hunkId], 'accepted')}>
          {t('allow')}
        </AcceptButton>
      )}
      {edit === 'here' ? <EditButton onAct={() => board.writings.open(hunkId, 'text')} /> : null}
      {edit === 'on its page' ? (
        <EditLink href={`/review/${changesetId}?edit=${hunkId}#${hunkId}`} />
      ) : null}
      <RejectButton Icon={X} onAct={() => board.writings.open(hunkId, 'denial')}>
        {t('deny')}
      </RejectButton>
    </span>
  )
}

function wordOf(answer: Decision, isBeingSent: boolean) {
  if (isBeingSent) return answer === 'rejected' ? 'denying' : 'allowing'
  if (answer === 'edited') return 'allowedEdited'
  return answer === 'rejected' ? 'denied' : 'allowed'
}

/** Asks what the agent is to be told, below the write that is about to be denied. */
export function WaitingDenial({ hunkId }: { hunkId: string }) {
  const { writings, isBeingSent, deny } = useBoard()
  const writing = writings.writingOf(hunkId, 'denial')
  if (!writing) return null
  const { state, why } = writing
  return (
    <div hidden={state === 'sent'} className="border-t border-line bg-well p-3">
      <DenyForm
        message={writings.draftOf(hunkId, 'denial')?.written ?? ''}
        onDraft={(written) => writings.keepDraft(hunkId, 'denial', { base: '', written })}
        why={why}
        isBusy={isBeingSent(hunkId)}
        onDeny={state === 'overtaken' ? null : (message) => deny(hunkId, message)}
        onBack={() => {
          writings.end(hunkId, 'denial')
          focusHunk(hunkId)
        }}
      />
    </div>
  )
}

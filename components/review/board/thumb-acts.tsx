'use client'

import { Check, MessageSquare, Pencil, Undo2 } from 'lucide-react'
import { useRef } from 'react'
import { useTranslations } from 'use-intl'
import { useCommenting } from '@/components/comments/commenting'
import { hunkSides } from '@/components/comments/hunk-sides'
import { VisibleText } from '@/components/content/visible-line'
import { Button } from '@/components/ui/button'
import { classNames } from '@/components/ui/class-names'
import { useBoard } from './board-context'
import { focusHunk } from './board-focus'
import { canEdit, isAllSettled } from './board-hunk'
import type { ListedDecision } from './decision-list'
import { useCurrentHunk } from './use-current-hunk'
import { useFollowedView } from './use-followed-view'

/**
 * The four answers to the hunk that was touched last, else to the first open one, at the thumb, with
 * its name. One that was scrolled away gives way to one that is on the screen; none is answered that
 * is not. Once all is decided, what applies it.
 */
export function ThumbActs({ decisions }: { decisions: readonly ListedDecision[] }) {
  const t = useTranslations('Review')
  const board = useBoard()
  const commenting = useCommenting()
  const currentId = useCurrentHunk()
  const bar = useRef<HTMLDivElement>(null)
  const landed = board.all.filter(({ waiting }) => waiting === null)
  const isOpen = (id: string | undefined) => {
    const hunk = landed.find((each) => each.id === id)
    return hunk && board.decisionOf(hunk) === null && !isAllSettled(hunk) ? hunk : undefined
  }
  // What waits has answers of its own: these would be about another hunk than the one that is marked.
  const marked = board.all.find(({ id }) => id === currentId)
  const isWaiting = marked?.waiting != null && board.decisionOf(marked) === null
  const open = landed.filter(({ id }) => isOpen(id))
  const current = isWaiting ? undefined : (isOpen(currentId ?? undefined) ?? open[0])
  const onScreen = useFollowedView({
    bar,
    currentId: current?.id ?? null,
    openIds: open.map(({ id }) => id),
  })
  if (board.isToApply) return <ThumbApply />
  if (!current) return null
  const { id } = current
  const listed = decisions.find((each) => each.id === id)
  const sides = hunkSides(id)
  return (
    <div ref={bar} role="group" aria-label={t('answers')} className="review-thumb">
      {listed ? (
        <p title={listed.title} className="review-thumb-name">
          <VisibleText text={listed.name} />
        </p>
      ) : null}
      <Answer Icon={Check} onAct={() => onScreen(() => board.decide([id], 'accepted'))}>
        {t('keepThem', { count: current.parts.length })}
      </Answer>
      <Answer Icon={Undo2} isDanger onAct={() => onScreen(() => board.decide([id], 'rejected'))}>
        {t('revertThem', { count: current.parts.length })}
      </Answer>
      <Answer
        Icon={Pencil}
        isDisabled={!canEdit(current)}
        onAct={() => {
          focusHunk(id)
          board.writings.open(id, 'text')
        }}
      >
        {t('edit')}
      </Answer>
      <Answer
        Icon={MessageSquare}
        isDisabled={!commenting || !sides}
        onAct={() => onScreen(() => commenting?.begin(id))}
      >
        {t('comment')}
      </Answer>
    </div>
  )
}

/** Applies what is decided, where the head is out of reach. */
function ThumbApply() {
  const t = useTranslations('Review')
  const { run, isPending } = useBoard().apply
  return (
    <div className="review-thumb">
      <Button
        variant="primary"
        size="large"
        isBusy={isPending}
        onClick={run}
        className="col-span-full mx-4 my-1.5"
      >
        {t(isPending ? 'applying' : 'apply')}
      </Button>
    </div>
  )
}

interface AnswerProps {
  Icon: typeof Check
  isDanger?: boolean
  isDisabled?: boolean
  onAct: () => void
  children: string
}

function Answer({ Icon, isDanger = false, isDisabled = false, onAct, children }: AnswerProps) {
  return (
    <button
      type="button"
      disabled={isDisabled}
      onClick={onAct}
      className={classNames(
        'flex cursor-pointer flex-col items-center justify-center gap-1 text-xs font-medium disabled:opacity-50',
        isDanger ? 'text-removed' : 'text-ink-2',
      )}
    >
      <Icon size={18} aria-hidden />
      <span className="max-w-full truncate px-1">{children}</span>
    </button>
  )
}

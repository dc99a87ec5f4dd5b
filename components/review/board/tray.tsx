'use client'

import { useState, useTransition } from 'react'
import { useTranslations } from 'use-intl'
import { useNoAnswer } from '@/components/commands/use-no-answer'
import { Button } from '@/components/ui/button'
import { Kbd } from '@/components/ui/kbd'
import { Link } from '@/components/ui/link'
import { ErrorNotice } from '@/components/ui/notice'
import { useToast } from '@/components/ui/toast'
import { useSubmitShortcut } from '@/components/ui/use-submit-shortcut'
import { type AppliedReview, applyReviewAction, undoReviewAction } from '../actions'
import { useBoard } from './board-context'

/** Shows the rejected and edited hunks until they are applied, then the outcome. */
export function Tray({ changesetId, storeId }: { changesetId: string; storeId: string }) {
  const t = useTranslations('Review')
  const noAnswer = useNoAnswer()
  const show = useToast()
  const board = useBoard()
  const [why, setWhy] = useState<string | null>(null)
  const [left, setLeft] = useState<AppliedReview | null>(null)
  const [isPending, startTransition] = useTransition()
  const waiting = board.all.filter((hunk) => {
    const decision = board.decisionOf(hunk)
    if (hunk.waiting) return false
    return !hunk.isApplied && !hunk.isByOther && decision !== null && decision !== 'accepted'
  })
  const memories = new Set(waiting.map(({ memoryId }) => memoryId)).size
  const undo = (batchId: string) =>
    startTransition(async () => {
      const outcome = await undoReviewAction({ changesetId, batchId }).catch(noAnswer)
      if (!outcome.isDone) setWhy(outcome.why)
    })
  const apply = () =>
    startTransition(async () => {
      setWhy(null)
      board.clearWhy()
      // What is still on its way belongs to what is applied; the board says what was refused.
      if (!(await board.recorded())) return
      const outcome = await applyReviewAction({
        changesetId,
        tray: board.shownTray(waiting),
      }).catch(noAnswer)
      if (!outcome.isDone) return setWhy(outcome.why)
      const { value } = outcome
      const { batchId } = value
      setLeft(value.changedSince + value.cannot > 0 ? value : null)
      if (batchId !== null) {
        show({ text: t('applied', { count: value.memories }), undo: () => undo(batchId) })
      }
    })
  useSubmitShortcut(apply, { disabled: waiting.length === 0 || isPending })
  if (waiting.length === 0 && why === null) return null
  return (
    <section
      aria-label={t('tray')}
      className="flex flex-wrap items-center gap-x-3 gap-y-2 border-t border-line bg-raised px-4 py-2 shadow-e-1"
    >
      {why === null ? null : <ErrorNotice>{why}</ErrorNotice>}
      <p className="min-w-0 flex-1">
        {t('trayHolds', { hunks: waiting.length, memories })}
        {left === null ? null : (
          <span className="ml-2 text-caution">
            {t('leftAlone', { count: left.changedSince + left.cannot })}{' '}
            <Link
              href={`/stores/${storeId}/undo?changeset=${changesetId}`}
              className="underline decoration-line-2"
            >
              {t('mergeByHand')}
            </Link>
          </span>
        )}
      </p>
      <Button variant="primary" isBusy={isPending} onClick={apply}>
        {isPending ? t('applying') : t('apply')} <Kbd>⌘↵</Kbd>
      </Button>
    </section>
  )
}

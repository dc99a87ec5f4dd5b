'use client'

import { useState, useTransition } from 'react'
import { useTranslations } from 'use-intl'
import { type ActionResult, whyNot } from '@/components/commands/action-result'
import { Button } from '@/components/ui/button'
import { Dialog } from '@/components/ui/dialog'
import { ErrorNotice } from '@/components/ui/notice'
import { archiveSessionAction, deleteSessionAction } from './actions'
import { StillWaiting } from './still-waiting'

/** Archives or deletes a session, and says what stays. */
export function EndDialog({
  sessionId,
  isArchived,
  isOpen,
  onOpenChange,
}: {
  sessionId: string
  isArchived: boolean
  isOpen: boolean
  onOpenChange: (isOpen: boolean) => void
}) {
  const t = useTranslations('SessionHeader')
  const { run, why, isPending } = useCommand(() => onOpenChange(false))
  return (
    <Dialog
      title={t('endTitle')}
      description={t('endAbout')}
      isOpen={isOpen}
      onOpenChange={onOpenChange}
    >
      {why === null ? null : <ErrorNotice>{why}</ErrorNotice>}
      <div className="flex flex-wrap items-center justify-end gap-2">
        <StillWaiting isPending={isPending} />
        {isArchived ? null : (
          <Button isBusy={isPending} onClick={() => run(() => archiveSessionAction(sessionId))}>
            {t('archive')}
          </Button>
        )}
        <Button
          variant="danger"
          isBusy={isPending}
          onClick={() => run(() => deleteSessionAction(sessionId))}
        >
          {t('delete')}
        </Button>
      </div>
    </Dialog>
  )
}

/** Runs a command on the session; what was done shows on the page. */
function useCommand(onDone: () => void): {
  run: (work: () => Promise<ActionResult>) => void
  why: string | null
  isPending: boolean
} {
  const [why, setWhy] = useState<string | null>(null)
  const [isPending, startTransition] = useTransition()
  const run = (work: () => Promise<ActionResult>) =>
    startTransition(async () => {
      const outcome = await work()
      setWhy(whyNot(outcome))
      if (!outcome.isDone) return
      onDone()
    })
  return { run, why, isPending }
}

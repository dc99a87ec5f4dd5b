'use client'

import { useState, useTransition } from 'react'
import { useTranslations } from 'use-intl'
import { useNoAnswer } from '@/components/commands/use-no-answer'
import { Button } from '@/components/ui/button'
import { Kbd } from '@/components/ui/kbd'
import { ErrorNotice } from '@/components/ui/notice'
import { useSubmitShortcut } from '@/components/ui/use-submit-shortcut'
import { closeGoneAction } from '../actions'

/** Says that nothing of a changeset stands any more, and closes it. */
export function NothingStands({ changesetId }: { changesetId: string }) {
  const t = useTranslations('Review')
  const noAnswer = useNoAnswer()
  const [why, setWhy] = useState<string | null>(null)
  const [isPending, startTransition] = useTransition()
  const close = () => {
    if (isPending) return
    startTransition(async () => {
      setWhy(null)
      const outcome = await closeGoneAction({ changesetId }).catch(noAnswer)
      if (!outcome.isDone) setWhy(outcome.why)
    })
  }
  useSubmitShortcut(close, { disabled: isPending })
  return (
    <div className="space-y-2 border-b border-line p-4">
      {why === null ? null : <ErrorNotice>{why}</ErrorNotice>}
      <div className="flex flex-wrap items-center justify-between gap-3 rounded-card bg-well px-3 py-2 shadow-[inset_0_0_0_1px_var(--line)]">
        <p>{t('nothingStands')}</p>
        <Button size="small" isBusy={isPending} onClick={close}>
          {t('closeGone')} <Kbd>⌘↵</Kbd>
        </Button>
      </div>
    </div>
  )
}

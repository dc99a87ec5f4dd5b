'use client'

import { useState, useTransition } from 'react'
import { useTranslations } from 'use-intl'
import { Button } from '@/components/ui/button'
import { Dialog } from '@/components/ui/dialog'
import { notDone, whyNot } from '@/components/commands/action-result'
import { compactAction } from '@/components/session/conversation/conversation-actions'
import { ErrorNotice } from '@/components/ui/notice'

export interface CompactDialogProps {
  sessionId: string
  isOpen: boolean
  onOpenChange: (isOpen: boolean) => void
  /** called once the summary is asked for */
  onDone?: () => void
}

/** Asks what a summary should focus on, this time or always, and requests it. */
export function CompactDialog({ sessionId, isOpen, onOpenChange, onDone }: CompactDialogProps) {
  const t = useTranslations('CompactDialog')
  const [instructions, setInstructions] = useState('')
  const [isForGood, setForGood] = useState(false)
  const [why, setWhy] = useState<string | null>(null)
  const [isPending, startTransition] = useTransition()
  const submit = () =>
    startTransition(async () => {
      const outcome = await compactAction({
        sessionId,
        instructions,
        isForGood: isForGood && instructions.trim() !== '',
      }).catch(() => notDone(t('notSent')))
      setWhy(whyNot(outcome))
      if (!outcome.isDone) return
      setInstructions('')
      setForGood(false)
      onOpenChange(false)
      onDone?.()
    })
  return (
    <Dialog title={t('title')} description={t('about')} isOpen={isOpen} onOpenChange={onOpenChange}>
      <form
        className="space-y-3"
        onSubmit={(event) => {
          event.preventDefault()
          submit()
        }}
      >
        <label className="block">
          <span className="font-medium">{t('instructions')}</span>
          <textarea
            rows={4}
            maxLength={20_000}
            value={instructions}
            placeholder={t('placeholder')}
            onChange={({ target }) => setInstructions(target.value)}
            className="mt-1 block w-full rounded-control border border-control bg-sheet px-2 py-1"
          />
        </label>
        <label className="flex items-center gap-2 text-sm">
          <input
            type="checkbox"
            checked={isForGood}
            disabled={instructions.trim() === ''}
            onChange={({ target }) => setForGood(target.checked)}
          />
          {t('forGood')}
        </label>
        {why === null ? null : <ErrorNotice>{why}</ErrorNotice>}
        <Button type="submit" variant="primary" disabled={isPending}>
          {t('run')}
        </Button>
      </form>
    </Dialog>
  )
}

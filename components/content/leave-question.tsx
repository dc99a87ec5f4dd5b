'use client'

import { useTranslations } from 'use-intl'
import { Button } from '@/components/ui/button'
import { Dialog } from '@/components/ui/dialog'

export interface LeaveQuestionProps {
  isAsked: boolean
  /** the person writes on */
  onStay: () => void
  onDiscard: () => void
  /** leaves, and the text is kept; null: it would be lost */
  onKeep: (() => void) | null
}

/** Asks what becomes of a text that is not saved. */
export function LeaveQuestion({ isAsked, onStay, onDiscard, onKeep }: LeaveQuestionProps) {
  const t = useTranslations('Edit')
  return (
    <Dialog
      title={t('leaveTitle')}
      description={t('leaveAbout')}
      isOpen={isAsked}
      onOpenChange={(isOpen) => isOpen || onStay()}
    >
      <div className="flex flex-wrap justify-end gap-2">
        <Button variant="danger" onClick={onDiscard}>
          {t('discard')}
        </Button>
        {onKeep === null ? null : <Button onClick={onKeep}>{t('leaveDraft')}</Button>}
        <Button variant="primary" autoFocus onClick={onStay}>
          {t('goOn')}
        </Button>
      </div>
    </Dialog>
  )
}

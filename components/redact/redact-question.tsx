'use client'

import type { ReactNode } from 'react'
import { useTranslations } from 'use-intl'
import { Button } from '@/components/ui/button'
import { Dialog } from '@/components/ui/dialog'
import { Kbd } from '@/components/ui/kbd'

export interface RedactQuestionProps {
  /** places */
  count: number
  isOpen: boolean
  onOpenChange: (isOpen: boolean) => void
  onAgree: () => void
  /** the consequences */
  children: ReactNode
}

/** The one question before a text is gone for good; whoever only presses Enter has cancelled. */
export function RedactQuestion(props: RedactQuestionProps) {
  const { count, isOpen, onOpenChange, onAgree, children } = props
  const t = useTranslations('Redact')
  return (
    <Dialog
      title={t('askTitle', { count })}
      description={t('askAbout')}
      isOpen={isOpen}
      onOpenChange={onOpenChange}
    >
      <div className="space-y-2">{children}</div>
      <div className="mt-5 flex flex-wrap justify-end gap-2">
        <Button autoFocus onClick={() => onOpenChange(false)}>
          {t('cancel')}
          <Kbd>Esc</Kbd>
        </Button>
        <Button variant="danger" onClick={onAgree}>
          {t('askRun', { count })}
        </Button>
      </div>
    </Dialog>
  )
}

'use client'

import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { Button } from '@/components/ui/button'
import { Dialog } from '@/components/ui/dialog'
import { Field } from '@/components/ui/field'
import { StillInFile } from './still-in-file'
import { useQuarantine } from './use-quarantine'

export interface QuarantineDialogProps {
  storeId: string
  memoryId: string
  /** its file in a watched folder; null: it has none */
  watchedFile: string | null
  isOpen: boolean
  onOpenChange: (isOpen: boolean) => void
}

/** Keeps a memory's present version from agents, with a reason for people. */
export function QuarantineDialog({
  storeId,
  memoryId,
  watchedFile,
  isOpen,
  onOpenChange,
}: QuarantineDialogProps) {
  const t = useTranslations('Quarantine')
  const app = useTranslations('App')
  const [reason, setReason] = useState('')
  const { isBusy, put } = useQuarantine()
  return (
    <Dialog title={t('put')} description={t('about')} isOpen={isOpen} onOpenChange={onOpenChange}>
      <form
        className="space-y-4"
        onSubmit={(event) => {
          event.preventDefault()
          put({ storeId, memoryId, reason })
          onOpenChange(false)
        }}
      >
        {watchedFile === null ? null : (
          <p className="wrap-anywhere text-caution">
            <StillInFile file={watchedFile} />
          </p>
        )}
        <Field
          id="quarantine-reason"
          label={t('reason')}
          hint={t('reasonHint')}
          value={reason}
          maxLength={1000}
          autoComplete="off"
          onChange={({ target }) => setReason(target.value)}
        />
        <div className="flex justify-end gap-2">
          <Button variant="quiet" onClick={() => onOpenChange(false)}>
            {app('cancel')}
          </Button>
          <Button variant="primary" type="submit" isBusy={isBusy}>
            {t('run')}
          </Button>
        </div>
      </form>
    </Dialog>
  )
}

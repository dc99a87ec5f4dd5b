'use client'

import { useEffect, useId, useRef, useState } from 'react'
import { useTranslations } from 'use-intl'
import { Button } from '@/components/ui/button'
import { Kbd } from '@/components/ui/kbd'
import { Select } from '@/components/ui/select'
import { sendByKeys } from '@/components/ui/send-by-keys'
import { EXCEPTION_DAYS, type ExceptionDays } from './exception-days'

const MAX_REASON = 1000

export interface AcceptRiskFormProps {
  isBusy: boolean
  onAccept: (reason: string, exceptDays: ExceptionDays | null) => void
  onCancel: () => void
}

/** Asks why a risk is taken, and whether the same is to be reported there again. */
export function AcceptRiskForm({ isBusy, onAccept, onCancel }: AcceptRiskFormProps) {
  const t = useTranslations('Finding')
  const words = useTranslations('App')
  const id = useId()
  const field = useRef<HTMLTextAreaElement>(null)
  const [reason, setReason] = useState('')
  const [days, setDays] = useState<`${ExceptionDays}` | 'none'>('none')
  useEffect(() => field.current?.focus(), [])
  const accept = () => {
    const said = reason.trim()
    if (said === '') return field.current?.focus()
    onAccept(said, EXCEPTION_DAYS.find((each) => `${each}` === days) ?? null)
  }
  return (
    <form
      className="max-w-xl space-y-2"
      onSubmit={(event) => {
        event.preventDefault()
        if (!isBusy) accept()
      }}
      onKeyDown={(event) => {
        if (event.key === 'Escape') onCancel()
        sendByKeys(event)
      }}
    >
      <label htmlFor={id} className="block text-xs font-medium text-ink-2">
        {t('reason')}
      </label>
      <textarea
        id={id}
        ref={field}
        value={reason}
        maxLength={MAX_REASON}
        rows={2}
        required
        className="block w-full rounded-control border border-control bg-sheet p-2"
        onChange={({ target }) => setReason(target.value)}
      />
      <Select
        label={t('exceptAbout')}
        value={days}
        onChoose={setDays}
        className="max-w-72 text-xs"
        options={[
          { value: 'none', label: t('exceptNot') },
          ...EXCEPTION_DAYS.map((each) => ({
            value: `${each}` as const,
            label: t('exceptFor', { days: each }),
          })),
        ]}
      />
      <div className="flex flex-wrap gap-2">
        <Button type="submit" size="small" isBusy={isBusy}>
          {t('accept')} <Kbd>⌘↵</Kbd>
        </Button>
        <Button size="small" variant="quiet" onClick={onCancel}>
          {words('cancel')} <Kbd>Esc</Kbd>
        </Button>
      </div>
    </form>
  )
}

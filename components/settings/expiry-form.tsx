'use client'

import { useState, useTransition } from 'react'
import { useTranslations } from 'use-intl'
import { useNoAnswer } from '@/components/commands/use-no-answer'
import { Select } from '@/components/ui/select'
import { useToast } from '@/components/ui/toast'
import { setExpiryAction } from './actions'

export interface ExpiryFormProps {
  storeId: string
  /** null: nothing expires */
  afterDays: number | null
  deletes: boolean
  /** whether the store is read-only */
  isOff: boolean
}

interface Expiry {
  afterDays: number | null
  deletes: boolean
}

/**
 * Chooses the days after which memories expire, and whether they are then deleted. Each choice
 * holds at once, and can be undone.
 */
export function ExpiryForm({ storeId, afterDays, deletes, isOff }: ExpiryFormProps) {
  const t = useTranslations('StoreLimits')
  const noAnswer = useNoAnswer()
  const showToast = useToast()
  const [why, setWhy] = useState<string | null>(null)
  const [isBusy, start] = useTransition()
  const now: Expiry = { afterDays, deletes }
  const set = (next: Expiry, before: Expiry, undo?: () => void) =>
    start(async () => {
      const shown = { expireAfterDays: before.afterDays, expiryDeletes: before.deletes }
      const outcome = await setExpiryAction({ storeId, ...next, shown }).catch(noAnswer)
      setWhy(outcome.isDone ? null : outcome.why)
      if (!outcome.isDone) return
      showToast({ text: t('changed', { name: t('expiry') }), ...(undo ? { undo } : {}) })
    })
  const change = (next: Expiry) => set(next, now, () => set(now, next))
  const save = (input: HTMLInputElement) => {
    if (!input.reportValidity()) return
    const days = input.value === '' ? null : input.valueAsNumber
    if (days !== afterDays) change({ ...now, afterDays: days })
  }
  return (
    <div className="grid gap-2">
      <input
        key={afterDays}
        type="number"
        aria-label={t('expireAfter')}
        aria-describedby={why === null ? undefined : 'expiry-why'}
        aria-busy={isBusy}
        min={30}
        max={3650}
        step={1}
        disabled={isOff}
        placeholder={t('never')}
        defaultValue={afterDays ?? ''}
        className="h-7 w-full rounded-control border border-control bg-raised px-2 tabular-nums max-md:h-10"
        onBlur={({ currentTarget }) => save(currentTarget)}
        onKeyDown={({ key, currentTarget }) => {
          if (key === 'Enter') save(currentTarget)
          if (key === 'Escape') currentTarget.value = String(afterDays ?? '')
        }}
      />
      <Select<'wait' | 'delete'>
        label={t('expiryThen')}
        isLabelHidden
        value={deletes ? 'delete' : 'wait'}
        isOff={isOff || afterDays === null}
        options={(['wait', 'delete'] as const).map((value) => ({
          value,
          label: t(`expiry_${value}`),
        }))}
        onChoose={(value) => change({ ...now, deletes: value === 'delete' })}
      />
      {why === null ? null : (
        <p id="expiry-why" role="alert" className="text-xs text-removed">
          {why}
        </p>
      )}
    </div>
  )
}

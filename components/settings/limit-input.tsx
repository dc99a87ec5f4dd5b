'use client'

import { useState, useTransition } from 'react'
import { useTranslations } from 'use-intl'
import { useNoAnswer } from '@/components/commands/use-no-answer'
import { classNames } from '@/components/ui/class-names'
import { useToast } from '@/components/ui/toast'
import { setLimitAction } from './actions'

export interface LimitInputProps {
  storeId: string
  field: 'maxMemories' | 'maxBytes' | 'maxContentBytes' | 'maxVersions' | 'maxViewChars'
  label: string
  /** null: any amount */
  value: number | null
  least?: number
  most?: number
  /** whether the store is read-only */
  isOff: boolean
}

/** One limit of a store. It holds once it is left or Enter is pressed, and can be undone. */
export function LimitInput(props: LimitInputProps) {
  const { storeId, field, label, value, least = 1, most, isOff } = props
  const t = useTranslations('StoreLimits')
  const noAnswer = useNoAnswer()
  const showToast = useToast()
  const [why, setWhy] = useState<string | null>(null)
  const [isBusy, start] = useTransition()
  const isRequired = field === 'maxViewChars' || field === 'maxContentBytes'
  const set = (next: number | null, shown: number | null, undo?: () => void) =>
    start(async () => {
      const outcome = await setLimitAction({ storeId, field, value: next, shown }).catch(noAnswer)
      setWhy(outcome.isDone ? null : outcome.why)
      if (outcome.isDone)
        showToast({ text: t('changed', { name: label }), ...(undo ? { undo } : {}) })
    })
  const save = (input: HTMLInputElement) => {
    if (!input.reportValidity()) return
    const next = input.value === '' ? null : input.valueAsNumber
    if (next !== value) set(next, value, () => set(value, next))
  }
  const id = `limit-${field}`
  return (
    <>
      <input
        key={value}
        id={id}
        type="number"
        aria-label={label}
        aria-describedby={why === null ? undefined : `${id}-why`}
        aria-busy={isBusy}
        min={least}
        max={most}
        step={1}
        required={isRequired}
        disabled={isOff}
        placeholder={t('unlimited')}
        defaultValue={value ?? ''}
        className={classNames(
          'h-7 w-full rounded-control border border-control bg-raised px-2 tabular-nums max-md:h-10',
        )}
        onBlur={({ currentTarget }) => save(currentTarget)}
        onKeyDown={({ key, currentTarget }) => {
          if (key === 'Enter') save(currentTarget)
          if (key === 'Escape') currentTarget.value = String(value ?? '')
        }}
      />
      {why === null ? null : (
        <p id={`${id}-why`} role="alert" className="mt-1 text-xs text-removed">
          {why}
        </p>
      )}
    </>
  )
}

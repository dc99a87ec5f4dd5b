'use client'

import { type ReactNode, useEffect, useRef } from 'react'
import { useTranslations } from 'use-intl'
import { Button } from '@/components/ui/button'
import { ErrorNotice } from '@/components/ui/notice'

export interface DenyFormProps {
  /** the message to begin with */
  message?: string
  /** at every change of the message */
  onDraft?: (message: string) => void
  /** reason why the denial was refused; null: it was not */
  why?: string | null
  isBusy: boolean
  /**
   * `message`: what the agent is told; empty: only that it was denied. Null: it was decided
   * meanwhile, and what is written is only kept
   */
  onDeny: ((message: string) => void) | null
  onBack: () => void
  /** beside its buttons */
  children?: ReactNode
}

/** Denies a write that waits; Enter sends what the agent is told, Escape goes back. */
export function DenyForm({
  message = '',
  onDraft,
  why = null,
  isBusy,
  onDeny,
  onBack,
  children,
}: DenyFormProps) {
  const t = useTranslations('Approval')
  const field = useRef<HTMLTextAreaElement>(null)
  useEffect(() => field.current?.focus(), [])
  const deny = () => onDeny?.(field.current?.value.trim() ?? '')
  return (
    <form
      className="space-y-2"
      onSubmit={(event) => {
        event.preventDefault()
        deny()
      }}
    >
      <label className="block text-sm">
        {t('message')}
        <textarea
          ref={field}
          defaultValue={message}
          rows={2}
          onInput={(event) => onDraft?.(event.currentTarget.value)}
          onKeyDown={(event) => {
            if (event.key === 'Escape') onBack()
            if (event.key !== 'Enter' || event.shiftKey || event.nativeEvent.isComposing) return
            event.preventDefault()
            event.stopPropagation()
            deny()
          }}
          className="mt-1 block w-full rounded-control border border-control bg-sheet px-2 py-1"
        />
      </label>
      {why === null ? null : <ErrorNotice>{why}</ErrorNotice>}
      <p role="status" className="text-caution empty:hidden">
        {onDeny === null ? t('decidedMeanwhile') : null}
      </p>
      <div className="flex gap-2">
        {onDeny === null ? null : (
          <Button type="submit" variant="primary" size="small" isBusy={isBusy}>
            {t('denyRun')}
          </Button>
        )}
        <Button size="small" onClick={onBack}>
          {t('back')}
        </Button>
        {children}
      </div>
    </form>
  )
}

'use client'

import { useEffect, useRef } from 'react'
import { useTranslations } from 'use-intl'
import { Button } from '@/components/ui/button'
import { Kbd } from '@/components/ui/kbd'
import { sendByKeys } from '@/components/ui/send-by-keys'

export interface TextFormProps {
  text: string
  /** of the button that takes the text */
  save: string
  onSave: (text: string) => void
  onCancel: () => void
}

/** A text to write anew, in place: ⌘ or Ctrl with Enter takes it, Escape goes back. */
export function TextForm({ text, save, onSave, onCancel }: TextFormProps) {
  const t = useTranslations('Approval')
  const field = useRef<HTMLTextAreaElement>(null)
  useEffect(() => field.current?.focus(), [])
  const take = () => {
    const written = field.current?.value ?? ''
    const isEnded = written === '' || written.endsWith('\n') || !text.endsWith('\n')
    onSave(isEnded ? written : `${written}\n`)
  }
  return (
    <form
      className="border-t border-line bg-well p-3"
      onSubmit={(event) => {
        event.preventDefault()
        take()
      }}
      onKeyDown={(event) => {
        if (event.key === 'Escape') onCancel()
        sendByKeys(event)
      }}
    >
      <label className="block">
        <span className="text-xs text-ink-2">{t('editLabel')}</span>
        <textarea
          ref={field}
          defaultValue={text}
          rows={Math.min(20, Math.max(3, text.split('\n').length))}
          className="mt-1 block w-full rounded-control border border-control bg-sheet p-2 font-mono text-code"
        />
      </label>
      <div className="mt-2 flex gap-2">
        <Button type="submit" look="primary" size="small">
          {save} <Kbd>⌘↵</Kbd>
        </Button>
        <Button look="quiet" size="small" onClick={onCancel}>
          {t('editCancel')} <Kbd>Esc</Kbd>
        </Button>
      </div>
    </form>
  )
}

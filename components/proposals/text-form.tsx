'use client'

import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { useTranslations } from 'use-intl'
import { Button } from '@/components/ui/button'
import { Kbd } from '@/components/ui/kbd'
import { ErrorNotice } from '@/components/ui/notice'
import { sendByKeys } from '@/components/ui/send-by-keys'

/** A text that was typed and is not saved yet. */
export interface Draft {
  /** the text that what is written started from */
  base: string
  written: string
}

export interface TextFormProps {
  text: string
  /** a draft with which to continue, in place of the text */
  draft?: Draft | null
  /** at every change of what is written */
  onDraft?: (draft: Draft) => void
  /** reason why the text was refused; null: it was not */
  why?: string | null
  /** of the button that takes the text; null: it was decided meanwhile, and is only kept */
  save: string | null
  onSave: (text: string) => void
  onCancel: () => void
}

/**
 * A text to write anew, in place: ⌘ or Ctrl with Enter takes it, Escape goes back. If the text has
 * changed below what is written, it is not taken before both are merged in the field.
 */
export function TextForm({
  text,
  draft = null,
  onDraft,
  why = null,
  save,
  onSave,
  onCancel,
}: TextFormProps) {
  const t = useTranslations('Approval')
  const field = useRef<HTMLTextAreaElement>(null)
  /** the text that the edit began from */
  const base = useRef(draft?.base ?? text)
  const isGiven = useRef(false)
  const [isMerged, setMerged] = useState(false)
  useEffect(() => field.current?.focus(), [])
  const written = () => {
    const value = field.current?.value ?? ''
    const isEnded = value === '' || value.endsWith('\n') || !base.current.endsWith('\n')
    return isEnded ? value : `${value}\n`
  }
  const tellDraft = () => onDraft?.({ base: base.current, written: field.current?.value ?? '' })
  const takeOver = async () => {
    // Until it has loaded, the text is not taken either.
    const merge = await import('@/lib/text/merge').catch(() => null)
    if (!merge || !field.current) return
    field.current.value = merge.mergeKeepingBoth({
      base: base.current,
      ours: written(),
      theirs: text,
    })
    base.current = text
    isGiven.current = false
    tellDraft()
    setMerged(true)
  }
  const take = () => {
    if (save === null) return
    if (text !== base.current) return void takeOver()
    isGiven.current = true
    setMerged(false)
    onSave(written())
  }
  // It was refused, since the text is another now.
  const onChanged = useEffectEvent(() => {
    if (isGiven.current && save !== null && text !== base.current) void takeOver()
  })
  useEffect(() => onChanged(), [text])
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
          defaultValue={draft?.written ?? text}
          onInput={tellDraft}
          rows={Math.min(20, Math.max(3, text.split('\n').length))}
          className="mt-1 block w-full rounded-control border border-control bg-sheet p-2 font-mono text-code"
        />
      </label>
      {why === null ? null : <ErrorNotice>{why}</ErrorNotice>}
      <p role="status" className="mt-1 text-caution empty:hidden">
        {save === null ? t('decidedMeanwhile') : isMerged ? t('merged') : null}
      </p>
      <div className="mt-2 flex gap-2">
        {save === null ? null : (
          <Button type="submit" variant="primary" size="small">
            {save} <Kbd>⌘↵</Kbd>
          </Button>
        )}
        <Button variant="quiet" size="small" onClick={onCancel}>
          {t('editCancel')} <Kbd>Esc</Kbd>
        </Button>
      </div>
    </form>
  )
}

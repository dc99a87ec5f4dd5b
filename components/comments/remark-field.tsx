'use client'

import { type ReactNode, type Ref, useId, useState } from 'react'
import { useTranslations } from 'use-intl'
import { Button } from '@/components/ui/button'
import { classNames } from '@/components/ui/class-names'
import { Kbd } from '@/components/ui/kbd'
import { sendByKeys } from '@/components/ui/send-by-keys'

/** The same as `MAX_REMARK_LENGTH`, which the server checks. */
const MAX_LENGTH = 4000

export interface RemarkFieldProps {
  label: string
  /** whether the label is read out only */
  isLabelHidden?: boolean
  /** the text to begin with */
  text?: string
  rows: number
  /** the words of its button */
  save: string
  isBusy: boolean
  onSave: (text: string) => void
  /** at every change of what is written */
  onDraft?: ((text: string) => void) | undefined
  /** left out: there is nothing to go back to */
  onCancel?: () => void
  ref?: Ref<HTMLTextAreaElement>
  /** between the field and its buttons */
  children?: ReactNode
}

/** A field for a remark, with its buttons; ⌘↵ saves it. */
export function RemarkField(props: RemarkFieldProps) {
  const {
    label,
    isLabelHidden = false,
    rows,
    save,
    isBusy,
    onSave,
    onDraft,
    onCancel,
    ref,
    children,
  } = props
  const t = useTranslations('Comment')
  const id = useId()
  const [text, setText] = useState(props.text ?? '')
  const isEmpty = text.trim() === ''
  const send = () => {
    if (!isEmpty && !isBusy) onSave(text)
  }
  return (
    <form
      className="space-y-2"
      onSubmit={(event) => {
        event.preventDefault()
        send()
      }}
      onKeyDown={(event) => {
        if (event.key === 'Escape' && onCancel) {
          event.preventDefault()
          onCancel()
        }
        sendByKeys(event)
      }}
    >
      <label htmlFor={id} className={isLabelHidden ? 'sr-only' : 'block text-xs text-ink-2'}>
        {label}
      </label>
      <textarea
        id={id}
        ref={ref}
        value={text}
        rows={rows}
        maxLength={MAX_LENGTH}
        placeholder={isLabelHidden ? label : undefined}
        className="block max-h-80 w-full resize-y rounded-control border border-control bg-sheet px-2 py-1.5 font-sans text-sm field-sizing-content placeholder:text-ink-3"
        onChange={(event) => {
          setText(event.target.value)
          onDraft?.(event.target.value)
        }}
      />
      {children}
      <div className={classNames('flex gap-2', isEmpty && !onCancel && 'hidden')}>
        <Button variant="primary" size="small" type="submit" isBusy={isBusy} disabled={isEmpty}>
          {save} <Kbd>⌘↵</Kbd>
        </Button>
        {onCancel ? (
          <Button variant="quiet" size="small" onClick={onCancel}>
            {t('cancel')} <Kbd>Esc</Kbd>
          </Button>
        ) : null}
      </div>
    </form>
  )
}

'use client'

import { useTranslations } from 'next-intl'
import { useState } from 'react'
import { useAct } from '@/components/act/use-act'
import { Kbd } from '@/components/keys/kbd'
import { useKey } from '@/components/keys/use-key'
import { ask } from '@/components/requests/actions'
import { Button } from '@/components/ui/button'
import { Dialog, DialogFoot } from '@/components/ui/dialog'
import { Field } from '@/components/ui/field'

/** Lines of a version that agents are asked about. */
export interface RequestFormProps {
  storeId: string
  memoryId: string
  versionId: string
  /** from 1, both ends inclusive */
  lines: { from: number; to: number }
  onClose: () => void
}

/** A dialog for what a person asks agents to do with some lines; the next to write there are told. */
export function RequestForm({ storeId, memoryId, versionId, lines, onClose }: RequestFormProps) {
  const t = useTranslations('Requests')
  const common = useTranslations('Common')
  const [text, setText] = useState('')
  const [isEmpty, setEmpty] = useState(false)
  const { run, isBusy, why } = useAct(ask, {
    done: () => {
      onClose()
      return t('asked')
    },
  })
  const send = () => {
    setEmpty(text.trim() === '')
    if (text.trim() !== '' && !isBusy) void run({ storeId, memoryId, versionId, ...lines, text })
  }
  useKey('mod+enter', t('ask'), send, { inForms: true, bar: true })
  return (
    <Dialog title={t('title')} isOpen onClose={onClose}>
      <form
        className="grid gap-3"
        onSubmit={(event) => {
          event.preventDefault()
          send()
        }}
      >
        <Field
          label={t('text', { ...lines, count: lines.to - lines.from + 1 })}
          hint={t('about')}
          problem={isEmpty ? common('fault.missing') : why}
          rows={4}
          maxLength={2_000}
          value={text}
          // It was asked for by a key or a button just now.
          // oxlint-disable-next-line jsx-a11y/no-autofocus
          autoFocus
          onChange={({ target }) => setText(target.value)}
        />
        <DialogFoot onCancel={onClose}>
          <Button type="submit" variant="primary" isBusy={isBusy}>
            {t('ask')}
            <Kbd stroke="mod+enter" />
          </Button>
        </DialogFoot>
      </form>
    </Dialog>
  )
}

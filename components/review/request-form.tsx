import { useTranslations } from 'next-intl'
import { useState } from 'react'
import { useAct } from '@/components/act/use-act'
import { useKey } from '@/components/keys/use-key'
import { ask } from '@/components/requests/actions'
import { DialogForm } from '@/components/ui/dialog'
import { DialogWindow } from '@/components/ui/dialog-window'
import { Field } from '@/components/ui/field'
import { focusIt } from '@/components/ui/form'

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
    <DialogWindow title={t('title')} onClose={onClose}>
      <DialogForm
        act={t('ask')}
        stroke="mod+enter"
        by={{ isBusy, why: null }}
        onSend={send}
        onCancel={onClose}
      >
        <Field
          label={t('text', { ...lines, count: lines.to - lines.from + 1 })}
          hint={t('about')}
          problem={isEmpty ? common('fault.missing') : why}
          rows={4}
          maxLength={2_000}
          value={text}
          ref={focusIt}
          onChange={({ target }) => setText(target.value)}
        />
      </DialogForm>
    </DialogWindow>
  )
}

import { useQuery } from '@tanstack/react-query'
import { useFormatter, useTranslations } from 'next-intl'
import { useRef, useState } from 'react'
import { ask } from '@/components/act/ask'
import { EditedText } from '@/components/editor/edited-text'
import { useKey } from '@/components/keys/use-key'
import { Field } from '@/components/ui/field'
import { focusIt, WrittenForm } from '@/components/ui/form'
import { Notice } from '@/components/ui/notice'
import { withLineEndsOf } from '@/lib/text/line-ends'

/** Characters of a message to the agent. */
const LONGEST_MESSAGE = 1_000

interface WrittenAnswer {
  isBusy: boolean
  onAnswer: (text: string) => void
  onBack: () => void
}

/** What the agent is told of a denial. */
export function DenyForm({ hears, ...form }: WrittenAnswer & { hears: 'now' | 'later' }) {
  const t = useTranslations('Approval')
  const [message, setMessage] = useState('')
  const words = t(message.trim() === '' ? 'deny' : 'denyAndTell')
  return (
    <WrittenForm
      words={words}
      back={t('back')}
      isUnsaved={message !== ''}
      className="space-y-2"
      isBusy={form.isBusy}
      onSend={() => form.onAnswer(message)}
      onBack={form.onBack}
    >
      <Field
        ref={focusIt}
        label={t('message')}
        hint={t(`messageAbout.${hears}`)}
        rows={2}
        maxLength={LONGEST_MESSAGE}
        value={message}
        onChange={({ target }) => setMessage(target.value)}
      />
    </WrittenForm>
  )
}

/** The person's text in place of the agent's, which comes now, in clear. */
export function EditWrite({
  address,
  ...props
}: WrittenAnswer & { address: string; limit: number }) {
  const t = useTranslations('Approval')
  const { data, error } = useQuery<{ text: string }>({
    queryKey: ['text', address],
    queryFn: ({ signal }) => ask<{ text: string }>(address, signal),
    gcTime: 0,
    staleTime: Infinity,
  })
  useKey('escape', t('back'), props.onBack, { inForms: true, when: !data })
  if (error) return <Notice tone="caution">{t('notRead')}</Notice>
  return data ? <EditText text={data.text} {...props} /> : null
}

/** The editor itself comes once somebody turns to it. */
function EditText(props: WrittenAnswer & { text: string; limit: number }) {
  const { text, limit, isBusy, onAnswer, onBack } = props
  const t = useTranslations('Approval')
  const format = useFormatter()
  const [start] = useState(text)
  const [edited, setEdited] = useState(text)
  // What is typed last may not be rendered yet when it is sent.
  const typed = useRef(text)
  const bytes = new TextEncoder().encode(edited).length
  const isOver = bytes > limit
  const send = () => onAnswer(typed.current)
  return (
    <WrittenForm
      words={t('allowText')}
      back={t('back')}
      className="space-y-2"
      isBusy={isBusy}
      onBack={onBack}
      isOff={isOver}
      isUnsaved={edited !== start}
      onSend={send}
    >
      <div
        className="-mx-3 flex max-h-96 min-h-32 flex-col overflow-hidden border-b border-line"
        style={{ height: `${start.split('\n').length + 3}lh` }}
      >
        <EditedText
          label={t('text')}
          text={start}
          onChange={(next) => {
            typed.current = withLineEndsOf(start, next)
            setEdited(typed.current)
          }}
          onSave={() => !isBusy && !isOver && send()}
        />
      </div>
      {isOver ? (
        <p role="alert" className="text-removed">
          {t('over', { bytes: format.number(bytes), limit: format.number(limit) })}
        </p>
      ) : null}
    </WrittenForm>
  )
}

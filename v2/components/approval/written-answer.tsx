'use client'

import { useQuery } from '@tanstack/react-query'
import { useFormatter, useTranslations } from 'next-intl'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import { ask } from '@/components/act/ask'
import { EditedText } from '@/components/editor/edited-text'
import { Kbd } from '@/components/keys/kbd'
import { useKey } from '@/components/keys/use-key'
import { useUnsaved } from '@/components/live/use-live'
import { Button } from '@/components/ui/button'
import { Field } from '@/components/ui/field'
import { Notice } from '@/components/ui/notice'
import { withLineEndsOf } from '@/lib/text/line-ends'
import { AnswerButton } from './answer-button'

/** Characters of a message to the agent. */
const LONGEST_MESSAGE = 1_000

interface WrittenAnswer {
  isBusy: boolean
  onAnswer: (text: string) => void
  onBack: () => void
}

/** What the agent is told of a denial. */
export function DenyForm({ hears, ...props }: WrittenAnswer & { hears: 'now' | 'later' }) {
  const t = useTranslations('Approval')
  const field = useRef<HTMLDivElement>(null)
  const [message, setMessage] = useState('')
  // It was asked for.
  useEffect(() => field.current?.querySelector('textarea')?.focus(), [])
  const words = t(message.trim() === '' ? 'deny' : 'denyAndTell')
  return (
    <AnswerForm {...props} words={words} text={() => message} isUnsaved={message !== ''}>
      <div ref={field}>
        <Field
          label={t('message')}
          hint={t(`messageAbout.${hears}`)}
          rows={2}
          maxLength={LONGEST_MESSAGE}
          value={message}
          onChange={({ target }) => setMessage((target as { value: string }).value)}
        />
      </div>
    </AnswerForm>
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
    ...{ gcTime: 0, staleTime: Infinity },
  })
  useKey('escape', t('back'), props.onBack, { inForms: true, when: !data })
  if (error) return <Notice tone="caution">{t('notRead')}</Notice>
  return data ? <EditText text={data.text} {...props} /> : null
}

/** The editor itself comes once somebody turns to it. */
function EditText({ text, limit, ...props }: WrittenAnswer & { text: string; limit: number }) {
  const t = useTranslations('Approval')
  const format = useFormatter()
  const [start] = useState(text)
  const [edited, setEdited] = useState(text)
  // What is typed last may not be rendered yet when it is sent.
  const typed = useRef(text)
  const bytes = new TextEncoder().encode(edited).length
  const isOver = bytes > limit
  const form = {
    ...{ words: t('allowText'), isOff: isOver, isUnsaved: edited !== start },
    text: () => typed.current,
  }
  return (
    <AnswerForm {...props} {...form}>
      <div className="-mx-3 flex h-96 flex-col overflow-hidden border-b border-line">
        <EditedText
          label={t('text')}
          text={start}
          onChange={(next) => {
            typed.current = withLineEndsOf(start, next)
            setEdited(typed.current)
          }}
          onSave={() => !props.isBusy && !isOver && props.onAnswer(typed.current)}
        />
      </div>
      {isOver ? (
        <p role="alert" className="text-removed">
          {t('over', { bytes: format.number(bytes), limit: format.number(limit) })}
        </p>
      ) : null}
    </AnswerForm>
  )
}

interface AnswerFormProps extends WrittenAnswer {
  /** what its button says */
  words: string
  text: () => string
  isOff?: boolean
  isUnsaved: boolean
  children: ReactNode
}

/** A form for what is written: sent by its button or ⌘↵, left by Escape. */
function AnswerForm({ words, text, isOff = false, isUnsaved, children, ...form }: AnswerFormProps) {
  const t = useTranslations('Approval')
  const { isBusy, onAnswer, onBack } = form
  const submit = () => {
    if (!isBusy && !isOff) onAnswer(text())
  }
  useUnsaved(isUnsaved)
  useKey('mod+enter', words, submit, { inForms: true, bar: true })
  useKey('escape', t('back'), onBack, { inForms: true, bar: true })
  return (
    <form
      className="space-y-2"
      onSubmit={(event) => {
        event.preventDefault()
        submit()
      }}
    >
      {children}
      <div className="flex flex-wrap items-center gap-2">
        <AnswerButton
          type="submit"
          variant="primary"
          stroke="mod+enter"
          hasKeys
          isBusy={isBusy}
          disabled={isOff}
        >
          {words}
        </AnswerButton>
        <Button variant="quiet" onClick={onBack} className="max-md:h-11">
          {t('back')} <Kbd stroke="escape" />
        </Button>
      </div>
    </form>
  )
}

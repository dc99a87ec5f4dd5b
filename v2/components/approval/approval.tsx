'use client'

import { Ban, Check, PenLine } from 'lucide-react'
import { useFormatter, useTranslations } from 'next-intl'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import { useAct } from '@/components/act/use-act'
import { EditedText } from '@/components/editor/edited-text'
import { Kbd, type Stroke } from '@/components/keys/kbd'
import { useKey } from '@/components/keys/use-key'
import { useUnsaved } from '@/components/live/use-live'
import type { ShownWrite } from '@/components/session/changes'
import { Button, type ButtonProps } from '@/components/ui/button'
import { AskedOnce } from '@/components/ui/dialog'
import { Field } from '@/components/ui/field'
import { Notice, WhyNot } from '@/components/ui/notice'
import { Moment } from '@/components/ui/time'
import { withLineEndsOf } from '@/lib/text/line-ends'
import { decideCall } from './actions'
import { focusNextCall, useCurrentCall } from './current-call'

export interface ApprovalProps {
  sessionId: string
  callId: string
  /** as it is shown above; undefined: it is on its way, and cannot be allowed before */
  write: ShownWrite | undefined
  /** something else would land by now: what is shown is to be read anew */
  onStale: () => void
  onDecided: () => void
}

type Answer = { result: 'allow' | 'deny' } & Partial<
  Omit<Parameters<typeof decideCall>[0], 'sessionId' | 'callId' | 'sha256' | 'result'>
>

/** Refusals of a write that is not what the person saw. */
const OTHER_BY_NOW: ReadonlySet<string> = new Set(['held_changed', 'held_not_possible'])

/** Allow, edit or deny a write that waits: by button, and by key while it is the current one. */
export function Approval({ sessionId, callId, write, ...on }: ApprovalProps) {
  const t = useTranslations('Approval')
  const root = useRef<HTMLDivElement>(null)
  const [asked, setAsked] = useState<'deny' | 'edit' | 'all' | null>(null)
  const isCurrent = useCurrentCall(callId)
  const deciding = useAct(decideCall)

  const decide = async (answer: Answer) => {
    const card = root.current?.closest<HTMLElement>('[data-call]')
    if (deciding.isBusy || !card) return
    const seen = { sessionId, callId, sha256: write?.sha256 ?? '' }
    const rest = { message: null, content: null, isForSession: false, ...answer }
    const result = await deciding.run({ ...seen, ...rest })
    if (asked === 'all') setAsked(null)
    if (!result.ok && OTHER_BY_NOW.has(result.code)) on.onStale()
    if (!result.ok) return
    on.onDecided()
    // Once a dialog has given the focus back.
    requestAnimationFrame(() => focusNextCall(card))
  }
  const back = () => {
    setAsked(null)
    root.current?.closest<HTMLElement>('[data-call]')?.focus()
  }
  const text = write?.text ?? null
  const [canAllow, canEdit] = [write?.isPossible === true, text !== null]
  const isAtRest = isCurrent && asked === null && !deciding.isBusy
  const key = { bar: true, when: isAtRest }
  useKey('a', t('allow'), () => void decide({ result: 'allow' }), {
    ...key,
    when: isAtRest && canAllow,
  })
  useKey('e', t('edit'), () => setAsked('edit'), { ...key, when: isAtRest && canEdit })
  useKey('r', t('deny'), () => setAsked('deny'), { ...key, when: isAtRest && write !== undefined })
  useKey('shift+a', t('allowAll'), () => setAsked('all'), { when: isAtRest && canAllow })

  useEffect(() => {
    // What was asked for may begin below what is in sight.
    if (asked !== null) root.current?.scrollIntoView({ block: 'nearest' })
  }, [asked])

  const answers = { isBusy: deciding.isBusy, hasKeys: isCurrent }
  return (
    <div ref={root} className="border-t border-line px-3 py-2.5">
      {write && !write.isPossible ? (
        <div className="mb-2.5">
          <Notice tone="caution">{t(canEdit ? 'notPossible' : 'onlyDeny')}</Notice>
        </div>
      ) : null}
      {asked === 'edit' && write && text !== null ? (
        <EditWrite
          text={text}
          limit={write.limit}
          isBusy={deciding.isBusy}
          onAnswer={(content) => void decide({ result: 'allow', content })}
          onBack={back}
        />
      ) : asked === 'deny' ? (
        <DenyForm
          isBusy={deciding.isBusy}
          onAnswer={(message) => void decide({ result: 'deny', message })}
          onBack={back}
        />
      ) : (
        <div className="flex flex-wrap items-center gap-2">
          <AnswerButton
            {...answers}
            variant={isCurrent ? 'primary' : 'secondary'}
            stroke="a"
            disabled={!canAllow}
            onClick={() => void decide({ result: 'allow' })}
          >
            <Check size={14} aria-hidden /> {t('allow')}
          </AnswerButton>
          {canEdit ? (
            <AnswerButton {...answers} stroke="e" onClick={() => setAsked('edit')}>
              <PenLine size={14} aria-hidden /> {t('edit')}
            </AnswerButton>
          ) : null}
          <AnswerButton {...answers} stroke="r" onClick={() => setAsked('deny')}>
            <Ban size={14} aria-hidden /> {t('denyWith')}
          </AnswerButton>
          <Button
            variant="quiet"
            disabled={!canAllow}
            isBusy={deciding.isBusy}
            onClick={() => setAsked('all')}
            className="ml-auto max-md:ml-0 max-md:h-11 max-md:basis-full"
          >
            {t('allowAll')}
          </Button>
        </div>
      )}
      {write?.lapsesAt ? (
        <p className="mt-2 text-xs text-ink-3">
          {t.rich('lapses', { time: () => <Moment time={new Date(write.lapsesAt ?? 0)} /> })}
        </p>
      ) : null}
      <WhyNot why={asked === 'all' ? null : deciding.why} />
      <AskedOnce
        isOpen={asked === 'all'}
        title={t('allTitle')}
        description={t('allAbout')}
        act={t('allowAll')}
        variant="primary"
        by={deciding}
        onAct={() => void decide({ result: 'allow', isForSession: true })}
        onClose={() => setAsked(null)}
      />
    </div>
  )
}

/** An answer; of the current call it shows its key. */
function AnswerButton({
  stroke,
  hasKeys,
  children,
  ...button
}: ButtonProps & { stroke: Stroke; hasKeys: boolean }) {
  return (
    <Button {...button} className="max-md:h-11 max-md:flex-1">
      {children}
      {hasKeys ? <Kbd stroke={stroke} /> : null}
    </Button>
  )
}

/** Characters of a message to the agent. */
const LONGEST_MESSAGE = 1_000

interface WrittenAnswer {
  isBusy: boolean
  onAnswer: (text: string) => void
  onBack: () => void
}

function DenyForm(props: WrittenAnswer) {
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
          hint={t('messageAbout')}
          rows={2}
          maxLength={LONGEST_MESSAGE}
          value={message}
          onChange={({ target }) => setMessage((target as { value: string }).value)}
        />
      </div>
    </AnswerForm>
  )
}

/** The person's text in place of the agent's; the editor itself comes once somebody turns to it. */
function EditWrite({ text, limit, ...props }: WrittenAnswer & { text: string; limit: number }) {
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

'use client'

import { ArrowUp, Square } from 'lucide-react'
import { useTranslations } from 'next-intl'
import { type KeyboardEvent, useRef } from 'react'
import { useAct } from '@/components/act/use-act'
import { useKey } from '@/components/keys/use-key'
import { draftsKept } from '@/components/live/drafts'
import { Button } from '@/components/ui/button'
import { WhyNot } from '@/components/ui/notice'
import { send, stop } from './actions'
import { Form } from '@/components/ui/form'

export interface ComposerProps {
  sessionId: string
  isRunning: boolean
  /** a call waits for an answer */
  isWaiting: boolean
  /** the practice agent answers */
  isPractice: boolean
  /** something is on its way */
  onSend: () => void
}

/** The field for messages. What was not sent stays in it, also where the page is left meanwhile. */
export function Composer({ sessionId, isRunning, isWaiting, isPractice, onSend }: ComposerProps) {
  const t = useTranslations('Session')
  const field = useRef<HTMLTextAreaElement>(null)
  const text = drafts.useDraft(sessionId) ?? ''
  const setText = (next: string) => drafts.keep(sessionId, next || null)
  const sending = useAct(send)
  const stopping = useAct(stop)
  useKey('/', t('message'), () => field.current?.focus(), { bar: true })
  const halt = () => {
    if (!stopping.isBusy) void stopping.run({ sessionId })
  }
  useKey('escape', t('stop'), halt, { when: isRunning, bar: true })

  const submit = async () => {
    if (text.trim() === '') return
    // What is typed meanwhile is the next message.
    setText('')
    field.current?.focus()
    onSend()
    const result = await sending.run({ sessionId, text })
    const typed = drafts.draftOf(sessionId)
    if (!result.ok) setText(typed === null ? text : `${text}\n${typed}`)
  }
  const onKeyDown = (event: KeyboardEvent<HTMLTextAreaElement>) => {
    if (event.key === 'Escape') {
      event.preventDefault()
      const waiting = document.querySelector<HTMLElement>('[data-call][data-state="waiting"]')
      if (waiting) waiting.focus()
      else if (isRunning) halt()
      // The letters are the page's keys again.
      else event.currentTarget.blur()
    }
    if (event.key !== 'Enter' || event.shiftKey || event.nativeEvent.isComposing) return
    event.preventDefault()
    void submit()
  }

  return (
    <Form
      className="mx-auto w-full max-w-[780px] px-4 pt-1 pb-3 max-md:px-3 max-md:pb-2"
      onSend={() => void submit()}
    >
      <WhyNot why={sending.why ?? stopping.why} />
      <div className="mt-1 flex items-end gap-1.5 rounded-sheet bg-raised p-1.5 shadow-[0_0_0_1px_var(--control)] focus-within:shadow-[0_0_0_2px_var(--accent)]">
        <textarea
          ref={field}
          data-composer
          aria-label={t('message')}
          aria-keyshortcuts="/"
          value={text}
          rows={1}
          placeholder={t(isRunning || isWaiting ? 'placeholderQueued' : 'placeholder')}
          onChange={({ target }) => setText(target.value)}
          onKeyDown={onKeyDown}
          className="block field-sizing-content max-h-48 min-h-7 min-w-0 flex-1 resize-none bg-transparent px-2 py-1 text-talk outline-none placeholder:text-ink-3 max-md:min-h-9 max-md:py-1.5"
        />
        {isRunning ? (
          <Button isBusy={stopping.isBusy} onClick={halt} Icon={Square} stroke="escape">
            {t('stop')}
          </Button>
        ) : null}
        <Button
          type="submit"
          variant={isWaiting ? 'secondary' : 'primary'}
          label={t('send')}
          disabled={text.trim() === ''}
          Icon={ArrowUp}
        />
      </div>
      {isPractice || isWaiting ? (
        <p className="mt-1 flex flex-wrap justify-between gap-x-4 px-1 text-xs text-ink-3">
          <span className="max-md:hidden">{isWaiting ? t('hintWaiting') : null}</span>
          {isPractice ? t('practice') : null}
        </p>
      ) : null}
    </Form>
  )
}

const drafts = draftsKept<string>()

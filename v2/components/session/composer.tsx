'use client'

import { ArrowUp, Square } from 'lucide-react'
import { useTranslations } from 'next-intl'
import { type KeyboardEvent, useRef, useSyncExternalStore } from 'react'
import { useAct } from '@/components/act/use-act'
import { Kbd } from '@/components/keys/kbd'
import { useKey } from '@/components/keys/use-key'
import { Button } from '@/components/ui/button'
import { WhyNot } from '@/components/ui/notice'
import { send, stop } from './actions'

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
  const [text, setText] = useDraft(sessionId)
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
    if (!result.ok) setText((typed) => (typed === '' ? text : `${text}\n${typed}`))
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
    <form
      className="mx-auto w-full max-w-[780px] px-4 pt-1 pb-3 max-md:px-3 max-md:pb-2"
      onSubmit={(event) => {
        event.preventDefault()
        void submit()
      }}
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
          <Button isBusy={stopping.isBusy} onClick={halt} aria-keyshortcuts="Escape">
            <Square size={13} aria-hidden />
            {t('stop')}
            <Kbd stroke="escape" />
          </Button>
        ) : null}
        <Button
          type="submit"
          variant={isWaiting ? 'secondary' : 'primary'}
          size="icon"
          aria-label={t('send')}
          title={t('send')}
          disabled={text.trim() === ''}
        >
          <ArrowUp size={16} aria-hidden />
        </Button>
      </div>
      {isPractice || isWaiting ? (
        <p className="mt-1 flex flex-wrap justify-between gap-x-4 px-1 text-xs text-ink-3">
          <span className="max-md:hidden">{isWaiting ? t('hintWaiting') : null}</span>
          {isPractice ? t('practice') : null}
        </p>
      ) : null}
    </form>
  )
}

/*
 * What was typed and not sent, by session; in the memory of this tab only: on a disk a text would outlive
 * its redaction. Before the tab is closed or loads another page the browser asks.
 */
const drafts = new Map<string, string>()
const listeners = new Set<() => void>()
const warn = (event: BeforeUnloadEvent) => event.preventDefault()

const draftOf = (sessionId: string): string => drafts.get(sessionId) ?? ''

function keepDraft(sessionId: string, text: string): void {
  if (text === '') drafts.delete(sessionId)
  else drafts.set(sessionId, text)
  if (drafts.size > 0) window.addEventListener('beforeunload', warn)
  else window.removeEventListener('beforeunload', warn)
  for (const listener of listeners) listener()
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** The text that is being written to a session, and its change by what stands there. */
function useDraft(
  sessionId: string,
): readonly [string, (next: string | ((now: string) => string)) => void] {
  const text = useSyncExternalStore(
    subscribe,
    () => draftOf(sessionId),
    () => '',
  )
  const set = (next: string | ((now: string) => string)) =>
    keepDraft(sessionId, typeof next === 'function' ? next(draftOf(sessionId)) : next)
  return [text, set]
}

'use client'

import { Send, Square } from 'lucide-react'
import { useRef, useState, useTransition } from 'react'
import { useTranslations } from 'use-intl'
import { Button } from '@/components/ui/button'
import { ErrorNotice } from '@/components/ui/notice'
import { useFocusHandOn } from '@/components/ui/use-focus-hand-on'
import { messageField, SESSION, waitingCard } from './session-places'
import { type ActionResult, notDone, whyNot } from '@/components/commands/action-result'

export interface ComposerProps {
  isRunning: boolean
  /** whether a call waits for an answer: Escape moves to it */
  hasWaiting: boolean
  /** why the session accepts no messages; null: it does */
  closedBecause: string | null
  send: (text: string) => Promise<ActionResult>
  interrupt: () => Promise<ActionResult>
}

/** The message field. What could not be sent stays in it. */
export function Composer({ isRunning, hasWaiting, closedBecause, send, interrupt }: ComposerProps) {
  const t = useTranslations('Session')
  const [text, setText] = useState('')
  const [why, setWhy] = useState<string | null>(null)
  const [isPending, startTransition] = useTransition()
  const field = useRef<HTMLTextAreaElement>(null)

  const submit = () => {
    if (text.trim() === '') return
    // The field is cleared at once: what is typed during the request is the next message.
    const sent = text
    setText('')
    setWhy(null)
    field.current?.focus()
    startTransition(async () => {
      const outcome = await send(sent).catch(() => notDone(t('notSent')))
      if (outcome.isDone) return
      setWhy(outcome.why)
      setText((typed) => (typed === '' ? sent : `${sent}\n${typed}`))
    })
  }
  const stop = () =>
    startTransition(async () =>
      setWhy(whyNot(await interrupt().catch(() => notDone(t('notSent'))))),
    )

  const onEscape = (from: HTMLElement) => {
    const session = from.closest(SESSION)
    const card = session && waitingCard(session)
    if (card) card.focus()
    else if (isRunning) stop()
  }

  if (closedBecause !== null) {
    return <p className="border-t border-line px-4 py-3 text-ink-3">{closedBecause}</p>
  }
  return (
    <form
      className="space-y-2 border-t border-line bg-sheet px-4 py-3"
      onSubmit={(event) => {
        event.preventDefault()
        submit()
      }}
    >
      {why === null ? null : <ErrorNotice>{why}</ErrorNotice>}
      <div className="flex items-end gap-2">
        <label className="min-w-0 flex-1">
          <span className="sr-only">{t('message')}</span>
          <textarea
            ref={field}
            data-message-field
            value={text}
            rows={Math.min(8, Math.max(2, text.split('\n').length))}
            placeholder={isRunning ? t('placeholderQueued') : t('placeholder')}
            onChange={(event) => setText(event.target.value)}
            onKeyDown={(event) => {
              if (event.key === 'Escape') onEscape(event.currentTarget)
              if (event.key !== 'Enter' || event.shiftKey || event.nativeEvent.isComposing) return
              event.preventDefault()
              submit()
            }}
            className="block w-full resize-none rounded-control border border-control bg-sheet px-3 py-2"
          />
        </label>
        {isRunning ? <StopButton isBusy={isPending} onClick={stop} /> : null}
        <Button type="submit" look="primary" disabled={text.trim() === ''}>
          <Send size={14} aria-hidden /> {t('send')}
        </Button>
      </div>
      <p className="text-xs text-ink-3">{t(hasWaiting ? 'sendHintWaiting' : 'sendHint')}</p>
    </form>
  )
}

/** It disappears when the agent rests; the focus returns to the message field. */
function StopButton({ isBusy, onClick }: { isBusy: boolean; onClick: () => void }) {
  const t = useTranslations('Session')
  const button = useRef<HTMLButtonElement>(null)
  useFocusHandOn(button, SESSION, messageField)
  return (
    <Button ref={button} isBusy={isBusy} onClick={onClick} aria-keyshortcuts="Escape">
      <Square size={14} aria-hidden /> {t('stop')}
    </Button>
  )
}

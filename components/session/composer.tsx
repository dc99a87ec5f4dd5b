'use client'

import { ArrowUp, Square } from 'lucide-react'
import { useEffect, useRef, useState, useTransition } from 'react'
import { useTranslations } from 'use-intl'
import { Button } from '@/components/ui/button'
import { Kbd } from '@/components/ui/kbd'
import { ErrorNotice } from '@/components/ui/notice'
import { useLetterKey } from '@/components/ui/use-letter-key'
import { useHandedText } from '@/components/ui/handed-text'
import { useFocusHandOn } from '@/components/ui/use-focus-hand-on'
import { messageField, SESSION, waitingCard } from './session-places'
import { StillWaiting } from './still-waiting'
import { type ActionResult, notDone, whyNot } from '@/components/commands/action-result'

export interface ComposerProps {
  isRunning: boolean
  /** whether a call waits for an answer: Escape moves to it */
  hasWaiting: boolean
  /** reason why the session accepts no messages; null: it does */
  closedBecause: string | null
  /** a remark on who answers; null: none */
  note: string | null
  send: (text: string) => Promise<ActionResult<unknown>>
  interrupt: () => Promise<ActionResult>
}

/** The message field. What could not be sent stays in it. */
export function Composer({
  isRunning,
  hasWaiting,
  closedBecause,
  note,
  send,
  interrupt,
}: ComposerProps) {
  const t = useTranslations('Session')
  const handed = useHandedText('session')
  const [text, setText] = useState(handed ?? '')
  const [why, setWhy] = useState<string | null>(null)
  const [isPending, startTransition] = useTransition()
  const field = useRef<HTMLTextAreaElement>(null)

  useEffect(() => {
    if (handed === null) return
    field.current?.focus()
    // A field that is focused by a script has its caret before what is written in it.
    field.current?.setSelectionRange(handed.length, handed.length)
  }, [handed])

  // Of two side by side the first.
  useLetterKey('/', () => messageField(document.body)?.focus())

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
    // The letters are the page's keys again.
    else from.blur()
  }

  if (closedBecause !== null) {
    return <p className="border-t border-line px-4 py-3 text-ink-3">{closedBecause}</p>
  }
  return (
    <form
      data-composer
      className="bg-sheet px-4 pb-2"
      onSubmit={(event) => {
        event.preventDefault()
        submit()
      }}
    >
      <div className="mx-auto max-w-[780px] space-y-1">
        {why === null ? null : <ErrorNotice>{why}</ErrorNotice>}
        <div className="flex items-end gap-1.5 rounded-sheet bg-sheet p-1.5 shadow-[0_0_0_1px_var(--control)] focus-within:shadow-[0_0_0_2px_var(--accent)]">
          <label className="min-w-0 flex-1">
            <span className="sr-only">{t('message')}</span>
            <textarea
              ref={field}
              data-message-field
              value={text}
              rows={Math.min(8, text.split('\n').length)}
              placeholder={isRunning || hasWaiting ? t('placeholderQueued') : t('placeholder')}
              onChange={(event) => setText(event.target.value)}
              onKeyDown={(event) => {
                if (event.key === 'Escape') onEscape(event.currentTarget)
                if (event.key !== 'Enter' || event.shiftKey || event.nativeEvent.isComposing) return
                event.preventDefault()
                // With ⌘ the key of a sent message would also answer the call that waits.
                if (text.trim() !== '') event.stopPropagation()
                submit()
              }}
              className="block field-sizing-content max-h-48 w-full resize-none bg-transparent px-2 py-1 text-talk outline-none placeholder:text-ink-3"
            />
          </label>
          {isRunning ? <StopButton isBusy={isPending} onClick={stop} /> : null}
          <Button
            type="submit"
            variant="primary"
            size="icon"
            aria-label={t('send')}
            title={t('send')}
            disabled={text.trim() === ''}
          >
            <ArrowUp size={16} aria-hidden />
          </Button>
        </div>
        <p className="flex flex-wrap gap-x-3 px-1 text-xs text-ink-3 max-md:[&>[data-hint]]:hidden">
          {hasWaiting ? <span data-hint>{t('sendHintWaiting')}</span> : null}
          <StillWaiting isPending={isPending} />
          {note === null ? null : <span className="ml-auto">{note}</span>}
        </p>
      </div>
    </form>
  )
}

/**
 * Stops the agent. The button disappears when the agent rests; the focus returns to the message
 * field.
 */
function StopButton({ isBusy, onClick }: { isBusy: boolean; onClick: () => void }) {
  const t = useTranslations('Session')
  const button = useRef<HTMLButtonElement>(null)
  useFocusHandOn(button, SESSION, messageField)
  return (
    <Button ref={button} isBusy={isBusy} onClick={onClick} aria-keyshortcuts="Escape">
      <Square size={13} aria-hidden /> {t('stop')}
      <span className="max-md:hidden">
        <Kbd>Esc</Kbd>
      </span>
    </Button>
  )
}

'use client'

import { Send, Square } from 'lucide-react'
import { useRef, useState, useTransition } from 'react'
import { useTranslations } from 'use-intl'
import { Button } from '@/components/ui/button'
import { ErrorNotice } from '@/components/ui/notice'

export interface ComposerProps {
  isRunning: boolean
  /** why nothing can be said any more; null: it can */
  closedBecause: string | null
  /** sends a message; answers why not, where it is refused */
  send: (text: string) => Promise<string | null>
  interrupt: () => Promise<string | null>
}

/** Where a person writes. What could not be sent stays in the field. */
export function Composer({ isRunning, closedBecause, send, interrupt }: ComposerProps) {
  const t = useTranslations('Session')
  const [text, setText] = useState('')
  const [why, setWhy] = useState<string | null>(null)
  const [isPending, startTransition] = useTransition()
  const field = useRef<HTMLTextAreaElement>(null)

  const submit = () => {
    if (text.trim() === '') return
    // The field is free at once: what is typed while this is on its way is the next message.
    const sent = text
    setText('')
    setWhy(null)
    field.current?.focus()
    startTransition(async () => {
      const refused = await send(sent).catch(() => t('notSent'))
      if (refused === null) return
      setWhy(refused)
      setText((typed) => (typed === '' ? sent : `${sent}\n${typed}`))
    })
  }
  const stop = () =>
    startTransition(async () => setWhy(await interrupt().catch(() => t('notSent'))))

  if (closedBecause !== null) {
    return <p className="border-t border-line px-4 py-3 text-faint">{closedBecause}</p>
  }
  return (
    <form
      className="space-y-2 border-t border-line bg-surface px-4 py-3"
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
            value={text}
            rows={Math.min(8, Math.max(2, text.split('\n').length))}
            placeholder={isRunning ? t('placeholderQueued') : t('placeholder')}
            onChange={(event) => setText(event.target.value)}
            onKeyDown={(event) => {
              if (event.key === 'Escape' && isRunning) stop()
              if (event.key !== 'Enter' || event.shiftKey || event.nativeEvent.isComposing) return
              event.preventDefault()
              submit()
            }}
            className="block w-full resize-none rounded-md border border-control bg-page px-3 py-2"
          />
        </label>
        {isRunning ? (
          <Button onClick={stop} disabled={isPending} aria-keyshortcuts="Escape">
            <Square size={14} aria-hidden /> {t('stop')}
          </Button>
        ) : null}
        <Button type="submit" look="primary" disabled={text.trim() === ''}>
          <Send size={14} aria-hidden /> {t('send')}
        </Button>
      </div>
      <p className="text-xs text-faint">{t('sendHint')}</p>
    </form>
  )
}

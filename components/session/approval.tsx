'use client'

import { useQuery } from '@tanstack/react-query'
import { Check } from 'lucide-react'
import { useEffect, useEffectEvent, useRef, useState, useTransition } from 'react'
import { useTranslations } from 'use-intl'
import { Button } from '@/components/ui/button'
import { Kbd } from '@/components/ui/kbd'
import { ErrorNotice } from '@/components/ui/notice'
import { useFocusHandOn } from '@/components/ui/use-focus-hand-on'
import { callChangesQuery } from './queries'
import { answerOf } from './answer-keys'
import { afterAnswer, messageField, SESSION } from './session-places'
import { StillWaiting } from './still-waiting'
import { type ActionResult, notDone, whyNot } from '@/components/commands/action-result'

/** A person's answer to a call that waits. */
export type Confirm = (answer: {
  toolUseId: string
  result: 'allow' | 'deny'
  denyMessage: string | null
  isForSession: boolean
  /** what is shown of the call; null if it is denied */
  shown: { contentSha256: string; base: string[] } | null
}) => Promise<ActionResult>

/**
 * Allow, deny with a message that the agent reads, or allow for the rest of the session; by the keys
 * of `answerOf`.
 */
export function Approval({
  sessionId,
  eventId,
  takesKeys,
  confirm,
}: {
  sessionId: string
  eventId: string
  takesKeys: boolean
  confirm: Confirm
}) {
  // What is allowed must be what is shown: until it has loaded, nothing can be allowed.
  const { data, refetch } = useQuery(callChangesQuery({ sessionId, eventId, state: 'proposed' }))
  const shown = data?.shown ?? null
  const t = useTranslations('Approval')
  const [isDenying, setDenying] = useState(false)
  const [message, setMessage] = useState('')
  const [why, setWhy] = useState<string | null>(null)
  const [isPending, startTransition] = useTransition()
  const root = useRef<HTMLDivElement>(null)
  const field = useRef<HTMLTextAreaElement>(null)
  const denyButton = useRef<HTMLButtonElement>(null)
  useFocusHandOn(root, SESSION, afterAnswer)

  const answer = (result: 'allow' | 'deny', isForSession: boolean) => {
    if (isPending) return
    startTransition(async () => {
      const denyMessage = result === 'deny' && message.trim() !== '' ? message : null
      const seen = shown && { ...shown, base: [...shown.base] }
      const outcome = await confirm({
        toolUseId: eventId,
        result,
        denyMessage,
        isForSession,
        shown: result === 'allow' ? seen : null,
      }).catch(() => notDone(t('notSent')))
      setWhy(whyNot(outcome))
      if (!outcome.isDone) await refetch()
    })
  }
  const stopDenying = () => {
    setDenying(false)
    requestAnimationFrame(() => denyButton.current?.focus())
  }
  const onKey = useEffectEvent((event: KeyboardEvent) => {
    if (!takesKeys || isPending || isDenying || event.repeat) return
    const session = root.current?.closest(SESSION) ?? null
    const wanted = answerOf(event, session && messageField(session))
    if ((wanted === 'allow' || wanted === 'allowRest') && shown === null) return
    if (wanted === 'allow') answer('allow', false)
    else if (wanted === 'allowRest') answer('allow', true)
    else if (wanted === 'deny') setDenying(true)
    else if (event.key === 'Escape' && isOfCall(event.target, root.current)) {
      if (session) messageField(session)?.focus()
    } else return
    event.preventDefault()
  })
  useEffect(() => {
    const listener = (event: KeyboardEvent) => onKey(event)
    window.addEventListener('keydown', listener)
    return () => window.removeEventListener('keydown', listener)
  }, [])
  useEffect(() => {
    if (isDenying) field.current?.focus()
  }, [isDenying])

  return (
    <div
      ref={root}
      className="sticky bottom-0 z-10 space-y-2 rounded-b-card border-t border-line bg-sheet px-3 py-2.5"
    >
      {why === null ? null : <ErrorNotice>{why}</ErrorNotice>}
      {isDenying ? (
        <form
          className="space-y-2"
          onSubmit={(event) => {
            event.preventDefault()
            answer('deny', false)
          }}
        >
          <label className="block text-sm">
            {t('message')}
            <textarea
              ref={field}
              rows={2}
              value={message}
              onChange={(event) => setMessage(event.target.value)}
              onKeyDown={(event) => {
                if (event.key === 'Escape') stopDenying()
                if (event.key !== 'Enter' || event.shiftKey || event.nativeEvent.isComposing) return
                event.preventDefault()
                answer('deny', false)
              }}
              className="mt-1 block w-full rounded-control border border-control bg-sheet px-2 py-1"
            />
          </label>
          <div className="flex gap-2">
            <Button type="submit" look="primary" size="small" isBusy={isPending}>
              {t('denyRun')}
            </Button>
            <Button size="small" onClick={stopDenying}>
              {t('back')}
            </Button>
            <StillWaiting isPending={isPending} />
          </div>
        </form>
      ) : (
        <div className="flex flex-wrap items-center gap-2 max-md:[&_kbd]:hidden">
          <Button
            look="primary"
            disabled={shown === null}
            isBusy={isPending}
            aria-keyshortcuts="a Meta+Enter Control+Enter"
            onClick={() => answer('allow', false)}
            className="max-md:order-last max-md:h-11 max-md:flex-1"
          >
            <Check size={14} aria-hidden /> {t('allow')} {takesKeys ? <Kbd>⌘↵</Kbd> : null}
          </Button>
          <Button
            ref={denyButton}
            isBusy={isPending}
            aria-keyshortcuts="d Meta+Backspace Control+Backspace"
            onClick={() => setDenying(true)}
            className="max-md:h-11"
          >
            {t('deny')} {takesKeys ? <Kbd>⌘⌫</Kbd> : null}
          </Button>
          <StillWaiting isPending={isPending} />
          <Button
            look="quiet"
            disabled={shown === null}
            isBusy={isPending}
            aria-keyshortcuts="Shift+A Meta+Shift+Enter Control+Shift+Enter"
            onClick={() => answer('allow', true)}
            className="ml-auto max-md:ml-0 max-md:h-11 max-md:px-2"
          >
            {t('allowForSession')} {takesKeys ? <Kbd>⌘⇧↵</Kbd> : null}
          </Button>
        </div>
      )}
    </div>
  )
}

/** Whether an element is the call's card, or inside it. */
function isOfCall(target: EventTarget | null, approval: HTMLElement | null): boolean {
  const card = approval?.closest('[data-call]')
  return target instanceof Node && card?.contains(target) === true
}

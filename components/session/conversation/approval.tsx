'use client'

import { useQuery } from '@tanstack/react-query'
import { Check } from 'lucide-react'
import {
  lazy,
  type RefObject,
  Suspense,
  useEffect,
  useEffectEvent,
  useId,
  useLayoutEffect,
  useRef,
  useState,
  useTransition,
} from 'react'
import { useTranslations } from 'use-intl'
import { useGates } from '@/components/gates/use-gates'
import { DenyForm } from '@/components/proposals/deny-form'
import { TextForm } from '@/components/proposals/text-form'
import { Button } from '@/components/ui/button'
import { Kbd } from '@/components/ui/kbd'
import { hasMasks } from '@/components/diff/line-masks'
import { isTextInput } from '@/components/ui/is-text-input'
import { ErrorNotice } from '@/components/ui/notice'
import { useFocusHandOn } from '@/components/ui/use-focus-hand-on'
import type { CallChanges } from './call-changes'
import { callChangesQuery } from '../queries'
import { answerOf } from './answer-keys'
import { afterAnswer, messageField, SESSION } from '../session-places'
import { StillWaiting } from '../still-waiting'
import { type ActionResult, notDone, whyNot } from '@/components/commands/action-result'
import type { GateChoice, Gated } from '@/lib/memory-tests/model/gate'

/** Gates are rare: a conversation loads them when one holds something. */
const GateNotice = lazy(async () => {
  const { GateNotice: notice } = await import('@/components/gates/gate-notice')
  return { default: notice }
})

/** A person's answer to a call that waits. */
export type Confirm = (answer: {
  toolUseId: string
  result: 'allow' | 'deny'
  denyMessage: string | null
  isForSession: boolean
  /** of one that is allowed: what is written in place of the agent's text */
  content?: string
  /** the changes of the call that are shown; null if it is denied */
  shown: { contentSha256: string; base: string[] } | null
  /** what the person says about the gates that hold it */
  gates?: GateChoice
}) => Promise<ActionResult<Gated<null>>>

export interface ApprovalProps {
  sessionId: string
  eventId: string
  takesKeys: boolean
  /** whether the call waits, as it does if left out; what is being written stays when it does not */
  isWaiting?: boolean
  confirm: Confirm
  /** a person began to write, or ended it */
  onWriting?: (isWriting: boolean) => void
}

/**
 * Allow, as the agent or as the person wrote it, deny with a message that the agent reads, or allow
 * for the rest of the session; by the keys of `answerOf`. If something critical was found in what it
 * would write, allowing asks once more.
 */
export function Approval({
  sessionId,
  eventId,
  takesKeys,
  isWaiting = true,
  confirm,
  onWriting = () => undefined,
}: ApprovalProps) {
  // What is allowed must be what is shown: until it has loaded, nothing can be allowed.
  const { data, refetch } = useQuery({
    ...callChangesQuery({ sessionId, eventId, state: 'proposed' }),
    enabled: isWaiting,
  })
  const shown = data?.shown ?? null
  const t = useTranslations('Approval')
  const ofMemory = useTranslations('Edit')
  const [asked, setAsked] = useState<'denial' | 'text' | Allowance | null>(null)
  const [why, setWhy] = useState<string | null>(null)
  const [isPending, startTransition] = useTransition()
  const gates = useGates()
  const [heldAs, setHeldAs] = useState('')
  // What gates are asked about must be what is shown, and is allowed.
  if (gates.hold !== null && shown !== null && heldAs !== keyOf(shown)) gates.putAside()
  const isOver = !isWaiting && !isPending
  const root = useRef<HTMLDivElement>(null)
  const text = editedTextOf(data)
  const [editedText, setEditedText] = useState(text)
  const clearId = useId()
  const isEditInClear = text !== null && data?.changes.some(hasMasks) === true
  if (isWaiting && text !== null && text !== editedText) setEditedText(text)
  const [denyButton, editButton] = [
    useRef<HTMLButtonElement>(null),
    useRef<HTMLButtonElement>(null),
  ]
  useFocusHandOn(root, SESSION, afterAnswer)
  const [answeredFrom, setAnsweredFrom] = useState<Element | null>(null)
  useFocusAfterKeyedAnswer(root, answeredFrom)

  const answer = (given: Omit<Parameters<Confirm>[0], 'toolUseId' | 'shown'>) => {
    if (isPending) return
    startTransition(async () => {
      const seen = shown && { ...shown, base: [...shown.base] }
      const outcome = await confirm({
        toolUseId: eventId,
        ...given,
        shown: given.result === 'allow' ? seen : null,
      }).catch(() => notDone(t('notSent')))
      setWhy(whyNot(outcome))
      if (!outcome.isDone) {
        gates.putAside()
        await refetch()
        return
      }
      if (seen !== null) setHeldAs(keyOf(seen))
      const act = given.isForSession ? 'allowRest' : 'allow'
      gates.passed(outcome.value, act, (choice) => answer({ ...given, gates: choice }))
      if (!outcome.value.isHeld) onWriting(false)
    })
  }
  const allow = (isForSession = false, content?: string) =>
    answer({ ...PLAIN, isForSession, ...(content === undefined ? {} : { content }) })
  /** Allows at once, unless something critical was found: then it asks first. */
  const wish = (wished: Allowance) => {
    if (data?.isCritical) setAsked(wished)
    else allow(wished === 'allowRest')
  }
  const isQuestion = asked === 'allow' || asked === 'allowRest'
  const ask = (what: 'denial' | 'text') => {
    gates.putAside()
    setAsked(what)
    onWriting(true)
  }
  const goBack = (to: RefObject<HTMLButtonElement | null>) => {
    setAsked(null)
    onWriting(false)
    requestAnimationFrame(() => to.current?.focus())
  }
  const onKey = useEffectEvent((event: KeyboardEvent) => {
    const isWriting = asked === 'text' || asked === 'denial'
    if (!takesKeys || !isWaiting || isPending || isWriting || event.repeat) return
    const session = root.current?.closest(SESSION) ?? null
    const wanted = answerOf(event, session && messageField(session))
    if ((wanted === 'allow' || wanted === 'allowRest') && shown === null) return
    if (isQuestion && (wanted === 'allow' || wanted === 'allowRest')) {
      // A letter may be the beginning of a text.
      if (event.key === 'Enter') allow(asked === 'allowRest')
    } else if (isQuestion && event.key === 'Escape') setAsked(null)
    else if (wanted === 'allow' || wanted === 'allowRest') wish(wanted)
    else if (wanted === 'edit' && text !== null) ask('text')
    else if (wanted === 'deny') ask('denial')
    else if (event.key === 'Escape' && isOfCall(event.target, root.current)) {
      if (session) messageField(session)?.focus()
    } else return
    if (wanted !== null && !isTextInput(event.target)) setAnsweredFrom(document.activeElement)
    event.preventDefault()
  })
  useEffect(() => {
    const listener = (event: KeyboardEvent) => onKey(event)
    window.addEventListener('keydown', listener)
    return () => window.removeEventListener('keydown', listener)
  }, [])

  return (
    <div
      ref={root}
      className="sticky bottom-0 z-10 space-y-2 rounded-b-card border-t border-line bg-sheet px-3 py-2.5"
    >
      {gates.hold === null ? null : (
        <div className="-mx-3 -mt-2.5 mb-2.5">
          <Suspense>
            <GateNotice gates={gates} />
          </Suspense>
        </div>
      )}
      {why === null ? null : <ErrorNotice>{why}</ErrorNotice>}
      {asked === 'text' && editedText !== null ? (
        <TextForm
          text={editedText}
          label={ofMemory('memoryLabel')}
          limit={data?.limit}
          save={isOver ? null : t('allowEdited')}
          onSave={(written) => allow(false, written)}
          onCancel={() => goBack(editButton)}
        />
      ) : null}
      {asked === 'denial' ? (
        <DenyForm
          isBusy={isPending}
          onDeny={
            isOver
              ? null
              : (message) => answer({ ...PLAIN, result: 'deny', denyMessage: message || null })
          }
          onBack={() => goBack(denyButton)}
        >
          <StillWaiting isPending={isPending} />
        </DenyForm>
      ) : null}
      {isQuestion ? (
        <div
          role="alert"
          className="-mx-3 -mt-2.5 flex flex-wrap items-center gap-x-3 gap-y-2 border-b border-danger-line bg-danger-bg px-3 py-2 text-removed"
        >
          <p className="min-w-0 flex-1">{t('criticalFound')}</p>
          <Button onClick={() => setAsked(null)}>{t('back')}</Button>
          <Button variant="quiet" isBusy={isPending} onClick={() => allow(asked === 'allowRest')}>
            {t('allowAnyway')} {takesKeys ? <Kbd>⌘↵</Kbd> : null}
          </Button>
        </div>
      ) : null}
      {(asked === null || isQuestion) && isEditInClear ? (
        <p id={clearId} className="text-xs text-ink-3">
          {t('editInClear')}
        </p>
      ) : null}
      {asked === null || isQuestion ? (
        <div className="flex flex-wrap items-center gap-2 max-md:[&_kbd]:hidden">
          <Button
            variant="primary"
            disabled={shown === null}
            isBusy={isPending}
            aria-keyshortcuts="a"
            onClick={() => wish('allow')}
            className="max-md:order-2 max-md:h-11 max-md:flex-1"
          >
            <Check size={14} aria-hidden /> {t('allow')} {takesKeys ? <Kbd>A</Kbd> : null}
          </Button>
          {text === null ? null : (
            <Button
              ref={editButton}
              isBusy={isPending}
              aria-keyshortcuts="e"
              aria-describedby={isEditInClear ? clearId : undefined}
              onClick={() => ask('text')}
              className="max-md:order-1 max-md:h-11"
            >
              {t('edit')} {takesKeys ? <Kbd>E</Kbd> : null}
            </Button>
          )}
          <Button
            ref={denyButton}
            isBusy={isPending}
            aria-keyshortcuts="r"
            onClick={() => ask('denial')}
            className="max-md:h-11"
          >
            {t('deny')} {takesKeys ? <Kbd>R</Kbd> : null}
          </Button>
          <StillWaiting isPending={isPending} />
          <Button
            variant="quiet"
            disabled={shown === null}
            isBusy={isPending}
            aria-keyshortcuts="Shift+A"
            onClick={() => wish('allowRest')}
            className="ml-auto max-md:order-3 max-md:ml-0 max-md:h-9 max-md:basis-full"
          >
            {t('allowForSession')} {takesKeys ? <Kbd>⇧A</Kbd> : null}
          </Button>
        </div>
      ) : null}
    </div>
  )
}

/**
 * Once a session's call that was answered by a letter waits no more, moves the focus to where the
 * next words belong: what is typed on its card would be keys. Not if the focus moved meanwhile.
 * `answeredFrom`: where the focus was at the answer; null: there was none by a letter.
 */
function useFocusAfterKeyedAnswer(
  root: RefObject<HTMLElement | null>,
  answeredFrom: Element | null,
): void {
  const isStillThere = useEffectEvent(() => document.activeElement === answeredFrom)
  useLayoutEffect(() => {
    const session = root.current?.closest(SESSION)
    return () => {
      if (session && isStillThere()) requestAnimationFrame(() => afterAnswer(session)?.focus())
    }
  }, [root])
}

/** Tells what is shown of a call from what it would write later. */
function keyOf({ contentSha256, base }: { contentSha256: string; base: readonly string[] }) {
  return `${contentSha256} ${base.join()}`
}

/** What is allowed: this write alone, or with it all that follow in the session. */
type Allowance = 'allow' | 'allowRest'

const PLAIN = { result: 'allow', denyMessage: null, isForSession: false } as const

/** The one text that a person may write in place of the agent's; null: there is none. */
function editedTextOf(data: CallChanges | undefined): string | null {
  const [only, ...others] = data?.changes ?? []
  if (!only?.after || others.length > 0 || data?.isError) return null
  return only.before === null || only.before.path === only.after.path ? only.after.content : null
}

/** Returns whether an element is the call's card, or inside it. */
function isOfCall(target: EventTarget | null, approval: HTMLElement | null): boolean {
  const card = approval?.closest('[data-call]')
  return target instanceof Node && card?.contains(target) === true
}

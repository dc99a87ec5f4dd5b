'use client'

import { memo, useCallback, useEffect, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { useTranslations } from 'use-intl'
import { VisibleText } from '@/components/content/visible-line'
import { classNames } from '@/components/ui/class-names'
import { ContextEntry } from '@/components/context/context-entry-lazy'
import type { ConfirmSummary } from '@/components/context/confirm-summary'
import type { PartAsked } from '@/lib/agent/conversation-part'
import type { SessionEvent } from '@/lib/agent/session-event'
import { plainText } from '@/lib/text/plain-text'
import { WhyKey, WhyLink } from '@/components/why/why-link'
import { AnswerText } from './answer-text'
import type { Confirm } from './approval'
import { callElementId, calledIn } from './call-address'
import { CallCard } from './call-card'
import type { CalledStore } from './call-words'
import {
  type CallEntry,
  type ContextEntryOf,
  type Entry,
  waitingCalls,
} from './conversation-entries'
import { rowsOf } from './conversation-rows'
import { GoOnButton } from './go-on-button'
import { ReadCalls } from './read-calls'
import { ConversationGap } from './conversation-gap'
import { fetchConversationPart } from '../queries'
import { goToPlace, keepPlace, keepStill, keptPlace, rowIn } from './reading-place'

export interface ConversationProps {
  sessionId: string
  /** of the session */
  stores: readonly CalledStore[]
  entries: readonly Entry[]
  /** the call in the address; null: none */
  called: string | null
  /** takes in a part of the conversation that the page came without */
  addPart: (events: readonly SessionEvent[]) => void
  confirm: Confirm
  confirmSummary: ConfirmSummary
}

/** Number of rows from which those out of sight are not laid out. */
const MANY_ROWS = 300

const laidOutWhenNear = '[content-visibility:auto] [contain-intrinsic-size:auto_6rem]'

/** Pixels shown above the call that the address names. */
const ABOVE = 24

/** Within this distance of the end, in pixels, new entries are followed. */
const NEAR_END = 120

/** Time without movement after which scrolling has ended; milliseconds. */
const STILL_MS = 150

/**
 * The conversation in order; keeps to the end while the reader is there, and opens again where they
 * left it.
 */
export function Conversation({
  sessionId,
  stores,
  entries,
  called,
  addPart,
  confirm,
  confirmSummary,
}: ConversationProps) {
  const t = useTranslations('Session')
  const scroller = useRef<HTMLDivElement>(null)
  const isAtEnd = useRef(true)
  const lastTop = useRef(0)
  const still = useRef<ReturnType<typeof setTimeout>>(undefined)
  const [firstWaiting] = waitingCalls(entries)
  const [shown, setShown] = useState<string | null>(null)
  const load = useCallback(
    async (asked: PartAsked) => {
      const { events } = await fetchConversationPart(sessionId, asked)
      if (events.length === 0) throw new Error('Nothing is missing there.')
      const add = () => flushSync(() => addPart(events))
      if (scroller.current) keepStill(scroller.current, add)
    },
    [sessionId, addPart],
  )
  useEffect(() => {
    const element = scroller.current
    const content = element?.firstElementChild
    if (!element || !content) return
    const place = keptPlace(sessionId)
    const goBack = () => {
      isAtEnd.current = place === null || place === 'end' || !goToPlace(element, place)
      lastTop.current = element.scrollTop
    }
    goBack()
    if (place !== null && place !== 'end' && isAtEnd.current && !calledIn(window.location.hash)) {
      load({ around: place.row }).then(goBack, () => undefined)
    }
    // Content loaded later into a card, such as its difference, moves the end, too.
    const observer = new ResizeObserver(() => {
      if (isAtEnd.current) element.scrollTop = element.scrollHeight
    })
    observer.observe(content)
    const onLeave = () => keepPlace(sessionId, element, isAtEnd.current)
    window.addEventListener('pagehide', onLeave)
    return () => {
      window.removeEventListener('pagehide', onLeave)
      clearTimeout(still.current)
      observer.disconnect()
    }
  }, [sessionId, load])
  useEffect(() => {
    const element = scroller.current
    if (!element) return
    // What the address names is shown instead of the end.
    const onHash = async () => {
      const called = calledIn(window.location.hash)
      if (called === null) return
      const named = () => document.getElementById(callElementId(called)) ?? rowIn(element, called)
      if (!named()) await load({ around: called }).catch(() => undefined)
      const card = named()
      if (!card || !element.contains(card)) return
      isAtEnd.current = false
      const folded = card.closest('details')
      if (folded) folded.open = true
      for (const details of card.querySelectorAll('details')) details.open = true
      element.scrollTop +=
        card.getBoundingClientRect().top - element.getBoundingClientRect().top - ABOVE
      lastTop.current = element.scrollTop
      card.tabIndex = -1
      card.focus({ preventScroll: true })
      setShown(called)
    }
    const follow = () => void onHash()
    follow()
    window.addEventListener('hashchange', follow)
    return () => window.removeEventListener('hashchange', follow)
  }, [called, load])
  const cardOf = (entry: CallEntry) => (
    <CallCard
      key={entry.id}
      sessionId={sessionId}
      stores={stores}
      entry={entry}
      isFirstWaiting={firstWaiting?.id === entry.id}
      isNamed={shown === entry.id}
      confirm={confirm}
    />
  )
  const rows = rowsOf(entries)
  const lastAnswer = entries.findLast((entry) => entry.kind === 'answer' && !entry.isOpen)
  return (
    <div
      ref={scroller}
      role="log"
      aria-label={t('conversation')}
      tabIndex={0}
      // Text for screen readers is positioned in here, and not below the page.
      className="relative min-h-0 flex-1 overflow-auto px-4 pt-6 outline-offset-[-2px]"
      onScroll={({ currentTarget }) => {
        const { scrollHeight, scrollTop, clientHeight } = currentTarget
        // New content is no reason to stop following; only scrolling up is.
        if (scrollHeight - scrollTop - clientHeight < NEAR_END) isAtEnd.current = true
        else if (scrollTop < lastTop.current) isAtEnd.current = false
        lastTop.current = scrollTop
        clearTimeout(still.current)
        still.current = setTimeout(
          () => keepPlace(sessionId, currentTarget, isAtEnd.current),
          STILL_MS,
        )
      }}
    >
      <div className="mx-auto -mt-2 max-w-[780px] pb-4 text-talk">
        <h2 className="sr-only">{t('conversation')}</h2>
        {stores.length === 0 ? null : <WhyKey />}
        {entries.length === 0 ? <p className="py-8 text-center text-ink-3">{t('empty')}</p> : null}
        {rows.map((row) => (
          <div
            key={`${row.kind} ${row.id}`}
            data-row={row.id}
            data-gap={row.kind === 'gap' ? '' : undefined}
            // The room around a row is its own: what is laid out late is clipped at its edges.
            className={classNames('-mx-1 px-1 py-2', rows.length > MANY_ROWS && laidOutWhenNear)}
          >
            {row.kind === 'gap' ? (
              <ConversationGap gap={row} load={load} />
            ) : row.kind === 'reads' ? (
              <ReadCalls calls={row.calls} stores={stores}>
                {row.calls.map(cardOf)}
              </ReadCalls>
            ) : row.entry.kind === 'call' ? (
              cardOf(row.entry)
            ) : isOfContext(row.entry) ? (
              <OfContext
                key={row.entry.kind}
                sessionId={sessionId}
                entry={row.entry}
                confirm={confirmSummary}
              />
            ) : (
              <ConversationEntry
                entry={row.entry}
                sessionId={sessionId}
                why={stores.length === 0 ? null : row.entry.id === lastAnswer?.id ? 'last' : 'any'}
              />
            )}
          </div>
        ))}
      </div>
    </div>
  )
}

const OF_CONTEXT: readonly Entry['kind'][] = [
  'reminder',
  'cleared',
  'compaction_asked',
  'compacting',
  'summary_review',
  'compacted',
  'compaction_failed',
]

function isOfContext(entry: Entry): entry is ContextEntryOf {
  return OF_CONTEXT.includes(entry.kind)
}

const OfContext = memo(ContextEntry)

const ConversationEntry = memo(function ConversationEntry({
  entry,
  sessionId,
  why,
}: {
  entry: Exclude<Entry, { kind: 'call' | 'gap' } | ContextEntryOf>
  sessionId: string
  /** whether it can be asked why an answer was given, and by a key; null: there is no memory */
  why: 'last' | 'any' | null
}) {
  const t = useTranslations('Session')
  switch (entry.kind) {
    case 'message':
      return (
        <div
          className={classNames(
            'ml-auto w-fit max-w-[75%] rounded-sheet rounded-br-mark px-3.5 py-2 break-words whitespace-pre-wrap max-md:max-w-[85%]',
            entry.isQueued ? 'border border-dashed border-control text-ink-2' : 'bg-track',
          )}
        >
          <span className="sr-only">{t('you')}</span>
          <VisibleText text={entry.text} />
          {entry.isQueued ? <p className="mt-1 text-xs text-ink-3">{t('queued')}</p> : null}
        </div>
      )
    case 'answer':
      return <Answer entry={entry} sessionId={sessionId} why={why} />
    case 'thinking':
      return (
        <details className="text-sm text-ink-3">
          <summary className="cursor-pointer">
            {entry.isOpen ? t('thinkingNow') : t('thought')}
          </summary>
          <p className="mt-1 border-l-2 border-line pl-3 break-words whitespace-pre-wrap">
            <VisibleText text={entry.text || t('thoughtHidden')} />
          </p>
        </details>
      )
    case 'fault':
      return <Fault entry={entry} sessionId={sessionId} />
    case 'interrupt':
      return <p className="text-center text-xs text-ink-3">{t('interrupted')}</p>
    case 'rest':
      return <Rest entry={entry} sessionId={sessionId} />
    case 'ended':
      return <p className="text-center text-xs text-ink-3">{t('ended')}</p>
  }
})

function Answer({
  entry: { id, text, isOpen },
  sessionId,
  why,
}: {
  entry: Extract<Entry, { kind: 'answer' }>
  sessionId: string
  why: 'last' | 'any' | null
}) {
  const t = useTranslations('Session')
  return (
    <div data-answer aria-busy={isOpen} className="group/answer relative">
      <span className="sr-only">{t('agent')}</span>
      <AnswerText text={text} />
      {isOpen || why === null ? null : (
        <div
          className={classNames(
            '-ml-2',
            // Beside older answers only where the pointer or the focus is; on a phone there is neither.
            why === 'last'
              ? 'mt-1'
              : 'absolute top-full left-0 z-10 opacity-0 group-hover/answer:opacity-100 focus-within:opacity-100 max-md:static max-md:opacity-100',
          )}
        >
          <WhyLink sessionId={sessionId} eventId={id} isLast={why === 'last'} />
        </div>
      )}
    </div>
  )
}

function Fault({
  entry: { event, isLast, isPast },
  sessionId,
}: {
  entry: Extract<Entry, { kind: 'fault' }>
  sessionId: string
}) {
  const t = useTranslations('Session')
  const { kind, message, retry } = event.error
  if (isPast) {
    return (
      <details className="text-sm text-ink-3">
        <summary className="w-fit cursor-pointer">{t(`fault_${kind}`)}</summary>
        <p className="mt-1 font-mono text-xs break-words">
          {message === '' ? t(`advice_${kind}`) : t('serverSaid', { message: plainText(message) })}
        </p>
      </details>
    )
  }
  return (
    <div
      role="alert"
      className="space-y-1 rounded-card bg-danger-bg px-3 py-2.5 text-sm text-removed shadow-[inset_0_0_0_1px_var(--danger-line)]"
    >
      <p className="font-medium">{t(`fault_${kind}`)}</p>
      {message === '' ? null : (
        <p className="font-mono text-xs break-words">
          {t('serverSaid', { message: plainText(message) })}
        </p>
      )}
      {retry === 'retrying' ? (
        <p>{t('retrying')}</p>
      ) : (
        <p className="text-ink">{t(`advice_${kind}`)}</p>
      )}
      {retry === 'exhausted' && isLast ? (
        <p className="pt-1.5 pb-0.5 text-ink">
          <GoOnButton sessionId={sessionId} label={t('tryAgain')} />
        </p>
      ) : null}
    </div>
  )
}

/** Says why the agent stopped, unless it was done. */
function Rest({
  entry: { event, isLast },
  sessionId,
}: {
  entry: Extract<Entry, { kind: 'rest' }>
  sessionId: string
}) {
  const t = useTranslations('Session')
  const { stopReason } = event
  const words = (() => {
    switch (stopReason.type) {
      case 'end_turn':
        return stopReason.detail === 'max_tokens' || stopReason.detail === 'context_full'
          ? t(`rest_${stopReason.detail}`)
          : null
      case 'budget_reached':
        return t('rest_budget', { count: stopReason.maxRequests })
      case 'refusal':
        return stopReason.explanation
          ? t('rest_refusal', { explanation: plainText(stopReason.explanation) })
          : t('rest_refusal_unexplained')
      default:
        return null
    }
  })()
  if (words === null) return null
  const canGoOn = stopReason.type === 'budget_reached' || isCut(stopReason)
  return (
    <div
      role="status"
      className="space-y-1 rounded-card bg-caution-bg px-3 py-2 text-sm shadow-[inset_0_0_0_1px_var(--caution-line)]"
    >
      <p>{words}</p>
      {isLast && canGoOn ? <GoOnButton sessionId={sessionId} label={t('goOn')} /> : null}
    </div>
  )
}

const isCut = (reason: { type: string; detail?: string }) => reason.detail === 'max_tokens'

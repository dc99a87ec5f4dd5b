'use client'

import { memo, useEffect, useRef, useState } from 'react'
import { useTranslations } from 'use-intl'
import { VisibleText } from '@/components/content/visible-line'
import { Button } from '@/components/ui/button'
import { classNames } from '@/components/ui/class-names'
import { ContextEntry, type ContextEntryOf } from '@/components/context/context-entry'
import type { ConfirmSummary } from '@/components/context/summary-review'
import { plainText } from '@/lib/text/plain-text'
import { AnswerText } from './answer-text'
import type { Confirm } from './approval'
import { callElementId, calledIn } from './call-address'
import { CallCard } from './call-card'
import { type Entry, waitingCalls } from './conversation-entries'

export interface ConversationProps {
  sessionId: string
  entries: readonly Entry[]
  /** the call in the address; null: none */
  called: string | null
  confirm: Confirm
  confirmSummary: ConfirmSummary
  /** resumes after an error or a truncation */
  goOn: () => void
}

/** Pixels shown above the call that the address names. */
const ABOVE = 24

/** Within this distance of the end, in pixels, new entries are followed. */
const NEAR_END = 120

/** The conversation in order; keeps to the end while the reader is there. */
export function Conversation({
  sessionId,
  entries,
  called,
  confirm,
  confirmSummary,
  goOn,
}: ConversationProps) {
  const t = useTranslations('Session')
  const scroller = useRef<HTMLDivElement>(null)
  const isAtEnd = useRef(true)
  const lastTop = useRef(0)
  const [firstWaiting] = waitingCalls(entries)
  const [shown, setShown] = useState<string | null>(null)
  useEffect(() => {
    const element = scroller.current
    const content = element?.firstElementChild
    if (!element || !content) return
    // Content loaded later into a card, such as its difference, moves the end, too.
    const observer = new ResizeObserver(() => {
      if (isAtEnd.current) element.scrollTop = element.scrollHeight
    })
    observer.observe(content)
    return () => observer.disconnect()
  }, [])
  useEffect(() => {
    const element = scroller.current
    if (!element) return
    // A call in the address is shown instead of the end.
    const onHash = () => {
      const called = calledIn(window.location.hash)
      const card = called === null ? null : document.getElementById(callElementId(called))
      if (!card || !element.contains(card)) return
      isAtEnd.current = false
      for (const details of card.querySelectorAll('details')) details.open = true
      element.scrollTop +=
        card.getBoundingClientRect().top - element.getBoundingClientRect().top - ABOVE
      lastTop.current = element.scrollTop
      card.focus({ preventScroll: true })
      setShown(called)
    }
    onHash()
    window.addEventListener('hashchange', onHash)
    return () => window.removeEventListener('hashchange', onHash)
  }, [called])
  return (
    <div
      ref={scroller}
      role="log"
      aria-label={t('conversation')}
      tabIndex={0}
      // Text for screen readers is positioned in here, and not below the page.
      className="relative min-h-0 flex-1 overflow-auto px-4 py-4"
      onScroll={({ currentTarget: { scrollHeight, scrollTop, clientHeight } }) => {
        // New content is no reason to stop following; only scrolling up is.
        if (scrollHeight - scrollTop - clientHeight < NEAR_END) isAtEnd.current = true
        else if (scrollTop < lastTop.current) isAtEnd.current = false
        lastTop.current = scrollTop
      }}
    >
      <div className="mx-auto max-w-3xl space-y-4">
        <h2 className="sr-only">{t('conversation')}</h2>
        {entries.length === 0 ? <p className="py-8 text-center text-ink-3">{t('empty')}</p> : null}
        {entries.map((entry) =>
          entry.kind === 'call' ? (
            <CallCard
              key={entry.id}
              sessionId={sessionId}
              entry={entry}
              isFirstWaiting={firstWaiting?.id === entry.id}
              isNamed={shown === entry.id}
              confirm={confirm}
            />
          ) : isOfContext(entry) ? (
            <OfContext
              key={`${entry.kind} ${entry.id}`}
              sessionId={sessionId}
              entry={entry}
              confirm={confirmSummary}
            />
          ) : (
            <Said key={entry.id} entry={entry} goOn={goOn} />
          ),
        )}
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

const Said = memo(function Said({
  entry,
  goOn,
}: {
  entry: Exclude<Entry, { kind: 'call' } | ContextEntryOf>
  goOn: () => void
}) {
  const t = useTranslations('Session')
  switch (entry.kind) {
    case 'message':
      return (
        <div
          className={classNames(
            'ml-auto w-fit max-w-[85%] rounded-control bg-selected px-3 py-2 break-words whitespace-pre-wrap',
            entry.isQueued && 'opacity-70',
          )}
        >
          <span className="sr-only">{t('you')}</span>
          <VisibleText text={entry.text} />
          {entry.isQueued ? <p className="mt-1 text-xs text-ink-3">{t('queued')}</p> : null}
        </div>
      )
    case 'answer':
      return <Answer text={entry.text} isPartial={entry.isPartial} isOpen={entry.isOpen} />
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
      return <Fault entry={entry} goOn={goOn} />
    case 'interrupt':
      return <p className="text-center text-xs text-ink-3">{t('interrupted')}</p>
    case 'rest':
      return <Rest entry={entry} goOn={goOn} />
    case 'ended':
      return <p className="text-center text-xs text-ink-3">{t('ended')}</p>
  }
})

function Answer({
  text,
  isPartial,
  isOpen,
}: {
  text: string
  isPartial: boolean
  isOpen: boolean
}) {
  const t = useTranslations('Session')
  return (
    <div aria-busy={isOpen}>
      <span className="sr-only">{t('agent')}</span>
      <AnswerText text={text} />
      {isPartial ? <p className="mt-1 text-xs text-caution">{t('partial')}</p> : null}
    </div>
  )
}

function Fault({
  entry: { event, isLast },
  goOn,
}: {
  entry: Extract<Entry, { kind: 'fault' }>
  goOn: () => void
}) {
  const t = useTranslations('Session')
  const { kind, message, retry } = event.error
  return (
    <div
      role="alert"
      className="space-y-1 rounded-control border border-removed px-3 py-2 text-sm text-removed"
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
        <Button size="small" onClick={goOn}>
          {t('tryAgain')}
        </Button>
      ) : null}
    </div>
  )
}

/** Why the agent stopped, unless it was done. */
function Rest({
  entry: { event, isLast },
  goOn,
}: {
  entry: Extract<Entry, { kind: 'rest' }>
  goOn: () => void
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
        return t('rest_refusal', { explanation: plainText(stopReason.explanation ?? '—') })
      default:
        return null
    }
  })()
  if (words === null) return null
  const canGoOn = stopReason.type === 'budget_reached' || isCut(stopReason)
  return (
    <div
      role="status"
      className="space-y-1 rounded-control border border-caution px-3 py-2 text-sm"
    >
      <p>{words}</p>
      {isLast && canGoOn ? (
        <Button size="small" onClick={goOn}>
          {t('goOn')}
        </Button>
      ) : null}
    </div>
  )
}

const isCut = (reason: { type: string; detail?: string }) => reason.detail === 'max_tokens'

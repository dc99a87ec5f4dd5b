'use client'

import { useCallback, useDeferredValue, useMemo, useState } from 'react'
import { useTranslations } from 'use-intl'
import { ContextBar } from '@/components/context/context-bar'
import type { ConfirmSummary } from '@/components/context/summary-review'
import type { Confirm } from './approval'
import { Composer } from './composer'
import { Conversation } from './conversation'
import {
  type CallEntry,
  entriesOf,
  type Entry,
  isRunning,
  waitingCalls,
  withReused,
} from './conversation-entries'
import { LiveMemory, type LiveStore } from './live-memory'
import type { SessionState } from './session-state'
import {
  confirmCallAction,
  confirmSummaryAction,
  goOnAction,
  interruptAction,
  sendMessageAction,
} from './conversation-actions'
import { useSession } from './use-session'

export interface SessionViewProps {
  sessionId: string
  stores: readonly LiveStore[]
  isArchived: boolean
  /** as of rendering */
  rendered: SessionState
  /** whether no key is set, so that the practice agent answers for every model */
  answersByPractice: boolean
  /** the call in the address; omit if none */
  called?: string | undefined
  /** false when two are side by side */
  withMemory: boolean
}

/** A conversation with the memory that its agent reads and writes beside it, live. */
export function SessionView({
  sessionId,
  stores,
  isArchived,
  rendered,
  answersByPractice,
  called,
  withMemory,
}: SessionViewProps) {
  const t = useTranslations('Session')
  const { state, isLost, isGone } = useSession(sessionId, rendered)
  const entries = useEntries(state)
  // The memory panel follows once the conversation has been painted.
  const seen = useDeferredValue(entries)
  const calls = useMemo(
    () => seen.filter((entry): entry is CallEntry => entry.kind === 'call'),
    [seen],
  )
  const confirm = useCallback<Confirm>(
    (answer) => confirmCallAction({ sessionId, ...answer }),
    [sessionId],
  )
  const confirmSummary = useCallback<ConfirmSummary>(
    (answer) => confirmSummaryAction({ sessionId, ...answer }),
    [sessionId],
  )
  const goOn = useCallback(() => void goOnAction(sessionId), [sessionId])
  const running = isRunning(state.events)
  const waiting = waitingCalls(entries).length
  const summaryWaits = entries.some(({ kind }) => kind === 'summary_review')
  const isCompacting = entries.some((entry) => entry.kind === 'compacting' && entry.isOpen)
  const closed = isGone ? t('gone') : isArchived ? t('archived') : null
  return (
    <div data-session-view className="flex min-h-0 flex-1 flex-col md:flex-row">
      <div className="flex min-h-0 min-w-0 flex-1 flex-col max-md:h-[80dvh] max-md:flex-none">
        <p
          role="status"
          className="flex flex-wrap gap-x-3 border-b border-line px-4 py-1 text-xs text-ink-3"
        >
          <span className={waiting > 0 || summaryWaits ? 'font-medium text-caution' : undefined}>
            {waiting > 0
              ? `${t('waits', { count: waiting })}. ${t('waitsKey')}`
              : summaryWaits
                ? t('summaryWaits')
                : running
                  ? t('running')
                  : closed === null
                    ? t('idle')
                    : closed}
          </span>
          {answersByPractice ? <span className="ml-auto">{t('practice')}</span> : null}
          {isLost ? <span className="text-caution">{t('lost')}</span> : null}
        </p>
        <ContextBar
          sessionId={sessionId}
          gauge={state.gauge}
          canCompact={closed === null && !isCompacting && state.gauge.tokens > 0}
        />
        <Conversation
          sessionId={sessionId}
          entries={entries}
          called={called ?? null}
          confirm={confirm}
          confirmSummary={confirmSummary}
          goOn={goOn}
        />
        <Composer
          isRunning={running}
          hasWaiting={waiting > 0}
          closedBecause={closed}
          send={(text) => sendMessageAction({ sessionId, text })}
          interrupt={() => interruptAction(sessionId)}
        />
      </div>
      {withMemory ? (
        <aside
          aria-label={t('memory')}
          className="border-line max-md:h-[70dvh] max-md:border-t md:w-96 md:border-l lg:w-[28rem]"
        >
          <LiveMemory sessionId={sessionId} stores={stores} calls={calls} />
        </aside>
      ) : null}
    </div>
  )
}

/** The entries of a state; unchanged ones keep their identity. */
function useEntries(state: SessionState): readonly Entry[] {
  const [shown, setShown] = useState<{ state: SessionState; entries: readonly Entry[] }>(() => ({
    state,
    entries: entriesOf(state),
  }))
  if (shown.state === state) return shown.entries
  const next = { state, entries: withReused(shown.entries, entriesOf(state)) }
  setShown(next)
  return next.entries
}

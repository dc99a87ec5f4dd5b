'use client'

import { useQueryClient } from '@tanstack/react-query'
import {
  type ReactNode,
  useCallback,
  useDeferredValue,
  useEffect,
  useMemo,
  useRef,
  useState,
} from 'react'
import { useTranslations } from 'use-intl'
import type { ConfirmSummary } from '@/components/context/confirm-summary'
import { FRAME } from '@/components/frame/queries'
import { ConnectionNotice } from '@/components/live/connection-notice'
import { classNames } from '@/components/ui/class-names'
import { Link } from '@/components/ui/link'
import { segmentLook, segmentsLook } from '@/components/ui/segmented'
import { RenderedAnswers, loadMarkdown } from './conversation/answer-text'
import { answerTexts } from './conversation/answer-texts'
import type { Confirm } from './conversation/approval'
import { Composer } from './composer'
import { Conversation } from './conversation/conversation'
import {
  brokenOff,
  type CallEntry,
  entriesOf,
  type Entry,
  isRunning,
  waitingCalls,
  withReused,
} from './conversation/conversation-entries'
import { LiveMemory, type LiveStore } from './memory/live-memory'
import { HeadGauge, SessionHead, type SessionStanding, Standing } from './session-head'
import { MemoryFeed } from './memory/memory-feed'
import type { SessionState } from './session-state'
import {
  confirmCallAction,
  confirmSummaryAction,
  interruptAction,
  sendMessageAction,
} from './conversation/conversation-actions'
import { useSession } from './use-session'

export interface SessionViewProps {
  sessionId: string
  stores: readonly LiveStore[]
  /** the name of its model */
  model: string
  /** as of rendering */
  rendered: SessionState
  /** its `answerTexts`, laid out */
  answers: readonly ReactNode[]
  /** whether no key is set, so that the practice agent answers for every model */
  answersByPractice: boolean
  /** the call in the address; omit if none */
  called?: string | undefined
  /** two side by side have neither a head nor the memory beside */
  isBesideAnother?: boolean
}

/** A conversation with the memory that its agent reads and writes beside it, live. */
export function SessionView({
  sessionId,
  stores,
  model,
  rendered,
  answers,
  answersByPractice,
  called,
  isBesideAnother = false,
}: SessionViewProps) {
  const t = useTranslations('Session')
  const [memory] = useState(() => (isBesideAnother ? null : new MemoryFeed(stores)))
  const { state, connection, isGone, addPart } = useSession(sessionId, rendered, memory)
  const renderedAnswers = useMemo(
    () => new Map(answerTexts(rendered).map((text, index) => [text, answers[index]])),
    [rendered, answers],
  )
  const [pane, setPane] = useState<Pane>('conversation')
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
  const waiting = waitingCalls(entries).length
  const { isArchived } = state.head
  const standing = standingOf({ state, entries, waiting, isGone })
  const isWriting = standing === 'running'
  const queries = useQueryClient()
  const counted = `${waiting} ${state.review?.openHunks ?? 0}`
  const counts = useRef(counted)
  // What waits for a person is counted in the navigation, which came with the page.
  useEffect(() => {
    if (counts.current === counted) return
    counts.current = counted
    void queries.invalidateQueries({ queryKey: FRAME })
  }, [queries, counted])
  useEffect(() => {
    if (isWriting) void loadMarkdown()
  }, [isWriting])
  const isClosed = standing === 'gone' || standing === 'archived'
  const isCompacting = entries.some((entry) => entry.kind === 'compacting' && entry.isOpen)
  return (
    <div data-session-view className="flex min-h-0 flex-1 flex-col">
      {isBesideAnother ? (
        <div className="flex flex-wrap items-center gap-2 border-b border-line px-4 py-1.5">
          <Standing standing={standing} waiting={waiting} />
          <span className="ml-auto">
            <HeadGauge sessionId={sessionId} gauge={state.gauge} />
          </span>
        </div>
      ) : (
        <SessionHead
          session={state.head}
          model={model}
          standing={standing}
          waiting={waiting}
          gauge={state.gauge}
          canCompact={!isClosed && !isCompacting && state.gauge.tokens > 0}
          isAllowedForGood={isAllowedForGood(state)}
          review={state.review}
        />
      )}
      <div role="status">
        <ConnectionNotice connection={connection} missed="missedEvents" />
      </div>
      {isBesideAnother ? null : <PaneTabs sessionId={sessionId} pane={pane} onChoose={setPane} />}
      <div className="flex min-h-0 flex-1">
        <div
          className={classNames(
            'flex min-h-0 min-w-0 flex-1 flex-col',
            pane !== 'conversation' && 'max-md:hidden',
          )}
        >
          <RenderedAnswers value={renderedAnswers}>
            <Conversation
              sessionId={sessionId}
              stores={stores}
              entries={entries}
              called={called ?? null}
              addPart={addPart}
              confirm={confirm}
              confirmSummary={confirmSummary}
            />
          </RenderedAnswers>
          <Composer
            isRunning={isRunning(state.events)}
            hasWaiting={waiting > 0}
            closedBecause={isGone ? t('gone') : isArchived ? t('archived') : null}
            note={answersByPractice ? t('practice') : null}
            send={(text) => sendMessageAction({ sessionId, text })}
            interrupt={() => interruptAction(sessionId)}
          />
        </div>
        {memory === null ? null : (
          <aside
            aria-label={t('memory')}
            className={classNames(
              'min-w-0 border-line max-md:flex-1 md:w-80 md:border-l lg:w-[30rem]',
              pane !== 'memory' && 'max-md:hidden',
            )}
          >
            <LiveMemory sessionId={sessionId} stores={stores} calls={calls} feed={memory} />
          </aside>
        )}
      </div>
    </div>
  )
}

type Pane = 'conversation' | 'memory'

const PANES: readonly Pane[] = ['conversation', 'memory']

/** Tabs on a phone, where one pane is in view at a time; the changes have a page of their own. */
function PaneTabs({
  sessionId,
  pane,
  onChoose,
}: {
  sessionId: string
  pane: Pane
  onChoose: (pane: Pane) => void
}) {
  const t = useTranslations('Session')
  return (
    <div className="border-b border-line px-3 py-1.5 md:hidden">
      <div className={classNames(segmentsLook, 'w-full')}>
        {PANES.map((each) => (
          <button
            key={each}
            type="button"
            aria-pressed={pane === each}
            onClick={() => onChoose(each)}
            className={classNames(segmentLook(pane === each), 'flex-1 justify-center')}
          >
            {t(`pane_${each}`)}
          </button>
        ))}
        <Link
          href={`/sessions/${sessionId}/changes`}
          className={classNames(segmentLook(false), 'flex-1 justify-center')}
        >
          {t('pane_changes')}
        </Link>
      </div>
    </div>
  )
}

function standingOf({
  state,
  entries,
  waiting,
  isGone,
}: {
  state: SessionState
  entries: readonly Entry[]
  waiting: number
  isGone: boolean
}): SessionStanding {
  if (isGone) return 'gone'
  if (state.head.isArchived) return 'archived'
  if (waiting > 0) return 'waiting'
  if (entries.some(({ kind }) => kind === 'summary_review')) return 'summary'
  return brokenOff(state.events) ?? (isRunning(state.events) ? 'running' : 'idle')
}

/** Returns whether the session asks no more since a person allowed all of a waiting call's kind. */
function isAllowedForGood({ events, head }: SessionState): boolean {
  if (head.settings.approval !== 'always_allow') return false
  return events.some((event) => event.type === 'user.tool_confirmation' && event.isForSession)
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

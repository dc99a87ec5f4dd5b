import { ArrowDown, Eye, MessagesSquare } from 'lucide-react'
import { useTranslations } from 'next-intl'
import { type ReactNode, useEffect, useLayoutEffect, useMemo, useRef, useState } from 'react'
import { VisibleText } from '@/components/lines/visible-text'
import { ActorMark } from '@/components/ui/actor-mark'
import { Button } from '@/components/ui/button'
import { Empty } from '@/components/ui/empty'
import { newestSaid, useWhyKey } from '@/components/why/why-link'
import type { Entry } from '@/lib/sessions/entries'
import { CallCard } from './call-card'
import { type CalledStore, type CallOf, placeName, type Row, rowsOf } from './called'
import { EntryRow, WritingRow } from './entries'
import { Folded } from './folded'
import type * as Later from './later'
import type { SessionState } from './state'

interface ConversationProps {
  state: SessionState
  /** how often somebody sent something from here: they look at what comes of it */
  sent: number
  later: typeof Later | null
}

/** What was said and done, pinned to its end while the reader is there. */
export function Conversation({ state, sent, later }: ConversationProps) {
  const t = useTranslations('Session')
  const { facts, entries, writing, from } = state
  const queued = useMemo(
    () =>
      facts.queue.map((message): Entry => {
        const { id, content } = message
        const text = content.map((block) => block.text).join('\n\n')
        return { id, at: null, kind: 'message', text, isQueued: true }
      }),
    [facts.queue],
  )
  const rows = useMemo(() => rowsOf(entries), [entries])
  const last = rows.at(-1)?.id
  const lastDone = rows.findLastIndex((row) => row.kind === 'reads' || isCall(row, 'done'))
  const isAtRest = facts.status !== 'running' && queued.length === 0
  const answer = isAtRest ? newestSaid(entries)?.id : undefined
  const mark = <ActorMark writer={{ type: 'session', id: facts.id, name: facts.settings.model }} />
  const isSpeaking = rows.at(-1)?.isPerson === false
  const { scroller, isAtEnd, toEnd } = usePinned(state, sent)
  useWhyKey(facts.id, entries)
  return (
    <div className="relative flex min-h-0 flex-1 flex-col">
      <div
        ref={scroller}
        role="region"
        aria-label={t('conversation')}
        // What scrolls is reached by keys.
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
        tabIndex={0}
        className="min-h-0 flex-1 scroll-pb-14 overflow-y-auto overscroll-contain outline-offset-[-2px]"
      >
        <div className="mx-auto flex min-h-full w-full max-w-[780px] flex-col justify-end gap-3 px-4 pt-6 pb-3 max-md:px-3">
          <h2 className="sr-only">{t('conversation')}</h2>
          {later ? <later.NamedEvent state={state} /> : null}
          {later && from > 1 ? <later.Earlier id={facts.id} from={from} /> : null}
          {rows.length + queued.length + writing.length === 0 ? (
            <div className="my-auto">
              <Empty Icon={MessagesSquare} title={t('empty')}>
                {t('emptyAbout')}
              </Empty>
            </div>
          ) : null}
          {rows.map((row, at) => (
            <Line key={row.id} row={row} mark={row.isTurn ? mark : null}>
              {row.kind === 'reads' ? (
                <Reads calls={row.calls} sessionId={facts.id} stores={facts.stores} />
              ) : (
                <EntryRow
                  entry={row.entry}
                  sessionId={facts.id}
                  stores={facts.stores}
                  isLast={isAtRest && row.id === last && !facts.isArchived}
                  isPast={at < lastDone && isCall(row, 'failed')}
                  isAnswer={row.id === answer}
                />
              )}
            </Line>
          ))}
          {writing.map((each, at) => (
            <Line key={each.id} row={AGENT} mark={at === 0 && !isSpeaking ? mark : null}>
              <WritingRow writing={each} />
            </Line>
          ))}
          {facts.status === 'running' && writing.length === 0 ? (
            <Line row={AGENT} mark={isSpeaking ? null : mark}>
              <p className="skeleton text-ink-3">{t('atWork')}</p>
            </Line>
          ) : null}
          {queued.map((entry) => (
            <EntryRow key={entry.id} entry={entry} sessionId={facts.id} stores={facts.stores} />
          ))}
        </div>
      </div>
      {isAtEnd ? null : (
        <Button
          size="small"
          onClick={toEnd}
          className="absolute! bottom-2 left-1/2 -translate-x-1/2 shadow-e-1!"
          Icon={ArrowDown}
        >
          {t('toEnd')}
        </Button>
      )}
    </div>
  )
}

const isCall = (row: Row, state: CallOf['state']) =>
  row.kind === 'entry' && row.entry.kind === 'call' && row.entry.state === state

const AGENT = { isPerson: false } as const

interface LineProps {
  row: Pick<Row, 'isPerson'>
  mark: ReactNode
  children: ReactNode
}

/** A person's words stand right; what the agent does stands beside its mark, which leads its turn. */
function Line({ row, mark, children }: LineProps) {
  if (row.isPerson) return <div className="cv-row pt-2">{children}</div>
  return (
    <div className="relative min-w-0 md:pl-[34px]">
      {mark ? <span className="absolute top-0.5 left-0 max-md:hidden">{mark}</span> : null}
      {children}
    </div>
  )
}

/** How many places are named where reads are folded. */
const NAMED = 3

interface ReadsProps {
  calls: Extract<Row, { kind: 'reads' }>['calls']
  sessionId: string
  stores: readonly CalledStore[]
}

/** Reads that followed each other; one is its own card. */
function Reads({ calls, ...of }: ReadsProps) {
  const t = useTranslations('Session')
  const [only] = calls
  if (calls.length === 1 && only) return <CallCard entry={only} {...of} />
  const places = [...new Set(calls.map((call) => placeName(call, of.stores)))]
  const further = places.length - NAMED
  return (
    <Folded
      Icon={Eye}
      title={
        <span className="flex gap-2">
          <span className="shrink-0 font-medium text-ink">
            {t('reads', { count: calls.length })}
          </span>
          <span className="min-w-0 truncate">
            <VisibleText text={places.slice(0, NAMED).join(', ')} />
            {further > 0 ? <>, {t('more', { count: further })}</> : null}
          </span>
        </span>
      }
      className="grid gap-1.5 px-2 pb-2"
    >
      {calls.map((entry) => (
        <CallCard key={entry.id} entry={entry} {...of} />
      ))}
    </Folded>
  )
}

/** Where the event is that the address names, once its part is loaded; null: it names none. */
export function namedEvent(): string | null {
  const id = /^#(?:call|event)-(\w+)$/.exec(location.hash)?.[1]
  return id === undefined ? null : `#call-${id}, #said-${id}`
}

/** Nearer to the end than this is at it; pixels. */
const NEAR = 48

/** Keeps the end in view while the reader is there, and what they read where it is while older parts come. */
function usePinned({ entries, writing, facts, from }: SessionState, sent: number) {
  const scroller = useRef<HTMLDivElement>(null)
  const isPinned = useRef(true)
  const height = useRef({ from, below: 0 })
  const [isAtEnd, setAtEnd] = useState(true)
  const toEnd = () => {
    const box = scroller.current
    if (box) box.scrollTop = box.scrollHeight
  }
  useEffect(() => {
    const box = scroller.current
    if (!box) return
    let before = { top: box.scrollTop, height: box.scrollHeight }
    const look = () => {
      const { scrollTop: top, scrollHeight, clientHeight } = box
      height.current.below = scrollHeight - top
      // What grew meanwhile has moved the end away from the reader, and not the reader from the end.
      const hasLeft = top < before.top && scrollHeight === before.height
      const isNear = scrollHeight - top - clientHeight < NEAR
      if (isNear || hasLeft) isPinned.current = isNear
      before = { top, height: scrollHeight }
      setAtEnd(isPinned.current)
    }
    // What unfolds, or becomes Markdown, grows without news.
    const grown = new ResizeObserver(() => {
      if (isPinned.current) toEnd()
    })
    if (box.firstElementChild) grown.observe(box.firstElementChild)
    grown.observe(box)
    box.addEventListener('scroll', look, { passive: true })
    return () => {
      grown.disconnect()
      box.removeEventListener('scroll', look)
    }
  }, [])
  useEffect(() => {
    isPinned.current = sent > 0 || namedEvent() === null
    if (isPinned.current) toEnd()
  }, [sent])
  useLayoutEffect(() => {
    const box = scroller.current
    if (!box) return
    if (from < height.current.from) box.scrollTop = box.scrollHeight - height.current.below
    else if (isPinned.current) toEnd()
    height.current = { from, below: box.scrollHeight - box.scrollTop }
  }, [entries, writing, facts.queue, from])
  return { scroller, isAtEnd, toEnd }
}

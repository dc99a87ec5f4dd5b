'use client'

import { useQuery } from '@tanstack/react-query'
import { Crosshair, Eye, Hand, PenLine, Users } from 'lucide-react'
import { memo, type ReactNode, useState } from 'react'
import { useTranslations } from 'use-intl'
import { VisibleLabel } from '@/components/content/visible-label'
import { PathInLine } from '@/components/content/visible-path'
import { classNames } from '@/components/ui/class-names'
import { Link } from '@/components/ui/link'
import { plainName } from '@/lib/text/plain-text'
import { placeOfCall, type ToolPlace } from '@/lib/text/tool-place'
import { isRead, verbOf } from '../conversation/call-words'
import type { CallEntry } from '../conversation/conversation-entries'
import { callChangesQuery, memoryListingQuery } from '../queries'
import type { MemoryFeed } from './memory-feed'
import { isGone, ShownFile } from './shown-file'
import { useFollowedPlace } from './use-followed-place'
import { changeKey, type SeenChange, type SeenChanges, useMemoryNews } from './use-memory-news'

export interface LiveStore {
  storeId: string
  name: string
  mountName: string
  access: 'read_write' | 'read_only'
  /** number of its last change at rendering */
  sequence: number
}

export interface LiveMemoryProps {
  sessionId: string
  stores: readonly LiveStore[]
  calls: readonly CallEntry[]
  feed: MemoryFeed
}

/**
 * The session's memory beside its conversation: follows the agent from call to call, and whoever else
 * writes to the same stores, until a person selects something else. What anybody writes glows.
 */
export const LiveMemory = memo(function LiveMemory({
  sessionId,
  stores,
  calls,
  feed,
}: LiveMemoryProps) {
  const t = useTranslations('LiveMemory')
  const [chosen, setChosen] = useState<ToolPlace | null>(null)
  const places = calls.map((call) => placeOfCall(call.name, call.input, stores))
  const news = useMemoryNews(sessionId, feed)
  const followed = useFollowedPlace(calls, places, news.byOthers)
  const shown = chosen ?? followed ?? { storeId: stores[0]?.storeId ?? '', path: '' }
  const touched = touchedBy(calls, places)
  if (stores.length === 0) return <p className="p-4 text-ink-3">{t('noStores')}</p>
  return (
    <div className="flex h-full min-h-0 flex-col bg-well">
      <div className="flex min-h-11 items-center gap-2 px-4 py-1.5">
        <h2 className="shrink-0 font-semibold">{t('heading')}</h2>
        <p className="min-w-0 truncate text-ink-3">
          {stores.map((store, index) => (
            <span key={store.storeId}>
              {index === 0 ? '' : ', '}
              <Link
                href={`/stores/${store.storeId}`}
                title={t('openStore')}
                className="hover:text-ink hover:underline"
              >
                <VisibleLabel text={store.name} />
              </Link>
            </span>
          ))}
          {stores.length === 1 && stores[0]?.access === 'read_only' ? `, ${t('read_only')}` : null}
        </p>
        <label
          className={classNames(
            'relative ml-auto flex h-6 shrink-0 cursor-pointer items-center gap-1.5 rounded-control px-2 text-xs font-medium has-focus-visible:outline-2 has-focus-visible:outline-accent max-md:h-8',
            chosen === null
              ? 'bg-accent-bg text-accent'
              : 'bg-raised text-ink-2 shadow-[0_0_0_1px_var(--line-2)]',
          )}
        >
          <input
            type="checkbox"
            className="sr-only"
            checked={chosen === null}
            onChange={({ target }) => setChosen(target.checked ? null : shown)}
          />
          <Crosshair size={14} strokeWidth={1.75} aria-hidden />
          {t(chosen === null ? 'follow' : 'followAgain')}
        </label>
      </div>
      <div
        data-files
        className="max-h-[40%] shrink-0 overflow-auto px-2 pb-2 outline-offset-[-2px]"
        tabIndex={0}
        role="group"
        aria-label={t('files')}
      >
        {stores.map((store) => (
          <StoreFiles
            key={store.storeId}
            sessionId={sessionId}
            store={store}
            isNamed={stores.length > 1}
            shown={shown}
            touched={touched}
            seen={news.changes}
            onChoose={(path) => setChosen({ storeId: store.storeId, path })}
          />
        ))}
      </div>
      <ShownFile sessionId={sessionId} place={shown} waiting={waitingAt(shown, touched)} />
    </div>
  )
})

/** The call that waits to write there; null: none. */
function waitingAt(shown: ToolPlace, touched: Touched): string | null {
  const there = touched.get(keyOf(shown))
  return there?.state === 'waits' ? there.callId : null
}

/** What the session's calls did with a memory, or wait to do, and the last of them that did. */
interface TouchedMemory extends ToolPlace {
  state: 'read' | 'written' | 'waits'
  callId: string
}

type Touched = ReadonlyMap<string, TouchedMemory>

const keyOf = ({ storeId, path }: ToolPlace) => changeKey(storeId, path)

const RANK = { read: 0, written: 1, waits: 2 } as const

/** The memories that the session's calls touch; written ones stay written when read. */
function touchedBy(calls: readonly CallEntry[], places: readonly (ToolPlace | null)[]): Touched {
  const touched = new Map<string, TouchedMemory>()
  for (const [index, call] of calls.entries()) {
    const place = places[index]
    const state = stateAfter(call)
    if (!place || place.path === '' || state === null) continue
    const before = touched.get(keyOf(place))
    if (before && RANK[before.state] > RANK[state]) continue
    touched.set(keyOf(place), { ...place, state, callId: call.id })
  }
  return touched
}

function stateAfter(call: CallEntry): TouchedMemory['state'] | null {
  if (call.state === 'waiting') return 'waits'
  if ((call.result?.written.length ?? 0) > 0) return 'written'
  return isRead(verbOf(call.name, call.input)) ? 'read' : null
}

/**
 * Scrolls the agent's current memory into view in its list; not on a phone, where the page would
 * scroll.
 */
function intoView(element: HTMLElement | null): void {
  const list = element?.closest('[data-files]')
  if (!element || !list) return
  const [row, frame] = [element.getBoundingClientRect(), list.getBoundingClientRect()]
  if (row.top < frame.top) list.scrollTop -= frame.top - row.top
  else if (row.bottom > frame.bottom) list.scrollTop += row.bottom - frame.bottom
}

/** A memory of the list, with what the session or others did with it since the page was opened. */
interface ListedFile {
  path: string
  state: TouchedMemory['state'] | 'changed' | null
  /** the call that did it; null: none of the session's */
  callId: string | null
  change: SeenChange | undefined
}

/** As many that were only read have rows of their own. */
const READ_SHOWN = 2

function StoreFiles({
  sessionId,
  store,
  isNamed,
  shown,
  touched,
  seen,
  onChoose,
}: {
  sessionId: string
  store: LiveStore
  isNamed: boolean
  shown: ToolPlace
  touched: Touched
  seen: SeenChanges
  onChoose: (path: string) => void
}) {
  const t = useTranslations('LiveMemory')
  const { storeId } = store
  const { data, error } = useQuery(memoryListingQuery(sessionId, storeId))
  const stored = data?.files ?? []
  const known = new Set(stored.map(({ path }) => path))
  const proposed = [...touched.values()].filter(
    (each) => each.storeId === storeId && each.state === 'waits' && !known.has(each.path),
  )
  const files = [...proposed, ...stored].map(({ path }): ListedFile => {
    const own = touched.get(keyOf({ storeId, path }))
    const change = seen.get(keyOf({ storeId, path }))
    const isOthers = change && !change.isOwn && own?.state !== 'waits'
    const state = isOthers ? 'changed' : (own?.state ?? null)
    return { path, state, callId: own?.callId ?? null, change }
  })
  const rowsOf = (some: readonly ListedFile[]) => (
    <ul className="text-sm">
      {some.map((file) => (
        <FileRow
          key={file.path}
          sessionId={sessionId}
          file={file}
          isShown={shown.storeId === storeId && shown.path === file.path}
          onChoose={() => onChoose(file.path)}
        />
      ))}
    </ul>
  )
  const of = (...states: ListedFile['state'][]) =>
    files.filter(({ state }) => states.includes(state))
  const [read, untouched] = [of('read'), of(null)]
  const isReadFolded = read.length > READ_SHOWN
  const holds = (some: readonly ListedFile[]) =>
    shown.storeId === storeId && some.some(({ path }) => path === shown.path)
  return (
    <section aria-label={plainName(store.name)}>
      {isNamed ? (
        <h3 className="px-3 py-1 text-xs font-medium">
          <VisibleLabel text={store.name} />{' '}
          {store.access === 'read_only' ? (
            <span className="text-ink-3">{t('read_only')}</span>
          ) : null}
        </h3>
      ) : null}
      {error ? (
        <p className="px-3 text-xs text-caution">{t(isGone(error) ? 'storeGone' : 'notLoaded')}</p>
      ) : null}
      {data && files.length === 0 ? <p className="px-3 text-xs text-ink-3">{t('empty')}</p> : null}
      {rowsOf(of('waits', 'written', 'changed'))}
      {isReadFolded ? (
        <Folded label={t('readCount', { count: read.length })} isOpen={holds(read)}>
          {rowsOf(read)}
        </Folded>
      ) : (
        rowsOf(read)
      )}
      {untouched.length === 0 ? null : (
        <Folded label={t('otherCount', { count: untouched.length })} isOpen={holds(untouched)}>
          {rowsOf(untouched)}
          {data?.hasMore ? <p className="px-3 text-xs text-ink-3">{t('more')}</p> : null}
        </Folded>
      )}
    </section>
  )
}

/** Memories behind a line; they are open while the shown one is among them. */
function Folded({
  label,
  isOpen,
  children,
}: {
  label: string
  isOpen: boolean
  children: ReactNode
}) {
  return (
    <details open={isOpen || undefined} className="group/files">
      <summary className="flex min-h-7 cursor-pointer list-none items-center gap-2 rounded-control px-2 text-sm text-ink-3 hover:bg-hover">
        <Eye size={14} strokeWidth={1.75} aria-hidden className="shrink-0" />
        {label}
      </summary>
      {children}
    </details>
  )
}

function FileRow({
  sessionId,
  file: { path, state, callId, change },
  isShown,
  onChoose,
}: {
  sessionId: string
  file: ListedFile
  isShown: boolean
  onChoose: () => void
}) {
  const t = useTranslations('LiveMemory')
  return (
    <li className="relative isolate">
      {change ? <span key={change.sequence} className="glow -z-1" aria-hidden /> : null}
      <button
        type="button"
        ref={isShown ? intoView : undefined}
        aria-current={isShown}
        title={plainName(path)}
        onClick={onChoose}
        className={classNames(
          'flex min-h-7 w-full cursor-pointer items-center gap-2 rounded-control px-2 py-0.5 text-left hover:bg-hover',
          isShown && 'bg-accent-bg',
        )}
      >
        <StateMark state={state} />
        <span className={classNames('min-w-0 flex-1 truncate', isShown && 'font-medium')}>
          <PathInLine path={path} />
        </span>
        {state === null ? null : (
          <span className="shrink-0 text-xs text-ink-3 tabular-nums">
            {state === 'written' && callId !== null ? (
              <Written sessionId={sessionId} callId={callId} path={path} />
            ) : (
              t(state)
            )}
          </span>
        )}
      </button>
    </li>
  )
}

/** The version that a call wrote, once its card has loaded it. */
function Written({ sessionId, callId, path }: { sessionId: string; callId: string; path: string }) {
  const t = useTranslations('LiveMemory')
  const call = { sessionId, eventId: callId, state: 'done' } as const
  const { data } = useQuery({ ...callChangesQuery(call), enabled: false })
  const ordinal = data?.changes.find(({ after }) => after?.path === path)?.ordinal
  return (
    <>
      <span className={ordinal == null ? undefined : 'sr-only'}>{t('written')} </span>
      {ordinal == null ? null : t('version', { ordinal })}
    </>
  )
}

const STATE_MARKS = {
  read: { Icon: Eye, look: 'text-ink-3' },
  written: { Icon: PenLine, look: 'text-accent' },
  waits: { Icon: Hand, look: 'text-caution' },
  changed: { Icon: Users, look: 'text-ink-3' },
} as const

function StateMark({ state }: { state: ListedFile['state'] }) {
  const mark = state && STATE_MARKS[state]
  return (
    <span aria-hidden className="grid size-4 shrink-0 place-items-center">
      {mark ? <mark.Icon size={14} strokeWidth={1.75} className={mark.look} /> : null}
    </span>
  )
}

'use client'

import { useQuery } from '@tanstack/react-query'
import { Crosshair, Eye, PenLine, Users } from 'lucide-react'
import { memo, useState } from 'react'
import { useFormatter, useTranslations } from 'use-intl'
import { VisibleLabel } from '@/components/content/visible-label'
import { VisibleLine } from '@/components/content/visible-line'
import { VisiblePath } from '@/components/content/visible-path'
import { RefusedError } from '@/components/queries/ask'
import { classNames } from '@/components/ui/class-names'
import { Link } from '@/components/ui/link'
import { shownSize } from '@/lib/text/shown-size'
import { splitLines } from '@/lib/text/lines'
import { type PathRow, pathRows } from '@/lib/text/path-rows'
import { plainName } from '@/lib/text/plain-text'
import { textDiff } from '@/lib/text/text-diff'
import { placeOfCall, type ToolPlace } from '@/lib/text/tool-place'
import { CallTimeline } from '../conversation/call-timeline'
import { isRead, verbOf } from '../conversation/call-words'
import type { CallEntry } from '../conversation/conversation-entries'
import type { MemoryFeed } from './memory-feed'
import type { MemoryListing, ShownMemory } from './memory-listing'
import { ProposedMemory } from './proposed-memory'
import { memoryListingQuery, shownMemoryQuery } from '../queries'
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
          {stores.length === 1 ? `, ${t(stores[0]?.access ?? 'read_only')}` : null}
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
      <CallTimeline calls={calls} onChoose={(index) => setChosen(places[index] ?? null)} />
      <div
        data-files
        className="max-h-[40%] min-h-24 shrink-0 overflow-auto px-2 pb-2 outline-offset-[-2px]"
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
      <ShownFile sessionId={sessionId} place={shown} waiting={waitingAt(shown, calls, places)} />
    </div>
  )
})

/** The call that waits to write there; null: none. */
function waitingAt(
  shown: ToolPlace,
  calls: readonly CallEntry[],
  places: readonly (ToolPlace | null)[],
): string | null {
  const isThere = (place: ToolPlace | null | undefined) => place && keyOf(place) === keyOf(shown)
  const call = calls.find(({ state }, index) => state === 'waiting' && isThere(places[index]))
  return call?.id ?? null
}

type Touched = ReadonlyMap<string, 'read' | 'written'>

const keyOf = ({ storeId, path }: ToolPlace) => changeKey(storeId, path)

/** The memories that the session's calls touched; written ones stay written when read. */
function touchedBy(calls: readonly CallEntry[], places: readonly (ToolPlace | null)[]): Touched {
  const touched = new Map<string, 'read' | 'written'>()
  for (const [index, call] of calls.entries()) {
    const place = places[index]
    if (!place || place.path === '' || call.state === 'waiting') continue
    const wrote = (call.result?.written.length ?? 0) > 0
    if (wrote) touched.set(keyOf(place), 'written')
    else if (isRead(verbOf(call.name, call.input)) && !touched.has(keyOf(place))) {
      touched.set(keyOf(place), 'read')
    }
  }
  return touched
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
  const { data, error } = useQuery(memoryListingQuery(sessionId, store.storeId))
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
      {data?.files.length === 0 ? <p className="px-3 text-xs text-ink-3">{t('empty')}</p> : null}
      <ul className="text-sm">
        {pathRows(data?.files ?? []).map((row) =>
          row.kind === 'directory' ? (
            <li
              key={row.path}
              style={indented(row.depth)}
              className="truncate py-0.5 pr-3 font-mono text-xs text-ink-3"
            >
              <VisiblePath path={`${row.name}/`} />
            </li>
          ) : (
            <FileRow
              key={row.file.path}
              row={row}
              state={touched.get(keyOf({ storeId: store.storeId, path: row.file.path }))}
              isShown={shown.storeId === store.storeId && shown.path === row.file.path}
              change={seen.get(keyOf({ storeId: store.storeId, path: row.file.path }))}
              onChoose={() => onChoose(row.file.path)}
            />
          ),
        )}
      </ul>
      {data?.hasMore ? <p className="px-3 text-xs text-ink-3">{t('more')}</p> : null}
    </section>
  )
}

/** The store or the session was deleted; other errors may be temporary. */
const isGone = (error: Error) => error instanceof RefusedError && error.status === 404

const indented = (depth: number) => ({ paddingLeft: `${0.75 + depth * 0.75}rem` })

function FileRow({
  row,
  state: touched,
  isShown,
  change,
  onChoose,
}: {
  row: Extract<PathRow<MemoryListing['files'][number]>, { kind: 'file' }>
  state: 'read' | 'written' | undefined
  isShown: boolean
  /** the last since the page was opened */
  change: SeenChange | undefined
  onChoose: () => void
}) {
  const t = useTranslations('LiveMemory')
  const format = useFormatter()
  const state = change && !change.isOwn ? 'changed' : touched
  return (
    <li className="relative">
      {change ? <span key={change.sequence} className="glow" aria-hidden /> : null}
      <button
        type="button"
        ref={isShown ? intoView : undefined}
        aria-current={isShown}
        title={plainName(row.file.path)}
        onClick={onChoose}
        style={indented(row.depth)}
        className={classNames(
          'flex min-h-7 w-full cursor-pointer items-center gap-2 rounded-control py-0.5 pr-2 text-left hover:bg-hover',
          isShown && 'bg-accent-bg',
        )}
      >
        <StateMark state={state} />
        <span className={classNames('min-w-0 flex-1 truncate', isShown && 'font-medium')}>
          <VisiblePath path={row.name} />
        </span>
        {state ? <span className="text-xs text-ink-3">{t(state)}</span> : null}
        <span className="text-xs text-ink-3 tabular-nums">{shownSize(format, row.file.size)}</span>
      </button>
    </li>
  )
}

const STATE_ICONS = { read: Eye, written: PenLine, changed: Users } as const

function StateMark({ state }: { state: keyof typeof STATE_ICONS | undefined }) {
  const Icon = state && STATE_ICONS[state]
  return (
    <span aria-hidden className="grid size-4 shrink-0 place-items-center text-ink-3">
      {Icon ? (
        <Icon
          size={14}
          strokeWidth={1.75}
          className={state === 'written' ? 'text-accent' : undefined}
        />
      ) : null}
    </span>
  )
}

function ShownFile({
  sessionId,
  place,
  waiting,
}: {
  sessionId: string
  place: ToolPlace
  /** the call that waits to write there */
  waiting: string | null
}) {
  const t = useTranslations('LiveMemory')
  const { data, error, isPending } = useQuery(
    shownMemoryQuery(sessionId, place.storeId, place.path),
  )
  if (place.path === '')
    return <p className="flex-1 border-t border-line bg-sheet p-4 text-ink-3">{t('choose')}</p>
  return (
    <section
      className="flex min-h-0 flex-1 flex-col border-t border-line bg-sheet"
      aria-label={plainName(place.path)}
    >
      <h3 className="flex min-h-10 items-center justify-between gap-2 border-b border-line px-4">
        <span className="min-w-0 truncate font-mono text-code">
          <VisiblePath path={place.path} />
        </span>
        {data ? (
          <Link
            href={`/stores/${place.storeId}?memory=${data.memoryId}`}
            className="shrink-0 font-medium text-ink-2 hover:text-ink"
          >
            {t('open')}
          </Link>
        ) : null}
      </h3>
      {data === null && waiting !== null ? (
        <ProposedMemory sessionId={sessionId} eventId={waiting} place={place} />
      ) : (
        <div
          className="min-h-0 flex-1 overflow-auto py-1 outline-offset-[-2px]"
          tabIndex={0}
          role="group"
          aria-label={t('content')}
          data-content
        >
          {data ? (
            <Lines key={data.path} memory={data} />
          ) : (
            <p className="px-4 py-2 text-ink-3">
              {isPending ? t('loading') : t(error && !isGone(error) ? 'notLoaded' : 'notThere')}
            </p>
          )}
        </div>
      )}
    </section>
  )
}

/** The lines of a memory; those added while it is shown glow. */
function Lines({ memory }: { memory: ShownMemory }) {
  const [seen, setSeen] = useState(memory)
  const [added, setAdded] = useState<ReadonlySet<number>>(new Set())
  if (seen.versionId !== memory.versionId) {
    setSeen(memory)
    setAdded(addedLines(seen.content, memory.content))
  }
  const firstAdded = Math.min(...added)
  return (
    <ol className="font-mono text-code">
      {splitLines(memory.content).map((line, index) => (
        <li
          key={`${memory.versionId} ${index}`}
          ref={index + 1 === firstAdded ? intoSight : undefined}
          className={classNames(
            'relative flex border-l-2',
            added.has(index + 1) ? 'border-accent' : 'border-transparent',
          )}
        >
          {added.has(index + 1) ? <span className="glow" aria-hidden /> : null}
          <span
            data-line={index + 1}
            className="w-10 shrink-0 pr-2 text-right text-ink-3 select-none before:content-[attr(data-line)]"
          />
          <code className="min-w-0 flex-1 pr-3 break-words whitespace-pre-wrap">
            <VisibleLine line={line} />
          </code>
        </li>
      ))}
    </ol>
  )
}

/** Scrolls to what was just added, within the memory only. */
function intoSight(line: HTMLElement | null): void {
  const frame = line?.closest<HTMLElement>('[data-content]')
  if (!line || !frame) return
  const [row, around] = [line.getBoundingClientRect(), frame.getBoundingClientRect()]
  if (row.top >= around.top && row.bottom <= around.bottom) return
  frame.scrollTop += row.top - around.top - around.height / 3
}

function addedLines(before: string, after: string): ReadonlySet<number> {
  const lines = textDiff(before, after, 0).hunks.flatMap((hunk) => hunk.lines)
  return new Set(lines.flatMap((line) => (line.kind === 'added' ? [line.after ?? 0] : [])))
}

'use client'

import {
  CircleAlert,
  CircleCheck,
  Eye,
  type LucideIcon,
  ScanLine,
  TriangleAlert,
} from 'lucide-react'
import { useFormatter, useTranslations } from 'next-intl'
import { type MouseEvent, type ReactNode, useEffect, useState } from 'react'
import { ActButton } from '@/components/ui/act-button'
import { ButtonLink } from '@/components/ui/button'
import { Empty } from '@/components/ui/empty'
import { type Filter, ListFilters } from '@/components/ui/list-filters'
import { ListPage } from '@/components/ui/list-page'
import { Notice, NoticeBar } from '@/components/ui/notice'
import type { Older as HiddenMemories, ReviewGroup } from '@/lib/review/to-review'
import { keepOlder, undoSettled } from './actions'
import { WaitingWrites } from '@/components/approval/waiting-writes'
import { groupAddress, useGroupRow, useGroupWords } from './group-row'
import { clsx } from 'clsx'
import { Cache } from '@/components/frame/cache'
import { PathInLine, VisibleLabel, VisibleLine } from '@/components/lines/visible-text'
import { ActorMark, useActorLabel } from '@/components/ui/actor-mark'
import { Link } from '@/components/ui/link'
import type { Level } from '@/lib/review/attention'
import type { Marked } from '@/lib/review/marked'
import { isIdOf } from '@/lib/text/id-kind'
import { inkOf, useSignalWords } from './words'

export interface InboxProps {
  groups: readonly ReviewGroup[]
  /** the group that is shown beside the others, by its key; what led here may be of one that is gone */
  chosen: string | null
  filters: readonly Filter[]
  /** what stores are called, by their ids */
  stores: readonly (readonly [id: string, name: string])[]
  /** how many memories are not shown, in one store or all, and which */
  older: (HiddenMemories & { count: number; storeId: string | undefined }) | null
  now: Date
  news: ReactNode
}

/** The groups of the list that was left last: of one that is settled the next is chosen. */
let left: readonly string[] = []

/** What waits for a person and what is to be looked at, with the chosen one beside it. */
export function Inbox(props: InboxProps) {
  const { groups, chosen, filters, stores, older, now, news } = props
  const narrowed: Record<string, string> = Object.fromEntries(
    filters.flatMap(({ name, value }) => (value === '' ? [] : [[name, value]])),
  )
  const isNarrowed = Object.keys(narrowed).length > 0
  const t = useTranslations('Review')
  const of = (key: string | null) => groups.find((each) => each.key === key)
  const [asked, setAsked] = useState(() => {
    const from = left.indexOf(chosen ?? '')
    return from < 0 ? null : (left.slice(from).find(of) ?? null)
  })
  useEffect(() => () => void (left = groups.map(({ key }) => key)), [groups])
  const storeOf = new Map(stores)
  const rowOf = useGroupRow(storeOf, narrowed, now)
  // Who came by a link of the navigation has left it: the keys are the list's.
  useEffect(() => {
    if (document.activeElement?.closest('nav')) document.getElementById('main')?.focus()
  }, [])
  const gone = older ? 'leftOrOlder' : 'nothingLeft'
  const current = of(asked) ?? of(chosen) ?? groups[0]
  const rowAt = (target: EventTarget) =>
    (target as Element).closest<HTMLElement>('[data-row]')?.dataset.row ?? null
  /** A click shows a group that is not shown yet; the key opens it. */
  const choose = (event: MouseEvent) => {
    const key = rowAt(event.target)
    const isKey = event.detail === 0
    const isAlone = !matchMedia('(width >= 64rem)').matches
    if (key === null || isKey || isAlone || key === current?.key) return
    event.preventDefault()
    setAsked(key)
  }
  return (
    <>
      {chosen && !of(chosen) ? <NoticeBar tone="plain">{t(gone)}</NoticeBar> : null}
      {news}
      {groups.length > 0 || isNarrowed ? <ListFilters address="/review" filters={filters} /> : null}
      <div className="grid flex-1 grid-cols-[minmax(0,1fr)] has-[>section]:lg:grid-cols-[minmax(320px,2fr)_minmax(0,3fr)]">
        <div
          className="min-w-0 border-line not-last:lg:border-r"
          onClickCapture={choose}
          onFocus={({ target }) => setAsked(rowAt(target) ?? asked)}
        >
          <ListPage
            label={t('title')}
            columns={[{ label: t('age'), width: '3.5rem', isNumber: true }]}
            rows={groups.map((group) => ({
              ...rowOf(group),
              group: t(group.held.length > 0 ? 'waiting' : 'toLookAt'),
              isCurrent: group === current,
            }))}
            empty={
              <Empty
                Icon={CircleCheck}
                title={t(isNarrowed ? 'noneMatch' : 'caughtUp')}
                acts={isNarrowed ? null : <ButtonLink href="/stores">{t('toStores')}</ButtonLink>}
              >
                {isNarrowed ? null : t('caughtUpAbout')}
              </Empty>
            }
          >
            {older ? <Older {...older} /> : null}
          </ListPage>
        </div>
        {current ? (
          <section
            aria-label={t('preview')}
            className={
              current.held.length === 0
                ? 'bg-well max-lg:hidden'
                : 'bg-well max-lg:border-t max-lg:border-line'
            }
          >
            <div className="lg:sticky lg:top-16 lg:max-h-[calc(100dvh-7rem)] lg:overflow-y-auto">
              <GroupPreview group={current} narrowed={narrowed} storeOf={storeOf} />
            </div>
          </section>
        ) : null}
      </div>
    </>
  )
}

/** More than a list shows: kept unread, all at once, with one undo. */
function Older({ count, than, but, unscanned, storeId }: NonNullable<InboxProps['older']>) {
  const t = useTranslations('Review')
  return (
    <div className="px-4 py-3">
      <Notice
        tone="plain"
        acts={
          <ActButton
            size="small"
            does={keepOlder}
            input={{ than, but, storeId }}
            on={{
              done: ({ memories, batchIds }) =>
                batchIds.length > 0 ? t('settled', { count: memories }) : undefined,
              undo:
                ({ batchIds }) =>
                () =>
                  undoSettled({ groupKey: '', batchIds }),
            }}
          >
            {t('keepOlder')}
          </ActButton>
        }
      >
        {t('olderAbout', { count, unscanned })}
      </Notice>
    </div>
  )
}

export interface GroupPreviewProps {
  group: ReviewGroup
  narrowed: Record<string, string>
  storeOf: ReadonlyMap<string, string>
}

/** More memories than these are counted. */
const MOST_SHOWN = 12

/** A group beside the list: what waits of it, and what there is to look at. */
function GroupPreview({ group, narrowed, storeOf }: GroupPreviewProps) {
  const t = useTranslations('Review')
  const format = useFormatter()
  const actor = useActorLabel()
  const words = useGroupWords()
  const { key, by, kind, memories, held } = group
  const stores = [...new Set([...held, ...memories].map(({ storeId }) => storeId))]
  const names = format.list(stores.map((id) => storeOf.get(id) ?? id))
  const rest = memories.length - MOST_SHOWN
  return (
    <>
      <header className="border-b border-line bg-sheet px-6 pt-5 pb-4 max-md:px-4">
        <p className="flex items-center gap-2 text-ink-2">
          <ActorMark writer={by} size="small" />
          {kind === 'session' && isIdOf('sesn', key) ? (
            <Link
              href={`/sessions/${key}`}
              className="min-w-0 truncate underline decoration-line-2 hover:text-ink"
            >
              <VisibleLabel text={by.title ?? t('inSession')} />
            </Link>
          ) : (
            <span className="min-w-0 truncate">
              <VisibleLabel text={actor(by)} />
            </span>
          )}
          <span aria-hidden>·</span>
          <span className="min-w-24 flex-1 truncate">
            <VisibleLabel text={names} />
          </span>
        </p>
        <h2 className="pt-1 text-[22px] leading-7 font-semibold tracking-[-0.015em] wrap-anywhere">
          <VisibleLabel text={words.title(group)} />
        </h2>
        {memories.length > 0 ? (
          <>
            <p className="pt-1 text-ink-2">
              {words.reasons(group) || (held.length === 0 && t('levelOf.plain'))}
            </p>
            <ButtonLink
              href={groupAddress(key, narrowed)}
              variant={held.length > 0 ? 'secondary' : 'primary'}
              className="mt-3"
              stroke="enter"
            >
              {t('review', { count: memories.length })}
            </ButtonLink>
          </>
        ) : null}
      </header>
      <div className="grid gap-4 px-6 py-4 max-md:px-4">
        <Cache>{held.length > 0 ? <WaitingWrites held={held} storeOf={storeOf} /> : null}</Cache>
        {memories.length > 0 ? (
          <ul className="divide-y divide-line overflow-hidden rounded-card bg-sheet shadow-[0_0_0_1px_var(--line-2)]">
            {memories.slice(0, MOST_SHOWN).map((memory) => (
              <PreviewRow key={memory.memoryId} memory={memory} />
            ))}
            {rest > 0 ? (
              <li className="px-3 py-2 text-ink-2">{t('andMore', { count: rest })}</li>
            ) : null}
          </ul>
        ) : null}
      </div>
    </>
  )
}

const SIGNS: Record<Level, [LucideIcon, string]> = {
  danger: [CircleAlert, 'text-removed'],
  look: [TriangleAlert, 'text-caution'],
  unknown: [ScanLine, 'text-caution'],
  plain: [Eye, 'text-ink-3'],
}

function PreviewRow({ memory }: { memory: Marked }) {
  const { path, level, signals, flagged } = memory
  const t = useTranslations('Review')
  const words = useSignalWords()(signals)
  const [Sign, look] = SIGNS[level]
  return (
    <li className="flex items-start gap-2.5 px-3 py-2">
      <Sign size={15} aria-hidden className={clsx('mt-0.5 shrink-0', look)} />
      <span className="min-w-0">
        <span className="block truncate font-mono text-xs">
          <PathInLine path={path} />
          {flagged ? <span className="text-ink-3">:{flagged.line}</span> : null}
        </span>
        {level === 'plain' ? null : (
          <span className={clsx('block text-xs', inkOf(memory))}>
            {words.length > 0 ? words.join(', ') : t(`levelOf.${level}`)}
          </span>
        )}
        {flagged ? (
          <span className="block truncate font-mono text-xs text-ink-2">
            <VisibleLine line={flagged.text} />
          </span>
        ) : null}
      </span>
    </li>
  )
}

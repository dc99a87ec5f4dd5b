import { useQuery } from '@tanstack/react-query'
import { useSearchParams } from 'next/navigation'
import { useFormatter, useTranslations } from 'next-intl'
import { type ReactNode, useRef, useState } from 'react'
import { ask } from '@/components/act/ask'
import { useRows } from '@/components/keys/use-rows'
import type { DiffLines } from '@/components/lines/line'
import { Difference } from '@/components/lines/difference'
import { PathInLine, PathThatFits } from '@/components/lines/visible-text'
import { Amount, ChangeLetter, type ChangeKind } from '@/components/ui/badge'
import { Button } from '@/components/ui/button'
import { SegmentedChoice } from '@/components/ui/segmented'
import { SCROLLED } from '@/components/ui/near'
import { Skeleton } from '@/components/ui/skeleton'
import { Notice } from '@/components/ui/notice'
import { Checkbox } from '@/components/ui/field'
import { plainName } from '@/lib/text/visible-text'

/** A memory that a plan changes, or that differs at two ends. */
export interface PathRow {
  id: string
  path: string
  kind: ChangeKind | null
  /** null: it has no tick, but maybe a sign in its place */
  tick: boolean | 'mixed' | null
  sign?: ReactNode
  /** what is to be known besides the path, in one line */
  about?: ReactNode
  added?: number
  removed?: number
}

export interface RowGroup {
  key: string
  title: string
  about?: string
  rows: readonly PathRow[]
}

export interface RowsProps {
  label: string
  groups: readonly RowGroup[]
  /** what is left out since nothing is to be done */
  same: { title: string; about?: string; count: number }
  current: string | null
  onOpen: (id: string) => void
  onTick: (id: string) => void
  /** what is seen of the row that is open */
  children: ReactNode
}

/** Rows by group, some with ticks, beside what is to be seen of the one that is open. */
export function Rows({ label, groups, same, current, onOpen, onTick, children }: RowsProps) {
  const ticked = new Set(
    groups.flatMap(({ rows }) => rows.flatMap(({ id, tick }) => (tick === null ? [] : id))),
  )
  const seen = useRef<HTMLDivElement>(null)
  const open = (id: string) => {
    onOpen(id)
    // On a phone what is seen of it lies below the rows.
    if (!matchMedia('(width < 48rem)').matches) return
    requestAnimationFrame(() => seen.current?.querySelector('section')?.scrollIntoView())
  }
  const row = useRows({ open, tick: (id) => ticked.has(id) && onTick(id) })
  const draw = (each: PathRow) => (
    <li
      key={each.id}
      {...row(each.id)}
      aria-current={each.id === current ? 'true' : undefined}
      className="relative flex min-h-8 items-center gap-2 px-4 py-1 hover:bg-hover aria-current:bg-accent-bg aria-current:shadow-[inset_2px_0_0_var(--accent)]"
    >
      <Row row={each} onOpen={open} onTick={onTick} />
    </li>
  )
  return (
    <div className="grid min-h-0 flex-1 grid-cols-[minmax(260px,390px)_minmax(0,1fr)] max-md:flex max-md:flex-col">
      <nav
        aria-label={label}
        className="min-h-0 overflow-y-auto border-r border-line bg-well pb-4 max-md:border-r-0"
      >
        {groups.map(({ key, ...group }) => (
          <Group key={key} {...group} draw={draw} />
        ))}
        {same.count > 0 ? <GroupHead {...same} /> : null}
      </nav>
      <div
        ref={seen}
        {...SCROLLED}
        className="min-h-0 min-w-0 overflow-y-auto -outline-offset-2 max-md:contents"
      >
        {children}
      </div>
    </div>
  )
}

function GroupHead({ title, about, count }: RowsProps['same']) {
  const format = useFormatter()
  return (
    <header className="px-4 pt-4 pb-1">
      <h2 className="font-semibold wrap-anywhere">
        {title} <span className="font-normal text-ink-3 tabular-nums">{format.number(count)}</span>
      </h2>
      {about === undefined ? null : <p className="text-xs text-ink-2">{about}</p>}
    </header>
  )
}

/** More rows of a group are shown when asked for. */
const SHOWN_AT_FIRST = 200

function Group({
  rows,
  draw,
  ...head
}: Omit<RowGroup, 'key'> & { draw: (row: PathRow) => ReactNode }) {
  const t = useTranslations('Plan')
  const [isWhole, setWhole] = useState(false)
  const shown = isWhole ? rows : rows.slice(0, SHOWN_AT_FIRST)
  const rest = rows.length - shown.length
  return (
    <section aria-label={head.title}>
      <GroupHead {...head} count={rows.length} />
      <ul>{shown.map(draw)}</ul>
      {rest > 0 ? (
        <Button variant="quiet" size="small" className="mx-3 mt-1" onClick={() => setWhole(true)}>
          {t('showRest', { count: rest })}
        </Button>
      ) : null}
    </section>
  )
}

function Row({ row, onOpen, onTick }: Pick<RowsProps, 'onOpen' | 'onTick'> & { row: PathRow }) {
  const { id, path, kind, tick, sign, about, added = 0, removed = 0 } = row
  return (
    <>
      <span className="grid w-5 shrink-0 place-items-center">
        {tick === null ? (
          sign
        ) : (
          <Checkbox
            isTicked={tick === true}
            isMixed={tick === 'mixed'}
            onTick={() => onTick(id)}
            label={plainName(path)}
          />
        )}
      </span>
      <button
        type="button"
        onClick={() => onOpen(id)}
        className="row-link flex min-w-0 flex-1 items-center gap-2 text-left"
      >
        {kind ? <ChangeLetter kind={kind} /> : null}
        <span className="min-w-0 flex-1">
          <span className="block truncate font-mono text-xs">
            <PathThatFits path={path} />
          </span>
          {about}
        </span>
        {added + removed > 0 ? <Amount added={added} removed={removed} /> : null}
      </button>
    </>
  )
}

export interface RowDifferenceProps<Shown> {
  row: Pick<PathRow, 'path' | 'kind'>
  about?: ReactNode
  /** where it is asked for; null: there is nothing to see */
  address: string | null
  /** what it is the difference of, so that another is asked for anew */
  of: readonly unknown[]
  /** of the row that the server showed first */
  first: Shown | null
  acts?: (shown: Shown | undefined) => ReactNode
  /** its lines, where they are not drawn as they are */
  children?: (shown: Shown, layout: Layout) => ReactNode
}

type Layout = 'unified' | 'split'

/** What becomes of a memory, or how it differs: asked for when it is opened. */
export function RowDifference<Shown extends DiffLines>(props: RowDifferenceProps<Shown>) {
  const { row, about, address, of, first, acts, children } = props
  const t = useTranslations('Plan')
  const words = useTranslations('Memory')
  const isOneSided = row.kind === 'created' || row.kind === 'deleted'
  const isSplit = useSearchParams().get('layout') === 'split' && !isOneSided
  const layout = isSplit ? 'split' : 'unified'
  const {
    data: shown,
    error,
    isLoading,
  } = useQuery<Shown>({
    queryKey: ['row', address, ...of],
    queryFn: ({ signal }) => ask<Shown>(address ?? '', signal),
    initialData: () => first ?? undefined,
    enabled: address !== null,
    gcTime: 60_000,
  })
  return (
    <section aria-label={plainName(row.path)} className="min-w-0">
      <header className="@container flex min-h-10 flex-wrap items-center gap-x-2 gap-y-1 border-b border-line bg-well px-4 py-1.5">
        {row.kind ? <ChangeLetter kind={row.kind} /> : null}
        <h2 className="min-w-0 truncate font-mono text-xs font-medium">
          <PathInLine path={row.path} />
        </h2>
        {shown && shown.lines.length > 0 ? (
          <Amount added={shown.added} removed={shown.removed} />
        ) : null}
        {about}
        <span className="ml-auto flex flex-wrap items-center gap-2 empty:hidden">
          {acts?.(shown)}
          {shown && shown.lines.length > 0 && !isOneSided ? (
            <span className="@max-[38rem]:hidden">
              <SegmentedChoice<Layout>
                name="layout"
                legend={words('views_diff')}
                choices={(['unified', 'split'] as const).map((value) => ({
                  value,
                  label: words(value),
                }))}
                value={layout}
                onChoose={showIn}
              />
            </span>
          ) : null}
        </span>
      </header>
      {address === null ? <Notice tone="plain">{t('cannotAbout')}</Notice> : null}
      {error ? <Notice tone="caution">{t('rowUnread')}</Notice> : null}
      {isLoading ? <Skeleton count={6} label={t('loading')} /> : null}
      {shown?.lines.length === 0 ? (
        <p className="px-4 py-6 text-ink-2">{t(row.kind === 'deleted' ? 'noText' : 'noLines')}</p>
      ) : null}
      {shown && shown.lines.length > 0
        ? (children?.(shown, layout) ?? <Difference diff={shown} layout={layout} />)
        : null}
    </section>
  )
}

/** Has the address say it, without asking the server: what is opened next is shown alike. */
function showIn(layout: Layout): void {
  const address = new URL(location.href)
  address.searchParams.set('layout', layout)
  history.replaceState(null, '', address)
}

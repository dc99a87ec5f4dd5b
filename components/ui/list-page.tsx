import { clsx } from 'clsx'
import type { CSSProperties, ReactNode } from 'react'
import { ListKeys } from '@/components/keys/use-rows'
import { groupedBy } from '@/lib/text/lists'
import { Link } from './link'

export interface Column {
  label: string
  /** a track of CSS grid, as `7rem` */
  width: string
  isNumber?: boolean
  /** left out of rows that are stacked, and with `lg` also where there is little more room */
  from?: 'md' | 'lg'
}

export interface Row {
  id: string
  /** of its page; without it the row is all that there is to see */
  href?: string
  /** before the title: an actor's mark, a letter, an icon */
  mark?: ReactNode
  title: ReactNode
  /** under the title, in one line */
  about?: ReactNode
  /** one for each column */
  cells?: readonly ReactNode[]
  /** what can be done with it, above the row's own link */
  acts?: ReactNode
  /** what it asks of a person, across the list below it */
  below?: ReactNode
  /** what is shown beside the list is of it */
  isCurrent?: boolean
  /** rows of the same group follow each other below its name */
  group?: string
}

export interface ListPageProps {
  /** name of the list, read out */
  label: string
  columns?: readonly Column[]
  /** head of the first column; without it the columns speak for themselves */
  title?: string
  rows: readonly Row[]
  /** room for what can be done with a row: every row is a grid of its own */
  actsWidth?: string
  /** in place of rows where there are none */
  empty: ReactNode
  /** below the rows: what is folded, the next page */
  children?: ReactNode
}

/** Stacked, the cells stand below the title, and the acts at their right. */
const ROW =
  'relative grid min-h-13 grid-cols-(--columns) items-center gap-x-4 gap-y-0.5 border-b border-line px-4 py-1.5 focus-within:bg-hover hover:bg-hover aria-current:bg-accent-bg aria-current:shadow-[inset_2px_0_0_var(--accent)] stacked:flex stacked:flex-wrap stacked:*:first:w-full'

const FROM = { md: 'stacked:hidden', lg: 'max-lg:hidden @max-5xl/columns:hidden' } as const

/**
 * A list. It is whole without a script; J, K and Enter come with it. Rows are as wide as the page, their
 * columns aligned; on a phone, and where its columns would leave a title no room, the cells stand below it.
 */
export function ListPage(props: ListPageProps) {
  const { label, columns = [], title, rows, actsWidth = '13rem', empty, children } = props
  const hasActs = rows.some((row) => row.acts !== undefined)
  const acts = hasActs ? `minmax(${actsWidth},max-content)` : 'auto'
  const tracks = ['minmax(0,1fr)', ...columns.map(({ width }) => width), acts].join(' ')
  const style = { '--columns': tracks } as CSSProperties
  const isWide = columns.length + (hasActs ? 1 : 0) > 2
  return (
    <section aria-label={label} className={clsx('min-w-0', isWide && '@container/columns')}>
      {rows.some(({ href }) => href) ? <ListKeys /> : null}
      {title === undefined || rows.length === 0 ? null : (
        <div
          aria-hidden
          style={style}
          className="grid min-h-8 grid-cols-(--columns) items-center gap-x-4 border-b border-line px-4 text-xs text-ink-3 stacked:hidden"
        >
          <span>{title}</span>
          {columns.map((column) => (
            <span
              key={column.label}
              className={clsx(column.isNumber && 'text-right', column.from && FROM[column.from])}
            >
              {column.label}
            </span>
          ))}
        </div>
      )}
      {rows.length === 0 ? empty : null}
      {[...groupedBy(rows, ({ group }) => group)].map(([group, ofGroup]) => (
        <div key={group ?? ''}>
          {group === undefined ? null : (
            <h2 className="flex items-baseline gap-2 border-b border-line px-4 pt-4 pb-1 text-xs font-semibold text-ink-2">
              {group} <span className="font-normal text-ink-3 tabular-nums">{ofGroup.length}</span>
            </h2>
          )}
          <ul>
            {ofGroup.map((row) => (
              <RowOfList key={row.id} row={row} columns={columns} style={style} />
            ))}
          </ul>
        </div>
      ))}
      {children}
    </section>
  )
}

interface RowOfListProps {
  row: Row
  columns: readonly Column[]
  style: CSSProperties
}

function RowOfList({ row, columns, style }: RowOfListProps) {
  return (
    <li
      data-row={row.href && row.id}
      aria-current={row.isCurrent || undefined}
      style={style}
      className={ROW}
    >
      <div className="flex min-w-0 items-center gap-3">
        {row.mark}
        <div className="min-w-0">
          {row.href === undefined ? (
            <div className="truncate font-medium">{row.title}</div>
          ) : (
            <Link href={row.href} className="row-link block truncate font-medium">
              {row.title}
            </Link>
          )}
          {row.about ? <div className="truncate text-xs text-ink-3">{row.about}</div> : null}
        </div>
      </div>
      <div
        className={clsx(
          'contents stacked:flex stacked:min-w-0 stacked:flex-1 stacked:flex-wrap stacked:gap-x-4 stacked:empty:hidden',
          row.mark && 'stacked:pl-8.5',
        )}
      >
        {columns.map((column, at) => (
          <div
            key={column.label}
            className={clsx(
              'min-w-0 truncate text-ink-2 stacked:text-xs stacked:empty:hidden',
              column.isNumber && 'text-right tabular-nums stacked:text-left',
              column.from && FROM[column.from],
            )}
          >
            {row.cells?.[at] ? (
              <>
                <span className="sr-only">{column.label} </span>
                {row.cells[at]}
              </>
            ) : null}
          </div>
        ))}
      </div>
      {row.acts ? (
        <div className="relative z-1 -col-end-1 ml-auto flex gap-1">{row.acts}</div>
      ) : null}
      {row.below ? <div className="relative z-1 col-span-full w-full py-2">{row.below}</div> : null}
    </li>
  )
}

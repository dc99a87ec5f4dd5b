import { clsx } from 'clsx'
import { ChevronDown, ChevronRight, FileText, Folder, PencilLine } from 'lucide-react'
import type { useFormatter, useTranslations } from 'next-intl'
import { memo, type MouseEvent, type ReactNode } from 'react'
import { NameInTheMiddle, VisiblePath } from '@/components/lines/visible-text'
import { Link } from '@/components/ui/link'
import { ToReviewDot } from '@/components/ui/badge'
import { shownSize } from '@/lib/text/human-size'
import { plainName } from '@/lib/text/visible-text'
import { type ListedMemory, nameOf, type TreeRow as Row } from './listing'

export interface TreeRowProps {
  /** made once for all rows */
  t: ReturnType<typeof useTranslations<'Tree'>>
  format: ReturnType<typeof useFormatter>
  row: Row
  index: number
  /** of a memory: its address */
  href: string
  isSelected: boolean
  /** chosen with others for one act */
  isChosen: boolean
  /** the tab stop */
  isActive: boolean
  isDropTarget: boolean
  /** somebody typed in it here and has not saved */
  isDraft: boolean
  /** grows with each change; 0: it did not change while the page was open */
  glow: number
  /** stands for the name while that is written */
  field: ReactNode | null
  canDrag: boolean
  onPick: (index: number, event: MouseEvent) => void
  onMenu: (index: number, event: MouseEvent) => void
}

/** A memory or a folder in the tree. */
export const TreeRow = memo(function TreeRow(props: TreeRowProps) {
  const { row, index, isSelected, isChosen, field, t } = props
  const shared = {
    role: 'treeitem',
    'aria-level': row.level,
    'aria-posinset': row.position,
    'aria-setsize': row.siblings,
    'aria-selected': isChosen || isSelected,
    'aria-current': isSelected ? ('true' as const) : undefined,
    'data-row': row.path,
    'data-index': index,
    tabIndex: props.isActive ? 0 : -1,
    draggable: props.canDrag && field === null,
    className: clsx(
      'isolate absolute inset-x-0 h-(--row) flex cursor-pointer items-center gap-1.5 pr-3 -outline-offset-2 hover:bg-hover',
      isSelected && 'bg-selected font-medium shadow-[inset_2px_0_0_var(--accent)]',
      isChosen && 'bg-selected',
      props.isDropTarget && 'outline-2 outline-accent',
    ),
    style: {
      top: `calc(${index} * var(--row))`,
      paddingLeft: (row.level - 1) * 14 + (row.memory ? 26 : 8),
    },
    onClick: (event: MouseEvent) => props.onPick(index, event),
    onContextMenu: (event: MouseEvent) => props.onMenu(index, event),
  } as const
  const glow = props.glow > 0 ? <span key={props.glow} className="glow" aria-hidden /> : null
  if (row.memory) {
    return (
      <Link {...shared} href={props.href} aria-label={field ? plainName(row.name) : undefined}>
        {glow}
        <FileText
          size={15}
          strokeWidth={1.75}
          aria-hidden
          // A broken outline: nobody has read it.
          strokeDasharray={row.memory[3] ? undefined : '2.5 2.5'}
          className={clsx('shrink-0', isSelected ? 'text-accent' : 'text-ink-3')}
        />
        {field ?? <MemoryName {...props} name={row.name} memory={row.memory} />}
      </Link>
    )
  }
  const isOpen = row.folder?.isOpen ?? false
  const count = row.folder?.count ?? 0
  const Chevron = isOpen ? ChevronDown : ChevronRight
  // Of a chain only the last name is written; those before it stay in sight.
  const leading = row.name.slice(0, row.name.length - nameOf(row.path).length)
  return (
    <div
      {...shared}
      aria-expanded={isOpen}
      aria-label={field ? undefined : t('folder', { name: plainName(row.name), count })}
    >
      {glow}
      <Chevron size={14} aria-hidden className="-mr-1 -ml-0.5 shrink-0 text-ink-3" />
      <Folder size={15} strokeWidth={1.75} aria-hidden className="shrink-0 text-ink-3" />
      {field && leading !== '' ? (
        <span className="max-w-1/2 shrink-0 truncate text-ink-3">
          <VisiblePath path={leading} />
        </span>
      ) : null}
      {field ?? (
        <>
          <span className="truncate">
            <VisiblePath path={row.name} />
          </span>{' '}
          <span className="ml-auto pl-2 text-xs text-ink-3 tabular-nums">{count}</span>
        </>
      )}
    </div>
  )
})

interface NameProps extends Pick<TreeRowProps, 'isDraft' | 't' | 'format'> {
  name: string
  memory: ListedMemory
}

function MemoryName({ name, memory, isDraft, t, format }: NameProps) {
  const [, size, , isRead, isToReview] = memory
  return (
    <>
      <span className="min-w-0 flex-1 truncate" title={isRead ? undefined : t('neverRead')}>
        <NameInTheMiddle name={name} />
      </span>
      {isRead ? null : <span className="sr-only">{t('neverRead')}</span>}
      {!isDraft ? null : (
        <span className="shrink-0 text-caution">
          <PencilLine size={13} aria-hidden />
          <span className="sr-only">{t('draft')}</span>
        </span>
      )}
      {isToReview ? <ToReviewDot says={t('toReview')} /> : null}
      <span className="shrink-0 text-xs text-ink-3 tabular-nums">{shownSize(format, size)}</span>
    </>
  )
}

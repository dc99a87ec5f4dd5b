'use client'

import { FileClock, PencilLine, ShieldBan, TriangleAlert } from 'lucide-react'

import { Link } from '@/components/ui/link'
import { memo, type MouseEvent, type ReactNode } from 'react'
import { useFormatter, useTranslations } from 'use-intl'
import { NameInTheMiddle } from '@/components/content/name-in-the-middle'
import { VisiblePath } from '@/components/content/visible-path'
import { classNames } from '@/components/ui/class-names'
import { Sign } from '@/components/ui/sprite'
import { shownSize } from '@/lib/text/shown-size'
import { plainName } from '@/lib/text/plain-text'
import type { TreeMemory } from './tree-item'
import { type ItemRow, nameOf } from './tree-rows'

export const ROW_HEIGHT = 28

export interface TreeRowProps {
  row: ItemRow
  index: number
  /** pixels from the top */
  top: number
  /** of a memory: its address */
  href: string
  isSelected: boolean
  /** selected with others for a command */
  isChosen: boolean
  /** the tab stop */
  isActive: boolean
  isDropTarget: boolean
  /** grows with each change; 0: no recent change */
  glow: number
  /** whether it changed since this browser last saw the store */
  isUnseen: boolean
  /** whether somebody typed a text here that is not saved */
  hasDraft: boolean
  /** replaces the name while it is edited */
  field: ReactNode | null
  canDrag: boolean
  onPick: (index: number, event: MouseEvent) => void
  onMenu: (index: number, event: MouseEvent) => void
  /** the pointer or the focus is on it: it may be opened next */
  onNear: (row: ItemRow) => void
  onFocus: (row: ItemRow) => void
}

/** A memory or a folder in the tree. */
export const TreeRow = memo(function TreeRow(props: TreeRowProps) {
  const { row, index, top, href, isSelected, isChosen, isActive, field, onPick, onMenu, onNear } =
    props
  const { item, level, position, siblings } = row
  const t = useTranslations('Tree')
  const shared = {
    role: 'treeitem',
    'aria-level': level,
    'aria-posinset': position,
    'aria-setsize': siblings,
    'aria-selected': isChosen || isSelected,
    'data-index': index,
    'data-path': item.path,
    tabIndex: isActive ? 0 : -1,
    draggable: props.canDrag && field === null,
    className: classNames(
      'tree-row',
      isSelected && 'bg-selected font-medium shadow-[inset_2px_0_0_var(--accent)]',
      isChosen && 'bg-selected',
      props.isDropTarget && 'outline-2 outline-accent',
    ),
    style: {
      top,
      height: ROW_HEIGHT,
      paddingLeft: (level - 1) * 14 + (item.type === 'memory' ? 26 : 8),
    },
    onClick: (event: MouseEvent) => onPick(index, event),
    onContextMenu: (event: MouseEvent) => onMenu(index, event),
    onPointerEnter: () => onNear(row),
    onFocus: () => props.onFocus(row),
  } as const
  const glow = props.glow > 0 ? <span key={props.glow} className="glow" aria-hidden /> : null
  if (item.type === 'memory') {
    return (
      <Link {...shared} href={href} aria-label={field ? plainName(nameOf(item.path)) : undefined}>
        {glow}
        <Sign
          name="memory"
          size={15}
          // A broken outline: nobody has read it.
          dashes={item.isRead ? undefined : '2.5 2.5'}
          className={isSelected ? 'shrink-0 text-accent' : 'shrink-0 text-ink-3'}
        />
        {field ?? <MemoryName memory={item} isUnseen={props.isUnseen} hasDraft={props.hasDraft} />}
      </Link>
    )
  }
  const { name } = row
  // Of a chain only the last name is edited; those before it stay in sight.
  const leading = name.slice(0, name.length - nameOf(item.path).length)
  // As it is shown: the name, then how many there are in it.
  const labelParts = [t('folder', { name: plainName(name) }), field ? null : item.memoryCount]
  return (
    <div {...shared} aria-expanded={row.isOpen} aria-label={labelParts.filter(isPresent).join(' ')}>
      {glow}
      <Sign name={row.isOpen ? 'open' : 'closed'} className="-mr-1 -ml-0.5 shrink-0 text-ink-3" />
      <Sign name="folder" size={15} className="shrink-0 text-ink-3" />
      {field && leading !== '' ? (
        <span className="max-w-1/2 shrink-0 truncate text-ink-3">
          <VisiblePath path={leading} />
        </span>
      ) : null}
      {field ?? (
        <span className="truncate">
          <VisiblePath path={name} />
        </span>
      )}
      {field || item.memoryCount === null ? null : (
        <>
          {' '}
          <span className="ml-auto pl-2 text-xs text-ink-3 tabular-nums">{item.memoryCount}</span>
        </>
      )}
    </div>
  )
})

const isPresent = (word: string | number | null) => word !== null

function MemoryName({
  memory,
  isUnseen,
  hasDraft,
}: {
  memory: TreeMemory
  isUnseen: boolean
  hasDraft: boolean
}) {
  const t = useTranslations('Tree')
  const format = useFormatter()
  const badge = isUnseen ? t(memory.isFirstVersion ? 'new' : 'changed') : null
  return (
    <>
      <span className="min-w-0 flex-1 truncate" title={memory.isRead ? undefined : t('neverRead')}>
        <NameInTheMiddle name={nameOf(memory.path)} />
      </span>
      {badge === null ? null : (
        <span
          className="size-1.5 shrink-0 rounded-full bg-accent forced-color-adjust-none"
          title={badge}
        >
          <span className="sr-only">{badge}</span>
        </span>
      )}
      {hasDraft ? (
        <span title={t('draft')} className="shrink-0 text-accent">
          <PencilLine size={13} strokeWidth={1.75} aria-hidden />
          <span className="sr-only">{t('draft')}</span>
        </span>
      ) : null}
      {memory.found === 'none' ? null : (
        <span title={t('hasFindings')} className={classNames('shrink-0', foundLook(memory))}>
          <TriangleAlert size={13} strokeWidth={1.75} aria-hidden />
          <span className="sr-only">{t('hasFindings')}</span>
        </span>
      )}
      {memory.isUnreviewed ? (
        <span title={t('unreviewed')} className="shrink-0 text-caution">
          <FileClock size={13} strokeWidth={1.75} aria-hidden />
          <span className="sr-only">{t('unreviewed')}</span>
        </span>
      ) : null}
      {memory.isQuarantined ? (
        <span title={t('quarantined')} className="shrink-0 text-caution">
          <ShieldBan size={13} strokeWidth={1.75} aria-hidden />
          <span className="sr-only">{t('quarantined')}</span>
        </span>
      ) : null}
      {memory.isRead ? null : <span className="sr-only">{t('neverRead')}</span>}
      <span className="shrink-0 text-xs text-ink-3 tabular-nums">
        {shownSize(format, memory.size)}
      </span>
    </>
  )
}

/** Red for danger, amber for what wants a look; what is only for tidying does not stand out. */
function foundLook({ found }: TreeMemory): string {
  if (found === 'critical' || found === 'high') return 'text-removed'
  return found === 'medium' ? 'text-caution' : 'text-ink-3'
}

'use client'

import { FolderInput, ListFilter, Pencil, Plus, Trash2, X } from 'lucide-react'
import type { ReactNode, Ref } from 'react'
import { useTranslations } from 'use-intl'
import { Kbd } from '@/components/ui/kbd'
import type { TreeFilter } from './use-tree-listings'

export interface TreeToolbarProps {
  filter: string
  found: TreeFilter | null
  filterField: Ref<HTMLInputElement>
  /** above a few rows it is a button, above none it is left out */
  filterAs: 'field' | 'button' | null
  onOpenFilter: () => void
  /** Escape in the empty filter */
  onCloseFilter: () => void
  onFilter: (text: string) => void
  /** Enter or an arrow in the filter: move to its matches */
  onLeaveFilter: () => void
  /** null: read-only */
  commands: {
    /** number of rows that the commands apply to */
    targets: number
    onCreate: () => void
    onRename: () => void
    onMove: () => void
    onRemove: () => void
    onClear: () => void
    /** whether several are selected, rather than only the focused one */
    isChosen: boolean
  } | null
}

/** Above the tree: the filter, and the commands for the selection. */
export function TreeToolbar(props: TreeToolbarProps) {
  const { filter, found, filterField, filterAs, onFilter, onLeaveFilter, commands } = props
  const t = useTranslations('Tree')
  return (
    <div className="shrink-0 px-2.5 pt-2 pb-1.5">
      <div className="flex items-center justify-end gap-1">
        {filterAs === null ? null : filterAs === 'button' ? (
          <Tool label={t('filter')} stroke="f" onClick={props.onOpenFilter}>
            <ListFilter size={15} aria-hidden />
          </Tool>
        ) : (
          <div className="flex h-7 min-w-0 flex-1 items-center gap-1.5 rounded-control bg-sheet px-2 shadow-[inset_0_0_0_1px_var(--control)] has-focus-visible:outline-2 has-focus-visible:outline-accent max-md:h-9">
            <ListFilter size={14} aria-hidden className="shrink-0 text-ink-3" />
            <input
              ref={filterField}
              type="search"
              aria-label={t('filter')}
              placeholder={t('filterShort')}
              value={filter}
              onChange={(event) => onFilter(event.target.value)}
              onKeyDown={(event) => {
                if (event.key === 'Escape' && filter === '') props.onCloseFilter()
                if (event.key === 'Escape') onFilter('')
                if (event.key !== 'Enter' && event.key !== 'ArrowDown') return
                event.preventDefault()
                onLeaveFilter()
              }}
              className="w-full min-w-0 bg-transparent text-sm outline-none placeholder:text-ink-3"
            />
            {filter === '' ? (
              <span aria-hidden className="max-md:hidden">
                <Kbd>F</Kbd>
              </span>
            ) : null}
          </div>
        )}
        {commands ? (
          <Tool label={t('create')} stroke="n" onClick={commands.onCreate} phoneWords={t('create')}>
            <Plus size={16} aria-hidden />
          </Tool>
        ) : null}
      </div>
      {commands?.isChosen ? (
        <div role="toolbar" aria-label={t('chosenTools')} className="mt-1 flex items-center gap-1">
          <p className="min-w-0 flex-1 truncate px-1 text-xs text-ink-2" role="status">
            {t('chosen', { count: commands.targets })}
          </p>
          <Tool label={t('rename')} isOff={commands.targets !== 1} onClick={commands.onRename}>
            <Pencil size={15} aria-hidden />
          </Tool>
          <Tool label={t('move')} onClick={commands.onMove}>
            <FolderInput size={15} aria-hidden />
          </Tool>
          <Tool label={t('remove')} onClick={commands.onRemove}>
            <Trash2 size={15} aria-hidden />
          </Tool>
          <Tool label={t('clear')} onClick={commands.onClear}>
            <X size={15} aria-hidden />
          </Tool>
        </div>
      ) : null}
      <p role="status" className="px-1 text-xs text-ink-3 empty:hidden">
        {found ? <FoundCount found={found} /> : null}
      </p>
    </div>
  )
}

function FoundCount({ found }: { found: TreeFilter }) {
  const t = useTranslations('Tree')
  if (found.state === 'failed') return <span className="text-removed">{t('filterFailed')}</span>
  return t(found.hasMore ? 'foundMore' : 'found', { count: found.count })
}

function Tool({
  label,
  stroke,
  phoneWords,
  isOff = false,
  onClick,
  children,
}: {
  label: string
  /** beside the icon on a phone, which has no pointer to ask by */
  phoneWords?: string
  /** the key that does the same */
  stroke?: string
  isOff?: boolean
  onClick: () => void
  children: ReactNode
}) {
  return (
    <button
      type="button"
      aria-label={label}
      title={label}
      aria-keyshortcuts={stroke}
      disabled={isOff}
      onClick={onClick}
      className="grid size-7 shrink-0 cursor-pointer place-items-center rounded-control text-ink-2 hover:bg-hover hover:text-ink disabled:cursor-default disabled:opacity-50 max-md:h-9 max-md:w-auto max-md:min-w-9 max-md:grid-flow-col max-md:gap-1.5 max-md:px-1.5"
    >
      {children}
      {phoneWords === undefined ? null : (
        <span aria-hidden className="font-medium md:hidden">
          {phoneWords}
        </span>
      )}
    </button>
  )
}

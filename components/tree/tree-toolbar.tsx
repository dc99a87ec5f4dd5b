'use client'

import { FilePlus, FolderInput, Pencil, Trash2 } from 'lucide-react'
import type { ReactNode, Ref } from 'react'
import { useTranslations } from 'use-intl'
import type { TreeFilter } from './use-tree-listings'

export interface TreeToolbarProps {
  filter: string
  found: TreeFilter | null
  filterField: Ref<HTMLInputElement>
  onFilter: (text: string) => void
  /** Enter or an arrow in the filter: move to its matches */
  onLeaveFilter: () => void
  /** null: read-only */
  commands: {
    /** how many rows the commands apply to */
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
  const { filter, found, filterField, onFilter, onLeaveFilter, commands } = props
  const t = useTranslations('Tree')
  return (
    <div className="border-b border-line px-2 py-1.5">
      <div className="flex items-center gap-1">
        <input
          ref={filterField}
          type="search"
          aria-label={t('filter')}
          placeholder={t('filter')}
          value={filter}
          onChange={(event) => onFilter(event.target.value)}
          onKeyDown={(event) => {
            if (event.key === 'Escape') onFilter('')
            if (event.key !== 'Enter' && event.key !== 'ArrowDown') return
            event.preventDefault()
            onLeaveFilter()
          }}
          className="h-7 w-full min-w-0 rounded-control border border-control bg-sheet px-2 text-sm"
        />
        {commands ? (
          <>
            <Tool label={t('create')} onClick={commands.onCreate}>
              <FilePlus size={15} aria-hidden />
            </Tool>
            <Tool label={t('rename')} isOff={commands.targets !== 1} onClick={commands.onRename}>
              <Pencil size={15} aria-hidden />
            </Tool>
            <Tool label={t('move')} isOff={commands.targets === 0} onClick={commands.onMove}>
              <FolderInput size={15} aria-hidden />
            </Tool>
            <Tool label={t('remove')} isOff={commands.targets === 0} onClick={commands.onRemove}>
              <Trash2 size={15} aria-hidden />
            </Tool>
          </>
        ) : null}
      </div>
      <p role="status" className="text-xs text-ink-3 empty:hidden">
        {found ? <Found found={found} /> : null}
        {commands?.isChosen && !found ? (
          <>
            {t('chosen', { count: commands.targets })}{' '}
            <button type="button" className="underline" onClick={commands.onClear}>
              {t('clear')}
            </button>
          </>
        ) : null}
      </p>
    </div>
  )
}

function Found({ found }: { found: TreeFilter }) {
  const t = useTranslations('Tree')
  if (found.state === 'failed') return <span className="text-removed">{t('filterFailed')}</span>
  return t(found.hasMore ? 'foundMore' : 'found', { count: found.count })
}

function Tool({
  label,
  isOff = false,
  onClick,
  children,
}: {
  label: string
  isOff?: boolean
  onClick: () => void
  children: ReactNode
}) {
  return (
    <button
      type="button"
      aria-label={label}
      title={label}
      disabled={isOff}
      onClick={onClick}
      className="grid size-7 shrink-0 cursor-pointer place-items-center rounded-control hover:bg-hover disabled:cursor-default disabled:text-ink-3 disabled:opacity-50"
    >
      {children}
    </button>
  )
}

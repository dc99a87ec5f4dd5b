'use client'

import { ChevronDown, ChevronRight, FileText, Folder } from 'lucide-react'
import dynamic from 'next/dynamic'
import { type KeyboardEvent, type MouseEvent, useEffect, useMemo, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { useTranslations } from 'use-intl'
import { useDrafts } from '@/components/content/drafts'
import { isNothingFocused } from '@/components/ui/is-nothing-focused'
import { isTextInput } from '@/components/ui/is-text-input'
import { Sprite } from '@/components/ui/sprite'
import { useLetterKey } from '@/components/ui/use-letter-key'
import { useHydrated } from '@/components/ui/use-hydrated'
import { useRest } from '@/components/ui/use-rest'
import { isNewTo } from '@/lib/store/model/seen'
import { plainName } from '@/lib/text/plain-text'
import { type Glow, useGlow } from './glow'
import { PathField } from './path-field'
import { type OpenedMemory, useSeenChanges } from './seen-changes'
import type { TreeListing } from './tree-item'
import { keyAction } from './tree-keys'
import type { TreeAddress } from './queries'
import type { MenuPoint } from './tree-menu'
import { TreeNoteRow } from './tree-note-row'
import { TreeRow } from './tree-row'
import { type ItemRow, nameOf, parentOf, type TreeRow as Row } from './tree-rows'
import { TreeToolbar } from './tree-toolbar'
import { TreeUndo } from './tree-undo'
import { useFilterText } from './use-filter-text'
import { useOpenDirectories } from './use-open-directories'
import { useTreeChoice } from './use-tree-choice'
import { useTreeCommands } from './use-tree-commands'
import { useTreeDrag } from './use-tree-drag'
import { useTreeFilter, useTreeListings } from './use-tree-listings'
import { useTreeRequests } from './tree-requests'
import { useTreeView } from './use-tree-view'
import { useTreeWriting } from './use-tree-writing'

// Loaded when it is first asked for.
const TreeMenu = dynamic(() => import('./tree-menu').then((module) => module.TreeMenu), {
  ssr: false,
})

export interface MemoryTreeProps {
  storeId: string
  /** the path of the open memory */
  selected: string | null
  /** a past moment, by its last change; null: now */
  past: number | null
  /** sequence of the store's last change */
  last: number
  /** the memory that is open in its present state, which is thereby seen; null: none */
  opened: OpenedMemory | null
  /** listings open at first, by directory, as read by the server */
  initial: Readonly<Record<string, TreeListing>>
  /** nothing can be changed: the moment is past or the store archived */
  isReadOnly: boolean
}

/** A request for the last row, while the rows before it still load. */
interface PendingEnd {
  isExtending: boolean
  /** number of rows when the last one of them was reached */
  reached: number
}

/** The signs of its rows. */
const ROW_SIGNS = { memory: FileText, folder: Folder }
const FOLD_SIGNS = { open: ChevronDown, closed: ChevronRight }

/** Above it the filter stands by itself. */
const MAX_ROWS_OF_BUTTON = 10

let mounts = 0

/**
 * A store's folders and memories: loaded as folders are opened, filtered while typing, kept
 * current. Only the visible rows are rendered.
 */
export function MemoryTree(props: MemoryTreeProps) {
  const { storeId, selected, past, last, opened, initial, isReadOnly } = props
  const t = useTranslations('Tree')
  const isHydrated = useHydrated()
  const [mount] = useState(() => ++mounts)
  const tree = useMemo<TreeAddress>(() => ({ storeId, mount, past }), [storeId, mount, past])
  const { open, toggle } = useOpenDirectories(selected)
  const [filter, setFilter] = useFilterText()
  const listings = useTreeListings(tree, open, initial)
  const found = useTreeFilter(tree, filter)
  const rows = found?.rows ?? listings.rows
  const {
    scroller,
    shown,
    height,
    active,
    activeIndex,
    setActivePath,
    focusRow,
    refocus,
    keepFocus,
  } = useTreeView(rows, selected, listings.loadTowards)
  const choice = useTreeChoice(rows)
  const work = useTreeCommands(storeId, { selected, last })
  const writing = useTreeWriting(work, { onDone: refocus, onRenamed: setActivePath })
  const moveInto = (paths: readonly string[], directory: string) => {
    choice.clear()
    void writing.moveInto(paths, directory)
  }
  const drag = useTreeDrag(choice.chosen, isReadOnly ? null : moveInto)
  const glow = useGlow(storeId)
  const drafts = useDrafts()
  const seen = useSeenChanges(storeId, last, opened)
  const [menuAt, setMenuAt] = useState<MenuPoint | null>(null)
  const filterField = useRef<HTMLInputElement>(null)
  const [isFilterOpen, setFilterOpen] = useState(false)
  const openFilter = () => {
    // What is typed next belongs to it.
    flushSync(() => setFilterOpen(true))
    filterField.current?.focus()
  }
  const undoButton = useRef<HTMLButtonElement>(null)
  const pendingEnd = useRef<PendingEnd | null>(null)
  const targets = choice.targets(active?.key ?? null)
  const folder = active ? folderOf(active) : '/'

  const goTo = (index: number, isExtending: boolean) => {
    if (isExtending) choice.extendTo(index)
    else choice.startAt(index)
    focusRow(index)
  }
  // The rest of a large folder is loaded before its end is visible; and if the end is asked for.
  useEffect(() => {
    for (const { index } of shown) {
      const row = rows[index]
      if (row?.kind === 'more') listings.loadMore(row.directory)
    }
    const asked = pendingEnd.current
    if (asked === null || asked.reached === rows.length) return
    const isFocused = scroller.current?.contains(document.activeElement) === true
    pendingEnd.current = isFocused ? endOf(rows, asked.isExtending) : null
    if (isFocused) goTo(rows.length - 1, asked.isExtending)
  })

  useTreeRequests((kind) => {
    if (selected === null || isReadOnly) return
    setActivePath(selected)
    if (kind === 'rename') {
      writing.start({ kind: 'rename', path: selected, text: nameOf(selected) })
    } else if (kind === 'move') writing.start({ kind: 'move', paths: [selected], text: selected })
    else void work.remove([selected])
  })

  const isEmpty = rows.length === 0
  useEffect(() => {
    // No row is left for the focus.
    if (isEmpty && work.undoable && isNothingFocused()) undoButton.current?.focus()
  }, [isEmpty, work.undoable])

  const startCreate = () => writing.start({ kind: 'create', text: folder })
  useLetterKey('f', openFilter)
  useLetterKey('n', () => {
    if (!isReadOnly) startCreate()
  })
  const startRename = () => {
    const [path] = targets
    if (path !== undefined) writing.start({ kind: 'rename', path, text: nameOf(path) })
  }
  const startMove = () => {
    const [only, ...others] = targets
    if (only === undefined) return
    const text = others.length === 0 ? only.replace(/\/$/, '') : folder
    writing.start({ kind: 'move', paths: targets, text })
  }
  const remove = async () => {
    if (targets.length === 0) return
    focusRow(activeIndex + 1)
    choice.clear()
    if (!(await work.remove(targets))) choice.restore(choice.chosen)
  }

  const commands = {
    onCreate: startCreate,
    onRename: startRename,
    onMove: startMove,
    onRemove: () => void remove(),
  }

  const onKeyDown = (event: KeyboardEvent) => {
    const action = keyAction(event, { rows, index: activeIndex, page: shown.length, isReadOnly })
    if (!action) return
    event.preventDefault()
    pendingEnd.current = null
    switch (action.kind) {
      case 'go':
        if (event.key === 'End') pendingEnd.current = endOf(rows, action.isExtending)
        return goTo(action.to, action.isExtending)
      case 'toggle':
        return toggle(action.path)
      case 'choose':
        choice.startAt(activeIndex)
        return choice.toggle(action.path)
      case 'filter':
        return openFilter()
      case 'clear':
        return choice.clear()
      case 'rename':
        return startRename()
      case 'create':
        return startCreate()
      case 'remove':
        return void remove()
    }
  }
  const onPick = (index: number, event: MouseEvent) => {
    pendingEnd.current = null
    const row = rows[index]
    if (row?.kind !== 'item') return
    if (event.metaKey || event.ctrlKey) {
      event.preventDefault()
      choice.startAt(index)
      if (choice.chosen.size === 0 && active && active !== row) choice.toggle(active.key)
      choice.toggle(row.key)
    } else if (event.shiftKey) {
      event.preventDefault()
      choice.extendTo(index)
    } else {
      choice.startAt(index)
      choice.clear()
      if (row.item.type === 'directory' && !found) toggle(row.key)
    }
    setActivePath(row.key)
  }
  const onMenu = (index: number, event: MouseEvent) => {
    const row = rows[index]
    // In a field the browser's own menu has what is needed.
    if (row?.kind !== 'item' || isTextInput(event.target)) return
    event.preventDefault()
    if (!choice.chosen.has(row.key)) choice.clear()
    setActivePath(row.key)
    setMenuAt({ left: event.clientX, top: event.clientY })
  }
  const near = useRef<string | null>(null)
  const rest = useRest(() => {
    if (near.current !== null) listings.prefetch(near.current)
  })
  const onNear = (row: ItemRow) => {
    near.current = row.item.type === 'directory' && !row.isOpen ? row.key : null
    rest.begin()
  }
  const onFocus = (row: ItemRow) => {
    setActivePath(row.key)
    onNear(row)
  }
  const hrefOf = (path: string) => {
    const query = new URLSearchParams({ path })
    if (past !== null) query.set('at', String(past))
    if (filter !== '') query.set('filter', filter)
    return `/stores/${storeId}?${query}`
  }
  const isUnseen = ({ item }: ItemRow) =>
    item.type === 'memory' &&
    past === null &&
    item.path !== selected &&
    isNewTo(seen, { memoryId: item.id, sequence: item.sequence })
  const nameField = ({ key }: ItemRow) =>
    writing.writing?.kind === 'rename' && writing.writing.path === key ? (
      <PathField
        label={t('newName', { name: plainName(nameOf(key)) })}
        value={writing.writing.text}
        marked={[0, markedLength(writing.writing.text)]}
        onCancel={writing.cancel}
        onSubmit={(text) => void writing.submit(text)}
      />
    ) : null

  return (
    <div className="flex h-full min-h-0 flex-col text-sm max-md:h-auto max-md:max-h-[55dvh]">
      <TreeToolbar
        filter={filter}
        found={found}
        filterField={filterField}
        filterAs={
          isFilterOpen || filter !== '' || rows.length > MAX_ROWS_OF_BUTTON
            ? 'field'
            : rows.length > 0
              ? 'button'
              : null
        }
        onOpenFilter={openFilter}
        onCloseFilter={() => {
          setFilterOpen(false)
          focusRow(Math.max(activeIndex, 0))
        }}
        onFilter={setFilter}
        onLeaveFilter={() => focusRow(rows.findIndex(isMemory))}
        commands={
          isReadOnly
            ? null
            : {
                ...commands,
                targets: targets.length,
                isChosen: choice.chosen.size > 0,
                onClear: choice.clear,
              }
        }
      />
      {writing.writing && writing.writing.kind !== 'rename' ? (
        <div className="border-b border-line px-2 py-1.5">
          <p className="mb-1 text-xs text-ink-3">{t(titleOf(writing.writing))}</p>
          <PathField
            key={writing.writing.kind}
            label={t(titleOf(writing.writing))}
            value={writing.writing.text}
            onCancel={writing.cancel}
            onSubmit={(text) => void writing.submit(text)}
          />
        </div>
      ) : null}
      <Sprite icons={ROW_SIGNS} strokeWidth={1.75} />
      <Sprite icons={FOLD_SIGNS} />
      <div
        ref={scroller}
        className="min-h-0 flex-1 overflow-auto"
        onDragOver={drag.onDragOver}
        onDragLeave={drag.onDragLeave}
        onDrop={drag.onDrop}
      >
        {rows.length === 0 && !found && past !== null ? (
          <p className="px-4 py-2 text-ink-3">{t('empty')}</p>
        ) : null}
        <div
          role="tree"
          aria-label={t('label')}
          aria-multiselectable
          aria-busy={!isHydrated}
          onKeyDown={onKeyDown}
          {...keepFocus}
          onDragStart={drag.onDragStart}
          style={{ height }}
          className="relative"
        >
          {shown.map(({ index, start }) => {
            const row = rows[index]
            if (!row) return null
            if (row.kind !== 'item') {
              return <TreeNoteRow key={row.key} row={row} top={start} onRetry={listings.reload} />
            }
            return (
              <TreeRow
                key={row.place}
                row={row}
                index={index}
                top={start}
                href={row.item.type === 'memory' ? hrefOf(row.key) : ''}
                isSelected={row.key === selected}
                isChosen={choice.chosen.has(row.key)}
                isActive={index === activeIndex}
                isDropTarget={drag.dropOn === row.key}
                glow={past === null ? glowOf(row, glow) : 0}
                isUnseen={isUnseen(row)}
                hasDraft={row.item.type === 'memory' && past === null && drafts.has(row.item.id)}
                canDrag={!isReadOnly}
                onPick={onPick}
                onMenu={onMenu}
                onNear={onNear}
                onFocus={onFocus}
                field={nameField(row)}
              />
            )
          })}
        </div>
      </div>
      {menuAt ? (
        <TreeMenu
          at={menuAt}
          path={targets.length === 1 ? (active?.key ?? null) : null}
          file={targets.length === 1 ? fileOf(storeId, past, active) : null}
          commands={isReadOnly ? null : commands}
          onLeave={() => {
            setMenuAt(null)
            focusRow(activeIndex)
          }}
          onClose={() => setMenuAt(null)}
        />
      ) : null}
      <TreeUndo
        undoable={work.undoable}
        why={work.why}
        undoButton={undoButton}
        onUndo={() => void work.undo()}
        onDismiss={work.forget}
        onLeave={refocus}
      />
    </div>
  )
}

/** Null: the last row is there, or cannot be loaded. */
function endOf(rows: readonly Row[], isExtending: boolean): PendingEnd | null {
  const last = rows.at(-1)
  const isToCome = last?.kind === 'more' || last?.kind === 'loading'
  return isToCome ? { isExtending, reached: rows.length } : null
}

function isMemory(row: Row): boolean {
  return row.kind === 'item' && row.item.type === 'memory'
}

/** The folder that a row is, or lies in. */
function folderOf({ key, item }: ItemRow): string {
  return item.type === 'directory' ? key : parentOf(key)
}

/** Returns the address of a memory's file; null for a folder or a past state. */
function fileOf(storeId: string, past: number | null, row: ItemRow | null): string | null {
  if (past !== null || row?.item.type !== 'memory') return null
  return `/stores/${storeId}/memories/${row.item.id}`
}

function titleOf(writing: { kind: 'create' } | { kind: 'move'; paths: string[] }) {
  if (writing.kind === 'create') return 'createAt'
  return writing.paths.length === 1 ? 'moveTo' : 'moveAllTo'
}

/** Returns the length of the selection when a name is edited: all but the extension. */
function markedLength(name: string): number {
  const dot = name.lastIndexOf('.')
  return dot > 0 ? dot : name.length
}

/** A closed folder glows for changes in it. */
function glowOf(row: ItemRow, glow: Glow): number {
  if (row.item.type === 'memory') return glow[row.key] ?? 0
  if (row.isOpen) return 0
  let count = 0
  for (const [path, times] of Object.entries(glow)) if (path.startsWith(row.key)) count += times
  return count
}

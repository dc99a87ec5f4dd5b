'use client'

import { useVirtualizer, defaultRangeExtractor } from '@tanstack/react-virtual'
import {
  type DragEvent,
  type KeyboardEvent,
  type MouseEvent,
  useEffect,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
} from 'react'
import { useTranslations } from 'use-intl'
import { Button } from '@/components/ui/button'
import { useHydrated } from '@/components/ui/use-hydrated'
import { type Glow, useGlow } from './glow'
import { PathField } from './path-field'
import { useSeenChanges } from './seen-changes'
import type { TreeCommands } from './tree-commands'
import type { TreeListing } from './tree-item'
import { keyAction } from './tree-keys'
import type { TreeAddress } from './tree-query'
import { ROW_HEIGHT, TreeRow } from './tree-row'
import { type ItemRow, nameOf, outermost, parentOf, type TreeRow as Row } from './tree-rows'
import { TreeToolbar } from './tree-toolbar'
import { TreeUndo } from './tree-undo'
import { useFilterText } from './use-filter-text'
import { useOpenDirectories } from './use-open-directories'
import { useTreeCommands } from './use-tree-commands'
import { useTreeFilter, useTreeListings } from './use-tree-listings'

export interface MemoryTreeProps {
  storeId: string
  /** the path of the memory that is open */
  selected: string | null
  /** a moment of the past, by its last change; null: now */
  past: number | null
  /** the store's last change */
  last: number
  /** what is open at first, by directory, as the server read it */
  initial: Readonly<Record<string, TreeListing>>
  /** null: nothing can be changed, for it is past or archived */
  commands: TreeCommands
  isReadOnly: boolean
}

let mounts = 0

/** What is dragged from row to row. */
const DRAGGED = 'application/x-palimpsest-paths'

/** A row whose name is being written anew, or the path that something is to have. */
type Writing =
  | { kind: 'rename'; path: string; text: string }
  | { kind: 'move'; paths: string[]; text: string }
  | { kind: 'create'; text: string }

/**
 * A store's folders and memories: loaded as folders are opened, filtered as one types, kept as the
 * store is. Only the rows in sight are in the page, however many there are.
 */
export function MemoryTree(props: MemoryTreeProps) {
  const { storeId, selected, past, last, initial, commands, isReadOnly } = props
  const t = useTranslations('Tree')
  const app = useTranslations('App')
  const isHydrated = useHydrated()
  const [mount] = useState(() => ++mounts)
  const tree = useMemo<TreeAddress>(() => ({ storeId, mount, past }), [storeId, mount, past])
  const { open, toggle } = useOpenDirectories(selected)
  const [filter, setFilter] = useFilterText()
  const listings = useTreeListings(tree, open, initial)
  const found = useTreeFilter(tree, filter)
  const rows = found?.rows ?? listings.rows
  const work = useTreeCommands(storeId, selected, commands)
  const glow = useGlow(storeId)
  const seen = useSeenChanges(storeId, last)
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set())
  const [activePath, setActivePath] = useState<string | null>(selected)
  const [writing, setWriting] = useState<Writing | null>(null)
  const [dropOn, setDropOn] = useState<string | null>(null)
  const anchor = useRef(0)
  const wantsFocus = useRef(false)
  const scroller = useRef<HTMLDivElement>(null)
  const filterField = useRef<HTMLInputElement>(null)

  const activeIndex = Math.max(
    rows.findIndex((row) => row.key === activePath),
    0,
  )
  // eslint-disable-next-line react-hooks/incompatible-library -- what it returns is not handed on
  const virtual = useVirtualizer({
    count: rows.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => ROW_HEIGHT,
    overscan: 12,
    initialRect: { width: 300, height: 900 },
    // The row with the focus stays in the page when it is scrolled out of sight.
    rangeExtractor: (range) =>
      [...new Set([activeIndex, ...defaultRangeExtractor(range)])].sort((a, b) => a - b),
  })
  const shown = virtual.getVirtualItems()

  // What is opened from elsewhere is brought into sight.
  useEffect(() => {
    const index = rows.findIndex((row) => row.key === selected)
    if (index >= 0) virtual.scrollToIndex(index, { align: 'auto' })
    // Only a new choice moves the tree, not what changes in it.
    // eslint-disable-next-line react-hooks/exhaustive-deps
  }, [selected])
  useLayoutEffect(() => {
    if (!wantsFocus.current) return
    wantsFocus.current = false
    scroller.current
      ?.querySelector<HTMLElement>(`[data-index="${activeIndex}"]`)
      ?.focus({ preventScroll: true })
  })
  // The rest of a large folder is loaded before its end comes into sight.
  useEffect(() => {
    for (const { index } of shown) {
      const row = rows[index]
      if (row?.kind === 'more') listings.loadMore(row.directory)
    }
  })

  const focusRow = (index: number) => {
    const wanted = Math.min(Math.max(index, 0), rows.length - 1)
    virtual.scrollToIndex(wanted, { align: 'auto' })
    // What is still being loaded cannot have the focus.
    const row = rows.slice(0, wanted + 1).findLast((each) => each.kind === 'item')
    if (!row) return
    wantsFocus.current = true
    setActivePath(row.key)
  }
  const chooseRange = (from: number, to: number) => {
    const between = rows.slice(Math.min(from, to), Math.max(from, to) + 1)
    setChosen(new Set(between.flatMap((row) => (row.kind === 'item' ? [row.key] : []))))
  }
  const toggleChosen = (path: string) => {
    setChosen((before) => {
      const next = new Set(before)
      if (!next.delete(path)) next.add(path)
      return next
    })
  }
  const activeRow = rows[activeIndex]
  const active = activeRow?.kind === 'item' ? activeRow : null
  const targets = useMemo(() => {
    if (chosen.size > 0) return [...chosen]
    return active ? [active.key] : []
  }, [chosen, active])
  const folder = active
    ? active.item.type === 'directory'
      ? active.key
      : parentOf(active.key)
    : '/'

  const remove = async () => {
    const paths = outermost(targets).map((path) => rowPath(path, targets))
    focusRow(activeIndex + 1)
    setChosen(new Set())
    if (!(await work.remove(paths))) setChosen(new Set(chosen))
  }
  const rename = async (path: string, text: string) => {
    setWriting(null)
    const newPath = parentOf(path) + text + (path.endsWith('/') ? '/' : '')
    wantsFocus.current = true
    if (text === nameOf(path)) return
    setActivePath(newPath)
    if (!(await work.move([{ path, newPath }]))) setWriting({ kind: 'rename', path, text })
  }
  const moveInto = async (paths: readonly string[], directory: string) => {
    const moves = paths
      .filter((path) => parentOf(path) !== directory && path !== directory)
      .map((path) => ({
        path,
        newPath: directory + nameOf(path) + (path.endsWith('/') ? '/' : ''),
      }))
    if (moves.length === 0) return true
    setChosen(new Set())
    return work.move(moves)
  }
  const submitMove = async (paths: string[], text: string) => {
    const [only] = paths
    setWriting(null)
    wantsFocus.current = true
    const isOne = paths.length === 1 && only !== undefined
    const suffix = only?.endsWith('/') ? '/' : ''
    const done = isOne
      ? await work.move([{ path: only, newPath: text.replace(/\/$/, '') + suffix }])
      : await moveInto(paths, text.endsWith('/') ? text : `${text}/`)
    if (!done) setWriting({ kind: 'move', paths, text })
  }
  const create = async (text: string) => {
    setWriting(null)
    if (!(await work.create(text))) setWriting({ kind: 'create', text })
  }
  const startRename = () => {
    const [path] = targets
    if (path !== undefined) setWriting({ kind: 'rename', path, text: nameOf(path) })
  }
  const startMove = () => {
    const paths = outermost(targets).map((path) => rowPath(path, targets))
    const [only] = paths
    if (only === undefined) return
    const text = paths.length === 1 ? only.replace(/\/$/, '') : folder
    setWriting({ kind: 'move', paths, text })
  }

  const onKeyDown = (event: KeyboardEvent) => {
    const action = keyAction(event, { rows, index: activeIndex, page: shown.length, isReadOnly })
    if (!action) return
    event.preventDefault()
    switch (action.kind) {
      case 'go':
        if (action.isExtending) chooseRange(anchor.current, action.to)
        else anchor.current = action.to
        return focusRow(action.to)
      case 'toggle':
        return toggle(action.path)
      case 'choose':
        anchor.current = activeIndex
        return toggleChosen(action.path)
      case 'filter':
        return filterField.current?.focus()
      case 'clear':
        return setChosen(new Set())
      case 'rename':
        return startRename()
      case 'move':
        return startMove()
      case 'create':
        return setWriting({ kind: 'create', text: folder })
      case 'remove':
        return void remove()
      case 'undo':
        return void work.undo()
    }
  }
  const onPick = (index: number, event: MouseEvent) => {
    const row = rows[index]
    if (row?.kind !== 'item') return
    if (event.metaKey || event.ctrlKey) {
      event.preventDefault()
      anchor.current = index
      if (chosen.size === 0 && active && active !== row) toggleChosen(active.key)
      toggleChosen(row.key)
    } else if (event.shiftKey) {
      event.preventDefault()
      chooseRange(anchor.current, index)
    } else {
      anchor.current = index
      setChosen(new Set())
      if (row.item.type === 'directory' && !found) toggle(row.key)
    }
    setActivePath(row.key)
  }
  const hrefOf = (path: string) => {
    const query = new URLSearchParams({ path })
    if (past !== null) query.set('at', String(past))
    if (filter !== '') query.set('filter', filter)
    return `/stores/${storeId}?${query}`
  }
  const onNear = (row: ItemRow) => {
    if (row.item.type === 'directory' && !row.isOpen) listings.prefetch(row.key)
  }

  const onFocus = (row: ItemRow) => {
    setActivePath(row.key)
    onNear(row)
  }

  const onDragStart = (event: DragEvent) => {
    const path = pathAt(event)
    if (path === null) return
    const paths = chosen.has(path)
      ? outermost(chosen).map((each) => rowPath(each, [...chosen]))
      : [path]
    event.dataTransfer.setData(DRAGGED, JSON.stringify(paths))
    event.dataTransfer.effectAllowed = 'move'
  }
  const directoryUnder = (event: DragEvent) => {
    const path = pathAt(event)
    return path === null ? '/' : path.endsWith('/') ? path : parentOf(path)
  }
  const onDragOver = (event: DragEvent) => {
    if (isReadOnly || !event.dataTransfer.types.includes(DRAGGED)) return
    event.preventDefault()
    event.dataTransfer.dropEffect = 'move'
    setDropOn(directoryUnder(event))
  }
  const onDrop = (event: DragEvent) => {
    if (!event.dataTransfer.types.includes(DRAGGED)) return
    event.preventDefault()
    setDropOn(null)
    const paths = JSON.parse(event.dataTransfer.getData(DRAGGED)) as string[]
    void moveInto(paths, directoryUnder(event))
  }

  return (
    <div className="flex h-full min-h-0 flex-col text-[13px] max-md:h-64">
      <TreeToolbar
        filter={filter}
        found={found}
        filterField={filterField}
        onFilter={setFilter}
        onLeaveFilter={() => focusRow(rows.findIndex(isMemory))}
        commands={
          isReadOnly
            ? null
            : {
                targets: targets.length,
                isChosen: chosen.size > 0,
                onCreate: () => setWriting({ kind: 'create', text: folder }),
                onRename: startRename,
                onMove: startMove,
                onRemove: () => void remove(),
                onClear: () => setChosen(new Set()),
              }
        }
      />
      {writing && writing.kind !== 'rename' ? (
        <div className="border-b border-line px-2 py-1.5">
          <p className="mb-1 text-xs text-faint">{t(titleOf(writing))}</p>
          <PathField
            key={writing.kind}
            label={t(titleOf(writing))}
            value={writing.text}
            onCancel={() => {
              wantsFocus.current = true
              setWriting(null)
            }}
            onSubmit={(text) =>
              void (writing.kind === 'create' ? create(text) : submitMove(writing.paths, text))
            }
          />
        </div>
      ) : null}
      <div
        ref={scroller}
        className="min-h-0 flex-1 overflow-auto"
        onDragOver={onDragOver}
        onDragLeave={() => setDropOn(null)}
        onDrop={onDrop}
      >
        {rows.length === 0 && !found ? <p className="px-4 py-2 text-faint">{t('empty')}</p> : null}
        <div
          role="tree"
          aria-label={t('label')}
          aria-multiselectable
          aria-busy={!isHydrated}
          onKeyDown={onKeyDown}
          onDragStart={onDragStart}
          style={{ height: virtual.getTotalSize() }}
          className="relative"
        >
          {shown.map(({ index, start }) => {
            const row = rows[index]
            if (!row) return null
            if (row.kind !== 'item') {
              return (
                <div
                  key={row.key}
                  role="none"
                  className="absolute inset-x-0 flex items-center gap-2 text-faint"
                  style={{ top: start, height: ROW_HEIGHT, paddingLeft: row.level * 14 + 8 }}
                >
                  {row.kind === 'failed' ? (
                    <>
                      <span className="text-removed">{t('failed')}</span>
                      <Button size="small" onClick={() => listings.reload(row.directory)}>
                        {app('tryAgain')}
                      </Button>
                    </>
                  ) : (
                    app('loading')
                  )}
                </div>
              )
            }
            const { key, item } = row
            return (
              <TreeRow
                key={key}
                row={row}
                index={index}
                top={start}
                href={item.type === 'memory' ? hrefOf(key) : ''}
                isSelected={key === selected}
                isChosen={chosen.has(key)}
                isActive={index === activeIndex}
                isDropTarget={dropOn === key}
                glow={past === null ? glowOf(row, glow) : 0}
                isUnseen={
                  item.type === 'memory' && past === null && seen !== null && item.sequence > seen
                }
                canDrag={!isReadOnly}
                onPick={onPick}
                onNear={onNear}
                onFocus={onFocus}
                field={
                  writing?.kind === 'rename' && writing.path === key ? (
                    <PathField
                      label={t('newName', { name: nameOf(key) })}
                      value={writing.text}
                      marked={[0, markedLength(writing.text)]}
                      onCancel={() => {
                        wantsFocus.current = true
                        setWriting(null)
                      }}
                      onSubmit={(text) => void rename(key, text)}
                    />
                  ) : null
                }
              />
            )
          })}
        </div>
      </div>
      <TreeUndo
        undoable={work.undoable}
        why={work.why}
        onUndo={() => void work.undo()}
        onForget={work.forget}
      />
    </div>
  )
}

function isMemory(row: Row): boolean {
  return row.kind === 'item' && row.item.type === 'memory'
}

function titleOf(writing: { kind: 'create' } | { kind: 'move'; paths: string[] }) {
  if (writing.kind === 'create') return 'createAt'
  return writing.paths.length === 1 ? 'moveTo' : 'moveAllTo'
}

/** A path as its row has it: `outermost` leaves the slash of directories out. */
function rowPath(path: string, of: readonly string[]): string {
  return of.includes(`${path}/`) ? `${path}/` : path
}

/** How much of a name is marked when it is written anew: all but its ending. */
function markedLength(name: string): number {
  const dot = name.lastIndexOf('.')
  return dot > 0 ? dot : name.length
}

/** A closed folder glows for what changed in it. */
function glowOf(row: ItemRow, glow: Glow): number {
  if (row.item.type === 'memory') return glow[row.key] ?? 0
  if (row.isOpen) return 0
  let count = 0
  for (const [path, times] of Object.entries(glow)) if (path.startsWith(row.key)) count += times
  return count
}

function pathAt(event: DragEvent): string | null {
  const row = event.target instanceof Element ? event.target.closest('[data-path]') : null
  return row?.getAttribute('data-path') ?? null
}

'use client'

import dynamic from 'next/dynamic'
import { useFormatter, useTranslations } from 'next-intl'
import { type KeyboardEvent, type MouseEvent, useMemo, useRef, useState } from 'react'
import { isTextInput } from '@/components/keys/page-key'
import { useKey } from '@/components/keys/use-key'
import { Skeleton } from '@/components/ui/empty'
import { WhyNot } from '@/components/ui/notice'
import { toggled } from '@/components/ui/switch'
import { plainName } from '@/lib/text/visible-text'
import { useChoice, useTreeDrop } from './chosen'
import { keyAct } from './keys'
import {
  folderOf,
  foldersAbove,
  folderTree,
  matching,
  movesInto,
  nameOf,
  type PathMove,
  type TreeRow as Row,
  treeRows,
} from './listing'
import type { MenuPoint } from './menu'
import { TreeRow } from './row'
import { PathField, TreeToolbar } from './toolbar'
import { useRowsInSight } from './use-rows-in-sight'
import { type Glow, type ListingProps, useListing } from './use-listing'
import { useTreeActs, useTreeAsked } from './use-tree-acts'

// Loaded when it is first asked for.
const TreeMenu = dynamic(() => import('./menu').then((module) => module.TreeMenu), { ssr: false })

export interface TreeProps extends ListingProps {
  /** the path of the open memory */
  selected: string | null
  /** what paths are to hold, as the address says */
  filter: string
  /** nothing can be changed: the moment is past, or the store is archived */
  isReadOnly: boolean
  /** whether J and K lead to it from elsewhere on the page, which has no rows or steps of its own */
  isWalked: boolean
}

/** A path being written: of a new memory, the new name of a row, or where rows go. */
interface Writing {
  kind: 'create' | 'rename' | 'move'
  /** the rows that it is for */
  paths: readonly string[]
  text: string
}

/** A store's folders and memories. Only the rows in sight are drawn. */
export function Tree(props: TreeProps) {
  const { storeId, selected, at, filter: asked, isReadOnly, isWalked } = props
  const t = useTranslations('Tree')
  const format = useFormatter()
  const live = useListing(props)
  const { listing, glow } = live
  const [filter, setFilterText] = useState(asked)
  const [lastAsked, setLastAsked] = useState(asked)
  if (asked !== lastAsked) {
    // The address changed by something else than typing here.
    setLastAsked(asked)
    setFilterText(asked)
  }
  const { open, toggle } = useOpenFolders(selected)
  const memories = listing?.memories
  const found = useMemo(() => matching(memories ?? [], filter), [memories, filter])
  const root = useMemo(() => folderTree(found), [found])
  const isFiltered = filter.trim() !== ''
  const rows = useMemo(() => treeRows(root, isFiltered ? 'all' : open), [root, isFiltered, open])
  const [activePath, setActivePath] = useState<string | null>(null)
  const at0 = rows.findIndex(({ path }) => path === (activePath ?? selected))
  const activeIndex = Math.max(at0, 0)
  const active = rows[activeIndex] ?? null
  const { scroller, drawn, focusRow, focusPath } = useRowsInSight(rows, selected)
  const choice = useChoice(rows)
  const work = useTreeActs(storeId, selected, live)
  const [writing, setWriting] = useState<Writing | null>(null)
  const [menuAt, setMenuAt] = useState<MenuPoint | null>(null)
  const filterField = useRef<HTMLInputElement>(null)
  const targets = choice.targets(active?.path ?? null)

  const setFilter = (text: string) => {
    setFilterText(text)
    const address = new URL(window.location.href)
    if (text === '') address.searchParams.delete('filter')
    else address.searchParams.set('filter', text)
    window.history.replaceState(null, '', address)
  }
  const hrefOf = (path: string) => {
    const query = new URLSearchParams({ path })
    if (at !== null) query.set('at', String(at))
    if (isFiltered) query.set('filter', filter)
    return `/stores/${storeId}?${query}`
  }
  const moveAll = async (moves: readonly PathMove[]) => {
    choice.clear()
    return moves.length === 0 || work.move(moves)
  }
  const drop = useTreeDrop(
    choice.chosen,
    isReadOnly ? null : (paths, to) => void moveAll(movesInto(to, paths)),
  )
  const folder = active === null ? '/' : active.folder ? active.path : folderOf(active.path)

  const actsOn = (paths: readonly string[]) => ({
    rename: () => {
      const [path] = paths
      if (path !== undefined) setWriting({ kind: 'rename', paths: [path], text: nameOf(path) })
    },
    move: () => {
      const [only, ...others] = paths
      if (only === undefined) return
      setWriting({ kind: 'move', paths, text: others.length === 0 ? bare(only) : folder })
    },
    remove: () => {
      if (paths.length === 0) return
      focusRow(activeIndex + 1)
      choice.clear()
      void work.remove(paths)
    },
  })
  const acts = {
    create: () => setWriting({ kind: 'create', paths: [], text: folder }),
    ...actsOn(targets),
  }
  useTreeAsked((ask) => {
    if (selected === null || isReadOnly) return
    setActivePath(selected)
    actsOn([selected])[ask]()
  })
  useKey('n', t('create'), acts.create, { when: !isReadOnly, bar: true })
  useKey('f', t('filterShort'), () => filterField.current?.focus(), { bar: true })
  useKey('j', t('next'), () => focusRow(activeIndex), { when: isWalked })
  useKey('k', t('previous'), () => focusRow(activeIndex), { when: isWalked })

  const leave = () => {
    setWriting(null)
    focusRow(activeIndex)
  }
  // Enter is pressed twice sooner than the server answers once.
  const isSent = useRef(false)
  /** What was typed stays where it was not done. */
  const submit = async (text: string) => {
    if (writing === null || isSent.current) return
    const moves = movesOf(writing, text)
    const [only, ...others] = moves
    const isNew = writing.kind === 'create'
    if (text === '' || (!isNew && only === undefined)) return leave()
    isSent.current = true
    const isDone = await (isNew ? work.create(text) : moveAll(moves))
    isSent.current = false
    if (!isDone) return
    leave()
    if (only === undefined || others.length > 0) return
    setActivePath(only.to)
    focusPath(only.to)
  }
  const goTo = (index: number, isExtending: boolean) => {
    if (isExtending) choice.extendTo(index)
    else choice.startAt(index)
    focusRow(index)
  }
  const onKeyDown = (event: KeyboardEvent) => {
    const act = keyAct(event, { rows, index: activeIndex, page: drawn.length, isReadOnly })
    if (!act) return
    if (act.kind === 'clear' && choice.chosen.size === 0) return
    event.preventDefault()
    if (act.kind === 'go') goTo(act.to, act.isExtending)
    else if (act.kind === 'toggle') toggle(act.path)
    else if (act.kind === 'clear') choice.clear()
    else if (act.kind === 'choose') {
      choice.startAt(activeIndex)
      choice.toggle(act.path)
    } else acts[act.kind]()
  }
  const onPick = (index: number, event: MouseEvent) => {
    const row = rows[index]
    if (!row) return
    setActivePath(row.path)
    if (event.metaKey || event.ctrlKey) {
      event.preventDefault()
      choice.startAt(index)
      choice.toggle(row.path)
    } else if (event.shiftKey) {
      event.preventDefault()
      choice.extendTo(index)
    } else {
      choice.startAt(index)
      choice.clear()
      if (row.folder && !isFiltered) toggle(row.path)
    }
  }
  const onMenu = (index: number, event: MouseEvent) => {
    const row = rows[index]
    // In a field the browser's own menu has what is needed.
    if (!row || isTextInput(event.target)) return
    event.preventDefault()
    if (!choice.chosen.has(row.path)) choice.clear()
    setActivePath(row.path)
    setMenuAt({ left: event.clientX, top: event.clientY })
  }
  const nameField = (row: Row) => {
    if (writing?.kind !== 'rename' || writing.paths[0] !== row.path) return null
    const name = nameOf(row.path)
    const dot = name.lastIndexOf('.')
    return (
      <PathField
        label={t('newName', { name: plainName(name) })}
        value={writing.text}
        marked={dot > 0 ? dot : name.length}
        onCancel={leave}
        onSubmit={(text) => void submit(text)}
      />
    )
  }
  return (
    <div className="flex h-full min-h-0 flex-col text-sm max-md:h-auto max-md:max-h-[55dvh]">
      <TreeToolbar
        filter={filter}
        filterField={filterField}
        onFilter={setFilter}
        onLeave={() => focusRow(rows.findIndex(({ memory }) => memory))}
        found={isFiltered ? found.length : null}
        hasMore={listing?.hasMore ?? false}
        hidden={{
          ...(selected !== null && { path: selected }),
          ...(at !== null && { at: `${at}` }),
        }}
        acts={isReadOnly ? null : acts}
        chosen={choice.chosen.size}
        onClear={choice.clear}
      />
      {writing && writing.kind !== 'rename' ? (
        <div className="border-b border-line px-2.5 pb-2">
          <p className="mb-1 text-xs text-ink-3">{t(titleOf(writing))}</p>
          <PathField
            key={writing.kind}
            label={t(titleOf(writing))}
            value={writing.text}
            onCancel={leave}
            onSubmit={(text) => void submit(text)}
          />
        </div>
      ) : null}
      {work.why === null ? null : (
        <div className="px-2.5 pb-2">
          <WhyNot why={work.why} />
        </div>
      )}
      <div
        ref={scroller}
        className="min-h-0 flex-1 overflow-auto pb-2"
        onDragOver={drop.onDragOver}
        onDragLeave={drop.onDragLeave}
        onDrop={drop.onDrop}
      >
        {listing === undefined ? <Skeleton count={8} label={t('label')} /> : null}
        <div
          role="tree"
          tabIndex={-1}
          aria-label={t('label')}
          aria-multiselectable
          onFocus={({ target }) => {
            const row = target.closest<HTMLElement>('[data-row]')?.dataset.row
            if (row !== undefined) setActivePath(row)
          }}
          onKeyDown={onKeyDown}
          onDragStart={drop.onDragStart}
          style={{ height: `calc(${rows.length} * var(--row))` }}
          className="relative [--row:28px] max-md:[--row:44px]"
        >
          {drawn.map((index) => {
            const row = rows[index]
            return row ? (
              <TreeRow
                key={row.path}
                {...{ t, format }}
                row={row}
                index={index}
                href={row.memory ? hrefOf(row.path) : ''}
                isSelected={row.path === selected}
                isChosen={choice.chosen.has(row.path)}
                isActive={index === activeIndex}
                isDropTarget={drop.target === row.path}
                glow={glowOf(row, glow)}
                canDrag={!isReadOnly}
                field={nameField(row)}
                onPick={onPick}
                onMenu={onMenu}
              />
            ) : null
          })}
        </div>
      </div>
      {menuAt ? (
        <TreeMenu
          at={menuAt}
          path={targets.length === 1 ? (active?.path ?? null) : null}
          file={
            active?.memory && at === null && targets.length === 1
              ? `/memory-file?${new URLSearchParams({ store: storeId, path: active.path })}`
              : null
          }
          acts={isReadOnly ? null : acts}
          onLeave={() => {
            setMenuAt(null)
            focusRow(activeIndex)
          }}
          onClose={() => setMenuAt(null)}
        />
      ) : null}
    </div>
  )
}

/** The open folders; those above a memory open with it. */
function useOpenFolders(selected: string | null) {
  const [open, setOpen] = useState<ReadonlySet<string>>(
    () => new Set(foldersAbove(selected ?? '/')),
  )
  const [last, setLast] = useState(selected)
  if (selected !== last) {
    setLast(selected)
    setOpen(new Set([...open, ...foldersAbove(selected ?? '/')]))
  }
  const toggle = (path: string) => setOpen((before) => toggled(before, path))
  return { open, toggle }
}

function titleOf({ kind, paths }: Writing) {
  if (kind === 'create') return 'createAt'
  return paths.length === 1 ? 'moveTo' : 'moveAllTo'
}

const bare = (path: string) => path.replace(/\/+$/, '')

/** What it takes to do what was written: of one row its new name or path, of several the folder for all. */
function movesOf({ kind, paths }: Writing, text: string): PathMove[] {
  const [from, ...others] = paths
  if (from === undefined) return []
  if (others.length > 0) return movesInto(text.endsWith('/') ? text : `${text}/`, paths)
  const slash = from.endsWith('/') ? '/' : ''
  const to = (kind === 'rename' ? folderOf(from) : '') + bare(text) + slash
  return to === from ? [] : [{ from, to }]
}

/** A closed folder glows for changes in it. */
function glowOf({ path, folder }: Row, glow: Glow): number {
  if (!folder) return glow.get(path) ?? 0
  if (folder.isOpen) return 0
  let count = 0
  for (const [changed, times] of glow) if (changed.startsWith(path)) count += times
  return count
}

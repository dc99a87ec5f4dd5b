'use client'

import dynamic from 'next/dynamic'
import { useFormatter, useTranslations } from 'next-intl'
import { type KeyboardEvent, type MouseEvent, useMemo, useRef, useState } from 'react'
import { isTextInput } from '@/components/keys/page-key'
import { useKey } from '@/components/keys/use-key'
import { Skeleton } from '@/components/ui/skeleton'
import { WhyNot } from '@/components/ui/notice'
import { toggled } from '@/lib/text/lists'
import { useChoice, useTreeDrop } from './chosen'
import { keyAct } from './keys'
import {
  folderOf,
  foldersAbove,
  folderTree,
  matching,
  movesInto,
  type PathMove,
  type TreeRow as Row,
  treeRows,
} from './listing'
import type { MenuPoint } from './menu'
import { TreeRow } from './row'
import { patiently } from '@/components/live/fault'
import { useDraftPaths } from '@/components/editor/drafts'
import { TreeToolbar, useFilter } from './toolbar'
import { useRowsInSight } from './use-rows-in-sight'
import { type Glow, type ListingProps, useListing } from './use-listing'
import { useTreeActs, useTreeAsked } from './use-tree-acts'
import { useWriting } from './writing'

// Loaded when it is first asked for.
const TreeMenu = dynamic(() => patiently(() => import('./menu')).then((it) => it.TreeMenu), {
  ssr: false,
})

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

/** A store's folders and memories. Only the rows in sight are drawn. */
export function Tree(props: TreeProps) {
  const { storeId, selected, at, filter: asked, isReadOnly, isWalked } = props
  const t = useTranslations('Tree')
  const drafts = useDraftPaths(storeId)
  const format = useFormatter()
  const live = useListing(props)
  const { listing, glow } = live
  const filtering = useFilter(asked)
  const { filter } = filtering
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
  const lastIndex = useRef(0)
  const { scroller, drawn, focusRow, focusPath } = useRowsInSight(rows, selected)
  const choice = useChoice(rows)
  const work = useTreeActs(storeId, selected, live)
  const [menuAt, setMenuAt] = useState<MenuPoint | null>(null)
  const filterField = useRef<HTMLInputElement>(null)
  const targets = choice.targets(active?.path ?? null)

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

  const writing = useWriting({
    create: work.create,
    move: moveAll,
    leave: () => {
      work.forget()
      focusRow(activeIndex)
    },
    follow: (path) => {
      setActivePath(path)
      focusPath(path)
    },
  })
  const actsOn = (paths: readonly string[]) => ({
    rename: () => {
      const [path] = paths
      if (path !== undefined) writing.rename(path)
    },
    move: () => writing.move(paths, folder),
    remove: () => {
      if (paths.length === 0) return
      focusRow(activeIndex + 1)
      choice.clear()
      void work.remove(paths)
    },
  })
  const acts = { create: () => writing.create(folder), ...actsOn(targets) }
  useTreeAsked((ask) => {
    if (selected === null || isReadOnly) return
    setActivePath(selected)
    actsOn([selected])[ask]()
  })
  useKey('n', t('create'), acts.create, { when: !isReadOnly, bar: true })
  useKey('f', t('filterShort'), () => filterField.current?.focus(), { bar: true })
  useKey('j', t('next'), () => focusRow(activeIndex), { when: isWalked })
  useKey('k', t('previous'), () => focusRow(activeIndex), { when: isWalked })

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
  return (
    <div className="flex h-full min-h-0 flex-col text-sm max-md:h-auto max-md:max-h-[55dvh]">
      <TreeToolbar
        filtering={filtering}
        filterField={filterField}
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
      {writing.pathField}
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
          onFocus={({ target, currentTarget }) => {
            const { row, index } = target.closest<HTMLElement>('[data-row]')?.dataset ?? {}
            if (row !== undefined) setActivePath(row)
            if (index !== undefined) lastIndex.current = Number(index)
            // The row that had it is gone: the one in its place has it now.
            if (target === currentTarget) focusRow(lastIndex.current)
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
                t={t}
                format={format}
                row={row}
                index={index}
                href={row.memory ? hrefOf(row.path) : ''}
                isSelected={row.path === selected}
                isChosen={choice.chosen.has(row.path)}
                isActive={index === activeIndex}
                isDropTarget={drop.target === row.path}
                isDraft={drafts.has(row.path)}
                glow={glowOf(row, glow)}
                canDrag={!isReadOnly}
                field={writing.nameField(row)}
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

/** A closed folder glows for changes in it. */
function glowOf({ path, folder }: Row, glow: Glow): number {
  if (!folder) return glow.get(path) ?? 0
  if (folder.isOpen) return 0
  let count = 0
  for (const [changed, times] of glow) if (changed.startsWith(path)) count += times
  return count
}

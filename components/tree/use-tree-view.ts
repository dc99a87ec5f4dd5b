'use client'

import { type RefObject, useEffect, useLayoutEffect, useRef, useState } from 'react'
import { isNothingFocused } from '@/components/ui/is-nothing-focused'
import { ROW_HEIGHT } from './tree-row'
import type { ItemRow, TreeRow } from './tree-rows'
import { useRowWindow } from './use-row-window'

/** A rendered row: its place among all, and in pixels from the top. */
export interface ShownRow {
  index: number
  start: number
}

/** The rendered rows, and the one that has the focus or would get it. */
export interface TreeView {
  scroller: RefObject<HTMLDivElement | null>
  shown: ShownRow[]
  /** total height of all rows, in pixels */
  height: number
  activeIndex: number
  /** null: no row is focusable */
  active: ItemRow | null
  /** makes a row the tab stop */
  setActivePath: (path: string) => void
  /** focuses a row, or the nearest focusable one above it */
  focusRow: (index: number) => void
  /** focuses the previously focused row again */
  refocus: () => void
  /** of the tree's element: the row in the place of a focused one that goes gets the focus */
  keepFocus: { onFocus: () => void; onBlur: () => void }
}

/**
 * Renders only the visible rows, and keeps the focus among them (roving tabindex). `onMissing` is
 * called while the selected row is to be shown and is not among them.
 */
export function useTreeView(
  rows: readonly TreeRow[],
  selected: string | null,
  onMissing: (path: string) => void,
): TreeView {
  const [activePath, setActivePath] = useState<string | null>(selected)
  const wantsFocus = useRef(false)
  const found = indexOf(rows, activePath)
  const activeIndex = Math.max(found, 0)
  const {
    pane: scroller,
    from,
    to,
    reveal,
  } = useRowWindow({ count: rows.length, rowHeight: ROW_HEIGHT })
  // A memory opened from elsewhere is scrolled into view, as soon as its row is there. Only a new
  // choice moves the tree, not what changes in it.
  const revealed = useRef<string | null>(null)
  useEffect(() => {
    if (revealed.current === selected) return
    const index = rows.findIndex((row) => row.key === selected)
    if (selected !== null && index < 0) return onMissing(selected)
    revealed.current = selected
    if (index >= 0) reveal(index)
  })
  useLayoutEffect(() => {
    // A row that was just renamed may not be there yet: the focus waits for it.
    if (!wantsFocus.current || (activePath !== null && found < 0)) return
    wantsFocus.current = false
    scroller.current
      ?.querySelector<HTMLElement>(`[data-index="${activeIndex}"]`)
      ?.focus({ preventScroll: true })
  })
  const refocus = () => {
    wantsFocus.current = true
  }
  const focusRow = (index: number) => {
    if (rows.length === 0) return
    const wanted = Math.min(Math.max(index, 0), rows.length - 1)
    reveal(wanted)
    // Rows that are still loading are not focusable.
    const row = rows.slice(0, wanted + 1).findLast((each) => each.kind === 'item')
    if (!row) return
    refocus()
    setActivePath(row.key)
  }
  const hasFocus = useRef(false)
  const place = useRef(0)
  useLayoutEffect(() => {
    if (found >= 0) place.current = found
    else if (hasFocus.current && !wantsFocus.current && isNothingFocused()) focusRow(place.current)
  })
  const keepFocus = {
    onFocus: () => {
      hasFocus.current = true
    },
    // Of an element that is taken from the page nothing is heard.
    onBlur: () => {
      hasFocus.current = false
    },
  }
  const row = rows[activeIndex]
  return {
    scroller,
    shown: shownRows(from, to, rows.length > 0 ? activeIndex : null),
    height: rows.length * ROW_HEIGHT,
    activeIndex,
    active: row?.kind === 'item' ? row : null,
    setActivePath,
    focusRow,
    refocus,
    keepFocus,
  }
}

/** The row at a path, of a folder also the chain of folders that it became a part of, or lost. */
function indexOf(rows: readonly TreeRow[], path: string | null): number {
  const at = rows.findIndex((row) => row.key === path)
  if (at >= 0 || path === null || !path.endsWith('/')) return at
  return rows.findIndex(
    (row) =>
      row.kind === 'item' &&
      row.item.type === 'directory' &&
      (row.key.startsWith(path) || (path.startsWith(row.key) && path.startsWith(row.place))),
  )
}

/** The focused row stays rendered when it is scrolled out of sight. */
function shownRows(from: number, to: number, kept: number | null): ShownRow[] {
  const indexes = Array.from({ length: Math.max(0, to - from) }, (_, place) => from + place)
  if (kept !== null && kept < from) indexes.unshift(kept)
  if (kept !== null && kept >= to) indexes.push(kept)
  return indexes.map((index) => ({ index, start: index * ROW_HEIGHT }))
}
